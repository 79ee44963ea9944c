import type { Source } from '@parvis/contract'
import { estimateTokens, pieces } from '@parvis/french-search'

/**
 * What a request asks of a whole text. `gather`: everything of a kind (amounts, dates, decisions). `transform`: the text itself in another
 * form (translated, corrected). `synthesis`: anything else.
 */
export type Task = 'gather' | 'transform' | 'synthesis'

/** Consecutive pages of one document that a model reads at once. The last page of one and the first of the next may be one page, cut. */
export type Part = { number: number; total: number; document_id: string; document: string; pages: readonly Source[]; tokens: number }

/** In estimated tokens: the text of a part, and the longest answer to it. */
export type PartSize = { text: number; answer: number }

/** Longer than this a part is read carelessly, or its answer exceeds what servers let a model write. */
const longest: Record<Task, PartSize> = {
  gather: { text: 8_000, answer: 4_000 },
  transform: { text: 3_000, answer: 6_000 },
  synthesis: { text: 12_000, answer: 1_500 },
}
/** Of what the model can read, the rest being for its answer, which has the length of the text or is shorter. */
const share: Record<Task, number> = { gather: 0.65, transform: 0.4, synthesis: 0.8 }
/** Tokens are estimated: what the model can read is not filled to its brim. */
const margin = 0.9
const instructions = 700
const headingOfPage = 40
const smallest = 200

/** @param window tokens that the model can read, its answer included */
export function partSize(task: Task, window: number, requestTokens: number): PartSize {
  const usable = Math.max(Math.floor(window * margin) - instructions - requestTokens, 2 * smallest)
  const text = Math.max(Math.min(Math.floor(usable * share[task]), longest[task].text), smallest)
  return { text, answer: Math.max(Math.min(usable - text, longest[task].answer), smallest) }
}

/**
 * Tokens that a reading of these parts may use: each is read once with what it is told, and answered at the length of its text at the most; a
 * synthesis is then written in one more call of `window` tokens. Parts read again, in halves or after a failure, are not foreseen.
 */
export function readingCost(task: Task, parts: readonly Part[], size: PartSize, window: number): number {
  const read = parts.reduce((sum, { tokens }) => sum + instructions + tokens + Math.min(size.answer, tokens), 0)
  return task === 'synthesis' ? read + window : read
}

const sizeOf = ({ extract }: Source): number => estimateTokens(extract) + headingOfPage

/** Pages in as few parts as their size allows, in order and whole: only a page longer than a part is cut. */
export function packParts(pages: readonly Source[], size: number): Part[] {
  const packs: { pages: Source[]; tokens: number }[] = []
  for (const page of pages.flatMap((page) => cutPage(page, size))) {
    const last = packs.at(-1)
    const added = sizeOf(page)
    if (last !== undefined && last.pages[0]!.document_id === page.document_id && last.tokens + added <= size) {
      last.pages.push(page)
      last.tokens += added
    } else packs.push({ pages: [page], tokens: added })
  }
  return packs.map((pack, at) => ({
    ...pack,
    number: at + 1,
    total: packs.length,
    document_id: pack.pages[0]!.document_id,
    document: pack.pages[0]!.document,
  }))
}

/** The two halves of a part, to be read apart; null for what is too short to be halved. */
export function halved(part: Part): [Part, Part] | null {
  const pages = part.pages.length > 1 ? part.pages : cutPage(part.pages[0]!, Math.max(Math.ceil(part.tokens / 2), headingOfPage + smallest / 2))
  if (pages.length < 2) return null
  let first = 1
  for (let tokens = sizeOf(pages[0]!); first < pages.length - 1 && tokens + sizeOf(pages[first]!) <= part.tokens / 2; first += 1)
    tokens += sizeOf(pages[first]!)
  const half = (own: readonly Source[]): Part => ({ ...part, pages: own, tokens: own.reduce((sum, page) => sum + sizeOf(page), 0) })
  return [half(pages.slice(0, first)), half(pages.slice(first))]
}

/** A page as pieces that fit in a part, cut between lines, a long line between sentences. */
function cutPage(page: Source, size: number): Source[] {
  if (sizeOf(page) <= size) return [page]
  const room = size - headingOfPage
  const texts: string[] = []
  let used = Infinity
  for (const line of page.extract.split('\n').flatMap((line) => pieces(line, room))) {
    const added = estimateTokens(line)
    if (used + added > room) {
      texts.push(line)
      used = added
    } else {
      texts[texts.length - 1] += `\n${line}`
      used += added
    }
  }
  return texts.map((extract) => ({ ...page, extract }))
}

/** « pages 41 à 62 »; « passages 3 à 9 » where there are no pages. */
export function placeOfPart({ pages }: Pick<Part, 'pages'>): string {
  const [first, last] = [pages[0]!, pages.at(-1)!]
  const kind = first.page === null ? 'passage' : 'page'
  const [from, to] = [first.page ?? first.number, last.page ?? last.number]
  return from === to ? `${kind}\u00a0${from}` : `${kind}s\u00a0${from} à ${to}`
}
