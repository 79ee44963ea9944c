import type { Analyser } from '../language/analyse.ts'
import type { Passage } from './chunk.ts'

/** Separator of two fields in a list of terms. It is not a term, and breaks any proximity window. */
export const FIELD_BREAK = '|'
/** Number of the field break in lists of term numbers. */
export const BREAK_ID = 0
/** Weight of a word of the title or a heading, relative to a word of the text. */
const HEADING_WEIGHT = 2
/** Maximum number of characters of the title and heading terms of a passage: they are repeated in every passage below, and real headings are shorter. */
const MAX_HEADING_CHARACTERS = 320

/** Terms of the title and the headings above a passage. If all are too long together, only the beginning of each is kept. */
const titleAndHeadingTerms = (analyser: Analyser, texts: readonly string[]): string[] => {
  const terms = analyser.indexTerms(texts.join('. '))
  if (characterCount(terms) <= MAX_HEADING_CHARACTERS) return terms
  return texts.flatMap((text) => {
    let remainingCharacters = MAX_HEADING_CHARACTERS / texts.length
    return analyser.indexTerms(text).filter((term) => (remainingCharacters -= term.length + 1) >= 0)
  })
}

const characterCount = (terms: readonly string[]): number => terms.reduce((sum, term) => sum + term.length + 1, 0)

/** Terms of a passage, in order: title and headings, repeated `HEADING_WEIGHT` times, then its text. Empty when the text has no term. */
export const passageTerms = (analyser: Analyser, title: string | null, passage: Pick<Passage, 'section_path' | 'search_text'>): string[] => {
  const titleTerms = titleAndHeadingTerms(analyser, [...new Set([title ?? '', ...passage.section_path])])
  const body = analyser.indexTerms(passage.search_text)
  if (body.length === 0) return []
  const fields = titleTerms.length > 0 ? Array.from({ length: HEADING_WEIGHT }, () => [...titleTerms, FIELD_BREAK]).flat() : []
  return [...fields, ...body]
}

/** Terms from which the vector of a passage is computed: headings counted once. */
export const vectorTerms = (terms: readonly string[]): string[] => {
  const last = terms.lastIndexOf(FIELD_BREAK)
  return last < 0 ? [...terms] : [...terms.slice(0, terms.indexOf(FIELD_BREAK)), ...terms.slice(last + 1)]
}

/** Title and heading terms of a passage, once, from its terms or their numbers. */
export const headingTerms = <T extends string | number>(
  terms: { indexOf: (value: T) => number; slice: (from: number, to: number) => ArrayLike<T> },
  fieldBreak: T,
): ArrayLike<T> => terms.slice(0, Math.max(0, terms.indexOf(fieldBreak)))
