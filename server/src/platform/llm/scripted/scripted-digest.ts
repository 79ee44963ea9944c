import { SIGNATURE_LINE, statementsOf } from './scripted-gather.ts'
import { formFactor } from './scripted-kinds.ts'
import type { PromptPassage } from './scripted-prompt.ts'
import { plainOf, type TextAnalysis } from './scripted-words.ts'

/** Score factor of a text that is no complete sentence, or is a signature. */
const UNFIT_FACTOR = 0.2
const MIN_WORDS = 6
const MAX_WORDS = 60
/** Share of common words above which two sentences count as repeating each other. */
const MAX_OVERLAP = 0.6

export type ScoredSentence = { sentence: string; heading: string; page: PromptPassage; order: number; score: number; isSentence: boolean }

/** Scored sentences of a text, and its most frequent words as they are written in it. */
type TextDigest = { sentences: readonly ScoredSentence[]; keywords: readonly string[] }

/** Scores each sentence by the frequency in the whole text of the words that it contains, regardless of its length. */
export const digestOf = (pages: readonly PromptPassage[], words: TextAnalysis): TextDigest => {
  const all = pages.flatMap((page) =>
    statementsOf(page, true).map(({ sentence, heading }) => ({ sentence, heading, page, terms: new Set(words.terms(sentence)) })),
  )
  const frequency = new Map<string, number>()
  for (const { terms } of all) for (const term of terms) if (!/^\d/.test(term)) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const sentences = all.map(({ sentence, heading, page, terms }, order) => {
    const count = sentence.split(/\s+/).length
    const weight = [...terms].reduce((sum, term) => sum + Math.log(1 + (frequency.get(term) ?? 0)), 0)
    const fits =
      count >= MIN_WORDS && count <= MAX_WORDS && /^[\p{Lu}\d«]/u.test(sentence) && /[.!…»;]$/.test(sentence) && !SIGNATURE_LINE.test(plainOf(sentence))
        ? 1
        : UNFIT_FACTOR
    return {
      sentence,
      heading,
      page,
      order,
      isSentence: fits === 1,
      score: (fits * formFactor({ text: sentence, items: [] }) * weight) / Math.sqrt(4 + terms.size),
    }
  })
  return { sentences, keywords: keywordsOf(pages, frequency, words) }
}

/** Returns the highest-scored sentences that do not repeat each other, in the order of the text. */
export const mostCentral = (sentences: readonly ScoredSentence[], most: number, words: TextAnalysis): ScoredSentence[] => {
  const chosen: (ScoredSentence & { terms: ReadonlySet<string> })[] = []
  for (const candidate of sentences.toSorted((a, b) => b.score - a.score || a.order - b.order)) {
    if (chosen.length === most || candidate.score === 0) break
    const terms = new Set(words.terms(candidate.sentence))
    const isSaid = chosen.some((other) => [...terms].filter((term) => other.terms.has(term)).length > MAX_OVERLAP * Math.min(terms.size, other.terms.size))
    if (!isSaid) chosen.push({ ...candidate, terms })
  }
  return chosen.sort((a, b) => a.order - b.order)
}

const MAX_KEYWORDS = 10
/** Words that are frequent in every text. */
const STOP_WORD =
  /^(?:janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|deux|trois|quatre|cinq|compter|mois|annees?|jours?|article|articles|dont|ainsi|notamment|present|presente|chaque|page|date|titre|cadre|selon|afin|doivent|peuvent|pourra|sera|seront|suivant|suivants|madame|monsieur)$/

const keywordsOf = (pages: readonly PromptPassage[], frequency: ReadonlyMap<string, number>, words: TextAnalysis): string[] => {
  const top = [...frequency].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 3 * MAX_KEYWORDS)
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
    .filter((word) => !STOP_WORD.test(plainOf(word)))
    .slice(0, MAX_KEYWORDS)
}
