import { shareOn } from './highlight.ts'

export interface Cited {
  text: string
  /** Pages between which the passage stands, from 1; null when nobody knows. */
  page_from: number | null
  page_to: number | null
}

/** A page that holds less of a text than this is where it spills over, not where it is. */
const enough = 0.25
/** Farther than this from its first page a passage is not looked for. */
const longestReach = 12

/**
 * Finds the page to open a citation at: the one of the first answering part, else the first that holds a fair part of the
 * passage. A passage over several pages often begins with the heading that ends one of them.
 * @param answering texts of the parts of the passage that answer
 * @param piecesOf the pieces of text of a page, from 1
 */
export async function startPageOf(
  { text, page_from, page_to }: Cited,
  answering: readonly string[],
  piecesOf: (page: number) => Promise<readonly string[]>,
): Promise<number> {
  const first = page_from ?? 1
  const last = Math.min(page_to ?? first, first + longestReach)
  if (last <= first) return first
  const pages = await Promise.all(Array.from({ length: last - first + 1 }, async (_, at) => ({ page: first + at, pieces: await piecesOf(first + at) })))
  const sharesOf = (wanted: string) => pages.map(({ page, pieces }) => ({ page, share: shareOn(pieces, wanted) }))
  const fullest = (shares: ReturnType<typeof sharesOf>) => shares.reduce((best, one) => (one.share > best.share ? one : best))
  for (const part of answering) {
    const best = fullest(sharesOf(part))
    if (best.share >= enough) return best.page
  }
  const shares = sharesOf(text)
  return (shares.find(({ share }) => share >= enough) ?? fullest(shares)).page
}
