import { sharedFraction } from './highlight.ts'

export interface CitedPages {
  text: string
  /** First and last page of the passage, from 1; null when unknown. */
  page_from: number | null
  page_to: number | null
}

/** Minimum share of the text on a page: with less, the passage merely overflows onto it. */
const minShare = 0.25
/** Maximum number of pages searched after the first one. */
const maxPagesAhead = 12

/**
 * Finds the page at which to open a citation: the one with the first answering part, else the first page with a fair share of the passage. Passages over
 * several pages often begin with a heading at the bottom of the previous one.
 * @param answering texts of the answering parts of the passage
 * @param piecesOf returns the text items of a page, numbered from 1
 */
export async function startPageOf(
  { text, page_from, page_to }: CitedPages,
  answering: readonly string[],
  piecesOf: (page: number) => Promise<readonly string[]>,
): Promise<number> {
  const first = page_from ?? 1
  const last = Math.min(page_to ?? first, first + maxPagesAhead)
  if (last <= first) return first
  const pages = await Promise.all(
    Array.from({ length: last - first + 1 }, async (_, index) => ({ page: first + index, pieces: await piecesOf(first + index) })),
  )
  const sharesOf = (quote: string) => pages.map(({ page, pieces }) => ({ page, share: sharedFraction(pieces, quote) }))
  const fullest = (shares: ReturnType<typeof sharesOf>) => shares.reduce((best, candidate) => (candidate.share > best.share ? candidate : best))
  for (const part of answering) {
    const best = fullest(sharesOf(part))
    if (best.share >= minShare) return best.page
  }
  const shares = sharesOf(text)
  return (shares.find(({ share }) => share >= minShare) ?? fullest(shares)).page
}
