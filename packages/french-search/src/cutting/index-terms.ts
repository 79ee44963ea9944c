import type { Analyser } from '../language/analyse.ts'
import type { Passage } from './chunk.ts'

/** Between two fields: not a term, and farther than any proximity window. */
export const FIELD_BREAK = '|'
/** A word of the title or of a heading counts this many times more than one of the text. */
const HEADING_WEIGHT = 2
/** Characters of the terms above a passage, counted once: every passage below repeats them, and real headings take fewer. */
const MOST_ABOVE = 320

/** Terms of the title and of the headings above a passage; each keeps its beginning where all are too long together. */
const termsAbove = (analyser: Analyser, texts: readonly string[]): string[] => {
  const terms = analyser.indexTerms(texts.join('. '))
  if (charactersOf(terms) <= MOST_ABOVE) return terms
  return texts.flatMap((text) => {
    let room = MOST_ABOVE / texts.length
    return analyser.indexTerms(text).filter((term) => (room -= term.length + 1) >= 0)
  })
}

const charactersOf = (terms: readonly string[]): number => terms.reduce((sum, term) => sum + term.length + 1, 0)

/** Terms of one passage in order: titles and headings above it (repeated by their weight), then its text. */
export const passageTerms = (analyser: Analyser, title: string | null, passage: Pick<Passage, 'section_path' | 'search_text'>): string[] => {
  const above = termsAbove(analyser, [...new Set([title ?? '', ...passage.section_path])])
  const body = analyser.indexTerms(passage.search_text)
  if (body.length === 0) return []
  const fields = above.length > 0 ? Array.from({ length: HEADING_WEIGHT }, () => [...above, FIELD_BREAK]).flat() : []
  return [...fields, ...body]
}

/** What the vector of a passage is made of: its terms, headings counted once. */
export const vectorTerms = (terms: readonly string[]): string[] => {
  const last = terms.lastIndexOf(FIELD_BREAK)
  return last < 0 ? [...terms] : [...terms.slice(0, terms.indexOf(FIELD_BREAK)), ...terms.slice(last + 1)]
}

/** The titles and headings above a passage, once, from the terms (or their numbers) in order. */
export const headingTerms = <T extends string | number>(
  terms: { indexOf: (value: T) => number; slice: (from: number, to: number) => ArrayLike<T> },
  fieldBreak: T,
): ArrayLike<T> => terms.slice(0, Math.max(0, terms.indexOf(fieldBreak)))
