import type { Source } from '@parvis/contract'
import { estimateTokens, splitText } from '@parvis/french-search'

/**
 * Kind of request about whole documents. `gather`: list everything of a kind (amounts, dates, decisions). `transform`: the text itself in another form
 * (translated, corrected). `synthesis`: anything else.
 */
export type ReadingTask = 'gather' | 'transform' | 'synthesis'

/** Consecutive pages of one document, read in one model call. A page too long for one part is split over several. */
export type ReadingPart = { number: number; total: number; document_id: string; document: string; pages: readonly Source[]; tokens: number }

/** Maximum size, in estimated tokens, of the text of a part and of the answer to it. */
export type PartSize = { text: number; answer: number }

/** Maximum sizes of a part, in estimated tokens. Models skip content in a longer text, and servers refuse longer answers. */
const maxPartSize: Record<ReadingTask, PartSize> = {
  gather: { text: 8_000, answer: 4_000 },
  transform: { text: 3_000, answer: 6_000 },
  synthesis: { text: 12_000, answer: 1_500 },
}
/** Share of the usable window given to the text; the rest is for the answer. */
const textShare: Record<ReadingTask, number> = { gather: 0.65, transform: 0.4, synthesis: 0.8 }
/** Share of the window that is used: tokens are only estimated. */
const usableShare = 0.9
const instructionsTokens = 700
const pageHeadingTokens = 40
const minTokens = 200

/** @param window context window in tokens, answer included */
export function partSize(task: ReadingTask, window: number, requestTokens: number): PartSize {
  const usable = Math.max(Math.floor(window * usableShare) - instructionsTokens - requestTokens, 2 * minTokens)
  const text = Math.max(Math.min(Math.floor(usable * textShare[task]), maxPartSize[task].text), minTokens)
  return { text, answer: Math.max(Math.min(usable - text, maxPartSize[task].answer), minTokens) }
}

/**
 * Estimates the maximum tokens of a reading: each part is read once with its instructions and answered with at most the length of its text; a synthesis
 * adds one call of `window` tokens. Parts read again, in halves or after a failure, are not included.
 */
export function readingCost(task: ReadingTask, parts: readonly ReadingPart[], size: PartSize, window: number): number {
  const read = parts.reduce((sum, { tokens }) => sum + instructionsTokens + tokens + Math.min(size.answer, tokens), 0)
  return task === 'synthesis' ? read + window : read
}

const sizeOf = ({ extract }: Source): number => estimateTokens(extract) + pageHeadingTokens

/** Groups pages into as few parts as their size allows, in order. Only a page longer than a part is split. */
export function packParts(pages: readonly Source[], size: number): ReadingPart[] {
  const packs: { pages: Source[]; tokens: number }[] = []
  for (const page of pages.flatMap((page) => cutPage(page, size))) {
    const last = packs.at(-1)
    const addedSize = sizeOf(page)
    if (last !== undefined && last.pages[0]!.document_id === page.document_id && last.tokens + addedSize <= size) {
      last.pages.push(page)
      last.tokens += addedSize
    } else packs.push({ pages: [page], tokens: addedSize })
  }
  return packs.map((pack, index) => ({
    ...pack,
    number: index + 1,
    total: packs.length,
    document_id: pack.pages[0]!.document_id,
    document: pack.pages[0]!.document,
  }))
}

/** Splits a part in two; null when it is too short. */
export function halve(part: ReadingPart): [ReadingPart, ReadingPart] | null {
  const pages = part.pages.length > 1 ? part.pages : cutPage(part.pages[0]!, Math.max(Math.ceil(part.tokens / 2), pageHeadingTokens + minTokens / 2))
  if (pages.length < 2) return null
  let first = 1
  for (let tokens = sizeOf(pages[0]!); first < pages.length - 1 && tokens + sizeOf(pages[first]!) <= part.tokens / 2; first += 1)
    tokens += sizeOf(pages[first]!)
  const toHalf = (sources: readonly Source[]): ReadingPart => ({ ...part, pages: sources, tokens: sources.reduce((sum, page) => sum + sizeOf(page), 0) })
  return [toHalf(pages.slice(0, first)), toHalf(pages.slice(first))]
}

/** Splits a page into pieces that fit in a part, between lines, and a long line between sentences. */
function cutPage(page: Source, size: number): Source[] {
  if (sizeOf(page) <= size) return [page]
  const pageTokens = size - pageHeadingTokens
  const texts: string[] = []
  let usedTokens = Infinity
  for (const line of page.extract.split('\n').flatMap((line) => splitText(line, pageTokens))) {
    const addedSize = estimateTokens(line)
    if (usedTokens + addedSize > pageTokens) {
      texts.push(line)
      usedTokens = addedSize
    } else {
      texts[texts.length - 1] += `\n${line}`
      usedTokens += addedSize
    }
  }
  return texts.map((extract) => ({ ...page, extract }))
}

/** Pages of a part: « pages 41 à 62 »; « passages 3 à 9 » for a document without pages. */
export function pagesOfPart({ pages }: Pick<ReadingPart, 'pages'>): string {
  const [first, last] = [pages[0]!, pages.at(-1)!]
  const kind = first.page === null ? 'passage' : 'page'
  const [from, to] = [first.page ?? first.number, last.page ?? last.number]
  return from === to ? `${kind}\u00a0${from}` : `${kind}s\u00a0${from} à ${to}`
}
