import type { SourceFile } from '../source-files.ts'

/** Pattern of handwritten query keys: those of API calls must come from the contract (web/src/api/query-functions.ts). */
const byHand = /queryKey:\s*\[\s*['"`]|\b(?:invalidateQueries|setQueriesData)\(/

/** Returns one sentence for each place where the web application writes a query key, or invalidates queries, without the contract. */
export function checkKeys(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => /^web\/src\/(?!api\/).*\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) => (byHand.test(line) ? [`${path}:${index + 1} : clé écrite à la main (q, keyOf, invalidate de web/src/api/queries.ts)`] : [])),
    )
}

/** Patterns of what no file may contain: paths of a developer's machine, and package registry addresses. They are written so as not to match themselves. */
const forbiddenPatterns: { pattern: RegExp; reason: string }[] = [
  { pattern: /(?<![\w./~-])\/(work|root|Users)\/\w/, reason: 'chemin d’une machine' },
  { pattern: /(?<![\w./~-])\/home\/\w/, reason: 'chemin d’une machine' },
  { pattern: /\b[A-Z]:\\Users\\/, reason: 'chemin d’une machine' },
  { pattern: /\bregistry[.\w-]*\.(?:org|com|net|io|fr|dev|internal|local)\b/, reason: 'adresse d’un registre de paquets' },
  { pattern: /^\s*(?:@[\w-]+:)?registry\s*=/m, reason: 'adresse d’un registre de paquets' },
  { pattern: /"resolved": "https?:/, reason: 'adresse d’un registre de paquets' },
]

/** Returns one sentence for each forbidden text, with its file and line. */
export function checkWords(files: SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    forbiddenPatterns.flatMap(({ pattern, reason }) => {
      const match = pattern.exec(text)
      if (!match) return []
      const line = text.slice(0, match.index).split('\n').length
      return [`${path}:${line} : ${reason} (« ${match[0].trim()} »)`]
    }),
  )
}
