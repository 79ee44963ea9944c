import { SIGNS, statementsOf } from './scripted-gather.ts'
import { formOf } from './scripted-kinds.ts'
import type { Passage } from './scripted-prompt.ts'
import { plainOf, type Words } from './scripted-words.ts'

/** Score factor of a text that is no complete sentence, or is a signature. */
const UNFIT = 0.2
const SHORTEST = 6
const LONGEST = 60
/** Share of common words above which two sentences count as repeating each other. */
const ALIKE = 0.6

export type Central = { sentence: string; heading: string; page: Passage; order: number; score: number; isSentence: boolean }

/** Scored sentences of a text, and its most frequent words as they are written in it. */
export type Digest = { sentences: readonly Central[]; keywords: readonly string[] }

/** Scores each sentence by the frequency in the whole text of the words that it contains, regardless of its length. */
export const digestOf = (pages: readonly Passage[], words: Words): Digest => {
  const all = pages.flatMap((page) =>
    statementsOf(page, true).map(({ sentence, heading }) => ({ sentence, heading, page, terms: new Set(words.terms(sentence)) })),
  )
  const frequency = new Map<string, number>()
  for (const { terms } of all) for (const term of terms) if (!/^\d/.test(term)) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const sentences = all.map(({ sentence, heading, page, terms }, order) => {
    const count = sentence.split(/\s+/).length
    const held = [...terms].reduce((sum, term) => sum + Math.log(1 + (frequency.get(term) ?? 0)), 0)
    const fits =
      count >= SHORTEST && count <= LONGEST && /^[\p{Lu}\d«]/u.test(sentence) && /[.!…»;]$/.test(sentence) && !SIGNS.test(plainOf(sentence)) ? 1 : UNFIT
    return { sentence, heading, page, order, isSentence: fits === 1, score: (fits * formOf({ text: sentence, items: [] }) * held) / Math.sqrt(4 + terms.size) }
  })
  return { sentences, keywords: keywordsOf(pages, frequency, words) }
}

/** Returns the highest-scored sentences that do not repeat each other, in the order of the text. */
export const mostCentral = (sentences: readonly Central[], most: number, words: Words): Central[] => {
  const kept: (Central & { terms: ReadonlySet<string> })[] = []
  for (const candidate of sentences.toSorted((a, b) => b.score - a.score || a.order - b.order)) {
    if (kept.length === most || candidate.score === 0) break
    const terms = new Set(words.terms(candidate.sentence))
    const isSaid = kept.some((other) => [...terms].filter((term) => other.terms.has(term)).length > ALIKE * Math.min(terms.size, other.terms.size))
    if (!isSaid) kept.push({ ...candidate, terms })
  }
  return kept.sort((a, b) => a.order - b.order)
}

const MOST_KEYWORDS = 10
/** Words that are frequent in every text. */
const NO_KEYWORD =
  /^(?:janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|deux|trois|quatre|cinq|compter|mois|annees?|jours?|article|articles|dont|ainsi|notamment|present|presente|chaque|page|date|titre|cadre|selon|afin|doivent|peuvent|pourra|sera|seront|suivant|suivants|madame|monsieur)$/

const keywordsOf = (pages: readonly Passage[], frequency: ReadonlyMap<string, number>, words: Words): string[] => {
  const top = [...frequency].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 3 * MOST_KEYWORDS)
  const written = new Map<string, string>()
  for (const page of pages) {
    if (written.size === top.length) break
    for (const [word] of page.text.matchAll(/\p{L}{4,30}/gu)) {
      if (written.size === top.length) break
      const term = words.terms(word)[0]
      if (term !== undefined && !written.has(term) && top.some(([root]) => root === term)) written.set(term, word.toLowerCase())
    }
  }
  return top
    .flatMap(([root]) => written.get(root) ?? [])
    .filter((word) => !NO_KEYWORD.test(plainOf(word)))
    .slice(0, MOST_KEYWORDS)
}
