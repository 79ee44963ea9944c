import type { Analyser } from '../language/analyse.ts'
import type { Passage } from './chunk.ts'

/** Between two fields: not a term, and farther than any proximity window. */
export const FIELD_BREAK = '|'
/** A word of the title or of a heading counts this many times more than one of the text. */
const HEADING_WEIGHT = 2

/** Terms of one passage in order: titles and headings above it (repeated by their weight), then its text. */
export const passageTerms = (analyser: Analyser, title: string | null, passage: Pick<Passage, 'section_path' | 'search_text'>): string[] => {
  const headings = [title ?? '', ...passage.section_path].filter((text, index, all) => all.indexOf(text) === index).join('. ')
  const above = analyser.textTerms(headings)
  const body = analyser.textTerms(passage.search_text)
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
