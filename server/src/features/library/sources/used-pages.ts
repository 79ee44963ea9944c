import type { Source } from '@parvis/contract'
import { citedSources } from '../../full-reading/cited-sources.ts'
import { checkQuotes } from './check-quotes.ts'

const mostOpenings = 5

/**
 * Of the pages of documents given whole, those that an answer rests on: named, or quoted. The first page of each document where it
 * names none, so that what was read can be seen.
 */
export function usedPages(answer: string, pages: readonly Source[]): Source[] {
  const used = namedOrQuoted(answer, pages)
  if (used.length > 0) return used
  return pages.filter(({ document_id }, at) => pages.findIndex((other) => other.document_id === document_id) === at).slice(0, mostOpenings)
}

/** Those that an answer names, or quotes. */
export function namedOrQuoted(answer: string, sources: readonly Source[]): Source[] {
  const quoted = checkQuotes(answer, sources).flatMap(({ number }) => number ?? [])
  return citedSources(answer, sources, quoted)
}
