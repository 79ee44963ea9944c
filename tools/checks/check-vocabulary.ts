import type { SourceFile } from '../source-files.ts'

/**
 * Words that CONTEXT.md replaces by a standard term, with the number of uses left in the code: in a sentence of English, or in a name that
 * databases, browsers or the wire know. A number may be lowered freely; raising one needs a use that no standard term serves.
 */
const maxUses: Readonly<Record<string, number>> = {
  told: 55,
  held: 262,
  kept: 190,
  asked: 180,
  said: 36,
  gone: 76,
  whose: 230,
  wish: 8,
  deed: 18,
  whoever: 6,
  somebody: 54,
  elsewhere: 67,
  lament: 0,
  obey: 0,
}

/** Files whose words do not change: published migrations. Tests may tell a story in ordinary words. */
const exempt = /\/migrations\/|\.(?:test|e2e|fixture)\.tsx?$|^e2e\/|\/testing\/|check-vocabulary\.ts$/

/** Counts the words of identifiers and comments: `keptUntil` counts as `kept` and `until`. */
function countWords(files: readonly SourceFile[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { path, text } of files) {
    if (exempt.test(path) || !/\.tsx?$/.test(path)) continue
    for (const [run] of text.matchAll(/[a-z]+|[A-Z]+(?![a-z])|[A-Z][a-z]+/g)) {
      const word = run.toLowerCase()
      if (word in maxUses) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  return counts
}

/** Returns one sentence for each word used more often than its limit. */
export function checkVocabulary(files: readonly SourceFile[]): string[] {
  const counts = countWords(files)
  return Object.entries(maxUses).flatMap(([word, limit]) => {
    const uses = counts.get(word) ?? 0
    return uses > limit ? [`« ${word} » : ${uses} emplois, ${limit} au plus (CONTEXT.md dit le terme qui convient)`] : []
  })
}

/** Returns one sentence for each exported type whose name another file also exports. */
export function checkTypeNames(files: readonly SourceFile[]): string[] {
  const owners = new Map<string, string[]>()
  for (const { path, text } of files) {
    if (!/\.tsx?$/.test(path) || /\.(?:test|e2e)\.tsx?$/.test(path)) continue
    for (const [, name = ''] of text.matchAll(/^export (?:type|interface) (\w+)\b(?!\s*\})/gm)) owners.set(name, [...(owners.get(name) ?? []), path])
  }
  return [...owners].flatMap(([name, paths]) => (paths.length > 1 ? [`le type ${name} est exporté par ${paths.join(' et ')}`] : []))
}
