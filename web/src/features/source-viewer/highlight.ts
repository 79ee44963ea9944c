/** Letters and digits that must agree in a row before a place counts as the passage: shorter ones are found anywhere. */
const run = 24

/** Beside a stretch of so many letters, one half as long is a formula that the page repeats elsewhere. */
const longStretch = 80

/** Only letters and digits, without accents nor capitals: two readings of one page differ in everything else. */
export const comparable = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()

/**
 * Which pieces of a page hold a passage. The pieces come in the order of the page's drawing, the passage in that of its
 * reading, hyphens and running heads apart: so runs of letters are looked for, not the passage whole.
 * @returns ranks of the pieces of which more than half belongs to the passage
 */
export function piecesOfPassage(pieces: readonly string[], passage: string): Set<number> {
  const texts = pieces.map(comparable)
  const page = texts.join('')
  const wanted = comparable(passage)
  const length = Math.min(run, wanted.length)
  if (length === 0) return new Set()
  const places = new Map<string, number>()
  for (let at = wanted.length - length; at >= 0; at -= 1) places.set(wanted.slice(at, at + length), at)
  const stretches: [from: number, to: number][] = []
  for (let at = 0; at + length <= page.length;) {
    const place = places.get(page.slice(at, at + length))
    if (place === undefined) {
      at += 1
      continue
    }
    let agreed = length
    while (place + agreed < wanted.length && page[at + agreed] === wanted[place + agreed]) agreed += 1
    stretches.push([at, at + agreed])
    at += agreed
  }
  // « du conseil municipal de la ville de… » stands on every page: what is short beside the longest stretch is not the passage.
  const longest = Math.max(0, ...stretches.map(([from, to]) => to - from))
  const isMarked = new Uint8Array(page.length)
  for (const [from, to] of stretches) if ((to - from) * 2 >= Math.min(longest, longStretch)) isMarked.fill(1, from, to)
  const found = new Set<number>()
  let from = 0
  texts.forEach((text, at) => {
    let marked = 0
    for (let place = from; place < from + text.length; place += 1) marked += isMarked[place]!
    if (text.length > 0 && marked * 2 > text.length) found.add(at)
    from += text.length
  })
  return found
}

export interface Box {
  /** From the left and the top of the page, in its own units at scale 1. */
  x: number
  y: number
  width: number
  height: number
}

/** Boxes that follow each other on one line become one, so that the mark is not a row of bricks. */
export function joinBoxes(boxes: readonly Box[]): Box[] {
  const joined: Box[] = []
  for (const box of boxes) {
    const last = joined.at(-1)
    const isSameLine = last !== undefined && Math.abs(last.y + last.height / 2 - (box.y + box.height / 2)) < Math.min(last.height, box.height) / 2
    const gap = last === undefined ? Infinity : box.x - (last.x + last.width)
    if (last && isSameLine && gap > -last.height && gap < last.height * 2) {
      const right = Math.max(last.x + last.width, box.x + box.width)
      const bottom = Math.max(last.y + last.height, box.y + box.height)
      last.y = Math.min(last.y, box.y)
      last.width = right - last.x
      last.height = bottom - last.y
    } else joined.push({ ...box })
  }
  return joined
}
