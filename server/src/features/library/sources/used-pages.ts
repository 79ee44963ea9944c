import type { Source } from '@parvis/contract'
import { citedSources } from '../../full-reading/cited-sources.ts'
import { checkQuotes } from './check-quotes.ts'

const maxFirstPages = 5

/**
 * Returns the pages that a reply cites or quotes, among documents given whole. Without any, the first page of each document (5 at most), to show what was
 * read.
 */
export function usedPages(answer: string, pages: readonly Source[]): Source[] {
  const used = citedOrQuoted(answer, pages)
  if (used.length > 0) return used
  return pages.filter(({ document_id }, at) => pages.findIndex((other) => other.document_id === document_id) === at).slice(0, maxFirstPages)
}

/** Returns the sources that a reply cites or quotes. */
export function citedOrQuoted(answer: string, sources: readonly Source[]): Source[] {
  const quoted = checkQuotes(answer, sources).flatMap(({ number }) => number ?? [])
  return citedSources(answer, sources, quoted)
}
