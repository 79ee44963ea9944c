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

/** A run of letters that a page and a wanted text share: ranks of letters; the end is excluded. */
interface Stretch {
  from: number
  to: number
  /** Rank of its first letter in the wanted text. */
  wanted: number
}

/**
 * The wanted letter that each letter of a page is: its rank, or -1. The page comes in the order of its drawing, the text in that of its
 * reading, hyphens and running heads apart: so runs of letters are looked for, not the text whole. Of several places that have the same
 * letters one is taken: the nearest to the longest run, which is the nearest to `share`.
 * @param page, wanted both `comparable`
 * @param share of the page, from 0 to 1, that stands before the wanted text
 */
function alignLetters(page: string, wanted: string, share: number): Int32Array {
  const aligned = new Int32Array(page.length).fill(-1)
  const expected = share * page.length
  const all = sharedStretches(page, wanted)
  const lengthOf = ({ from, to }: Stretch) => to - from
  const byLength = (anchor: number) => (a: Stretch, b: Stretch) => lengthOf(b) - lengthOf(a) || Math.abs(a.from - anchor) - Math.abs(b.from - anchor)
  const longest = all.toSorted(byLength(expected))[0]
  if (longest === undefined) return aligned
  const isTaken = new Uint8Array(wanted.length)
  for (const one of all.toSorted(byLength(longest.from))) {
    // « du conseil municipal de la ville de… » stands on every page: what is short beside the longest stretch is not the passage.
    if (lengthOf(one) * 2 < Math.min(lengthOf(longest), longStretch)) break
    for (let at = one.from; at < one.to; at += 1) {
      const rank = one.wanted + at - one.from
      if (isTaken[rank] === 0) aligned[at] = rank
      isTaken[rank] = 1
    }
  }
  return aligned
}

/** The runs of letters of a page that stand in a text; of several places in the text, the one that goes on from the run before. */
function sharedStretches(page: string, wanted: string): Stretch[] {
  const length = Math.min(run, wanted.length)
  if (length === 0) return []
  const places = new Map<string, number[]>()
  for (let at = 0; at + length <= wanted.length; at += 1) {
    const letters = wanted.slice(at, at + length)
    const known = places.get(letters)
    if (known) known.push(at)
    else places.set(letters, [at])
  }
  const stretches: Stretch[] = []
  let end = 0
  for (let at = 0; at + length <= page.length;) {
    const found = places.get(page.slice(at, at + length))
    if (found === undefined) {
      at += 1
      continue
    }
    const place = found.find((one) => one >= end) ?? found[0]!
    let agreed = length
    while (place + agreed < wanted.length && page[at + agreed] === wanted[place + agreed]) agreed += 1
    stretches.push({ from: at, to: at + agreed, wanted: place })
    at += agreed
    end = place + agreed
  }
  return stretches
}

/** Nothing, the cited passage, or the part of it that answers. */
export type Level = 0 | 1 | 2

interface Span {
  /** Rank of the piece. */
  piece: number
  /** Places in the piece, in UTF-16 units. */
  from: number
  to: number
  level: Level
}

/** A passage to find on a page. */
export interface MarkedPassage {
  text: string
  /** Its parts that answer, in UTF-16 units. */
  parts: readonly { from: number; to: number }[]
  /** Share of the page, from 0 to 1, that stands before it. */
  share: number
}

/**
 * The pieces of a page, cut where a passage and its parts begin and end; every character is in one span.
 * Signs and spaces go with the letter before them.
 */
export function spansOf(pieces: readonly string[], { text: passage, parts, share }: MarkedPassage): Span[] {
  const page = pieces.map(comparable).join('')
  const aligned = alignLetters(page, comparable(passage), share)
  const lettersBefore = (at: number) => comparable(passage.slice(0, at)).length
  const answering = parts.map(({ from, to }) => ({ from: lettersBefore(from), to: lettersBefore(to) }))
  const levelAt = (letter: number): Level => {
    const rank = aligned[letter] ?? -1
    if (rank === -1) return 0
    return answering.some(({ from, to }) => rank >= from && rank < to) ? 2 : 1
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
  const found = alignLetters(pieces.map(comparable).join(''), wanted, 0).reduce((sum, rank) => sum + Number(rank !== -1), 0)
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

/** The smallest box around others; null without any. */
export function boundsOf(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))]
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
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
