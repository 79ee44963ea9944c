/** Letters and digits that must agree in a row before a place counts as the passage: shorter ones are found anywhere. */
const run = 24

/** Beside a stretch of so many letters, one half as long is a formula that the page repeats elsewhere. */
const longStretch = 80

/** Only letters and digits, without accents, capitals nor ligatures: two readings of one page differ in everything else. */
export const comparable = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')

/**
 * Which letters of a page are those of a wanted text: 1 where they are. The page comes in the order of its drawing, the text
 * in that of its reading, hyphens and running heads apart: so runs of letters are looked for, not the text whole.
 * @param page, wanted both `comparable`
 */
function lettersOf(page: string, wanted: string): Uint8Array {
  const isMarked = new Uint8Array(page.length)
  const length = Math.min(run, wanted.length)
  if (length === 0) return isMarked
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
  for (const [from, to] of stretches) if ((to - from) * 2 >= Math.min(longest, longStretch)) isMarked.fill(1, from, to)
  return isMarked
}

/** Nothing, the cited passage, or what the answer quotes of it word for word. */
export type Level = 0 | 1 | 2

interface Span {
  /** Rank of the piece. */
  piece: number
  /** Places in the piece, in UTF-16 units. */
  from: number
  to: number
  level: Level
}

/**
 * The pieces of a page, cut where a passage and the quotations of it begin and end; every character is in one span.
 * Signs and spaces go with the letter before them.
 */
export function spansOf(pieces: readonly string[], passage: string, quotes: readonly string[]): Span[] {
  const page = pieces.map(comparable).join('')
  const inPassage = lettersOf(page, comparable(passage))
  const inQuotes = quotes.map((quote) => lettersOf(page, comparable(quote)))
  const levelAt = (letter: number): Level => {
    if (inPassage[letter] !== 1) return 0
    return inQuotes.some((marks) => marks[letter] === 1) ? 2 : 1
  }
  const spans: Span[] = []
  let letter = 0
  pieces.forEach((text, piece) => {
    let last: Span | undefined
    let at = 0
    for (const sign of text) {
      const letters = comparable(sign).length
      const level = letters > 0 ? levelAt(letter) : (last?.level ?? levelAt(letter))
      letter += letters
      if (last?.level === level) last.to = at + sign.length
      else spans.push((last = { piece, from: at, to: at + sign.length, level }))
      at += sign.length
    }
  })
  return spans
}

/** Share, 0 to 1, of the letters of a text that stand on a page. */
export function shareOn(pieces: readonly string[], text: string): number {
  const wanted = comparable(text)
  const found = lettersOf(pieces.map(comparable).join(''), wanted).reduce((sum, mark) => sum + mark, 0)
  return wanted === '' ? 0 : Math.min(1, found / wanted.length)
}

/** How wide a letter is beside the others, as most typefaces draw it: places in a line are found without its font. */
const widthOf = (sign: string): number => {
  if (/[iljtfrIJ.,;:!|'’`()[\]\s-]/.test(sign)) return 0.5
  if (/[mwMWœ—]/.test(sign)) return 1.5
  return /[\p{Lu}]/u.test(sign) ? 1.25 : 1
}

/** Where a part of a line begins and ends, from 0 to 1 of its width. */
export function alongLine(text: string, from: number, to: number): [start: number, end: number] {
  const widths = [...text].map((sign) => ({ units: sign.length, width: widthOf(sign) }))
  const whole = widths.reduce((sum, { width }) => sum + width, 0) || 1
  let [at, start, end] = [0, 0, 0]
  for (const { units, width } of widths) {
    if (at < from) start += width
    if (at < to) end += width
    at += units
  }
  return [start / whole, end / whole]
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
