/** Minimum number of consecutive equal letters and digits for a match: shorter ones are found anywhere. */
const minRunLength = 24

/** Length in letters from which a match counts as long: a match under half of it is then taken for a set phrase of the page. */
const longRunLength = 80

/** Keeps only letters and digits, without accents, case nor ligatures: two extractions of one page differ in everything else. */
export const normalizeLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')

/** Run of letters common to a page and a wanted text, as indexes of letters; the end is excluded. */
interface LetterRun {
  from: number
  to: number
  /** Index of its first letter in the wanted text. */
  wanted: number
}

/**
 * Maps each letter of a page to its index in the wanted text, or -1. Matches runs of letters rather than the whole text, because the page comes in drawing
 * order, with hyphens and running heads. Of several candidate positions, the one nearest to the longest run is taken; that run is the one nearest to
 * `share`.
 * @param page, wanted both normalized by `normalizeLetters`
 * @param share part of the page, from 0 to 1, that precedes the wanted text
 */
function alignLetters(page: string, wanted: string, share: number): Int32Array {
  const aligned = new Int32Array(page.length).fill(-1)
  const expected = share * page.length
  const all = findSharedRuns(page, wanted)
  const lengthOf = ({ from, to }: LetterRun) => to - from
  const byLength = (anchor: number) => (a: LetterRun, b: LetterRun) => lengthOf(b) - lengthOf(a) || Math.abs(a.from - anchor) - Math.abs(b.from - anchor)
  const longest = all.toSorted(byLength(expected))[0]
  if (longest === undefined) return aligned
  const isTaken = new Uint8Array(wanted.length)
  for (const one of all.toSorted(byLength(longest.from))) {
    // Phrases such as « du conseil municipal de la ville de… » are on every page: a run under half the longest one is not the passage.
    if (lengthOf(one) * 2 < Math.min(lengthOf(longest), longRunLength)) break
    for (let at = one.from; at < one.to; at += 1) {
      const rank = one.wanted + at - one.from
      if (isTaken[rank] === 0) aligned[at] = rank
      isTaken[rank] = 1
    }
  }
  return aligned
}

/** Finds the runs of letters common to a page and a text. Of several positions in the text, the first one after the previous run is preferred. */
function findSharedRuns(page: string, wanted: string): LetterRun[] {
  const length = Math.min(minRunLength, wanted.length)
  if (length === 0) return []
  const places = new Map<string, number[]>()
  for (let at = 0; at + length <= wanted.length; at += 1) {
    const letters = wanted.slice(at, at + length)
    const known = places.get(letters)
    if (known) known.push(at)
    else places.set(letters, [at])
  }
  const stretches: LetterRun[] = []
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

/** 0: outside the passage; 1: in the passage; 2: in an answering part of it. */
export type MarkLevel = 0 | 1 | 2

interface TextSpan {
  /** Index of the text item. */
  item: number
  /** Offsets in the text item, in UTF-16 units. */
  from: number
  to: number
  level: MarkLevel
}

/** Passage to find on a page. */
export interface MarkedPassage {
  text: string
  /** Answering parts of the text, in UTF-16 units. */
  parts: readonly { from: number; to: number }[]
  /** Part of the page, from 0 to 1, that precedes the passage. */
  share: number
}

/**
 * Splits the text items of a page at the boundaries of a passage and of its parts, so that every character is in one span. Punctuation and spaces belong
 * to the span of the letter before them.
 */
export function splitSpans(pieces: readonly string[], { text: passage, parts, share }: MarkedPassage): TextSpan[] {
  const page = pieces.map(normalizeLetters).join('')
  const aligned = alignLetters(page, normalizeLetters(passage), share)
  const lettersBefore = (at: number) => normalizeLetters(passage.slice(0, at)).length
  const answering = parts.map(({ from, to }) => ({ from: lettersBefore(from), to: lettersBefore(to) }))
  const levelAt = (letter: number): MarkLevel => {
    const rank = aligned[letter] ?? -1
    if (rank === -1) return 0
    return answering.some(({ from, to }) => rank >= from && rank < to) ? 2 : 1
  }
  const spans: TextSpan[] = []
  let letter = 0
  pieces.forEach((text, piece) => {
    let last: TextSpan | undefined
    let at = 0
    for (const sign of text) {
      const letters = normalizeLetters(sign).length
      const level = letters > 0 ? levelAt(letter) : (last?.level ?? levelAt(letter))
      letter += letters
      if (last?.level === level) last.to = at + sign.length
      else spans.push((last = { item: piece, from: at, to: at + sign.length, level }))
      at += sign.length
    }
  })
  return spans
}

/** Returns the share, from 0 to 1, of the letters of a text that are found on a page. */
export function sharedFraction(pieces: readonly string[], text: string): number {
  const wanted = normalizeLetters(text)
  const found = alignLetters(pieces.map(normalizeLetters).join(''), wanted, 0).reduce((sum, rank) => sum + Number(rank !== -1), 0)
  return wanted === '' ? 0 : Math.min(1, found / wanted.length)
}

/** Approximate relative width of a character in most typefaces, so that offsets in a line can be located without its font. */
const relativeWidth = (sign: string): number => {
  if (/[iljtfrIJ.,;:!|'’`()[\]\s-]/.test(sign)) return 0.5
  if (/[mwMWœ—]/.test(sign)) return 1.5
  return /[\p{Lu}]/u.test(sign) ? 1.25 : 1
}

/** Returns the start and the end of a part of a line, as fractions of its width. */
export function lineFractions(text: string, from: number, to: number): [start: number, end: number] {
  const widths = [...text].map((sign) => ({ units: sign.length, width: relativeWidth(sign) }))
  const whole = widths.reduce((sum, { width }) => sum + width, 0) || 1
  let [at, start, end] = [0, 0, 0]
  for (const { units, width } of widths) {
    if (at < from) start += width
    if (at < to) end += width
    at += units
  }
  return [start / whole, end / whole]
}

export interface PageBox {
  /** Distances from the left and the top of the page, in its own units at scale 1. */
  x: number
  y: number
  width: number
  height: number
}

/** Returns the smallest box around all the boxes; null when there are none. */
export function boundsOf(boxes: readonly PageBox[]): PageBox | null {
  if (boxes.length === 0) return null
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))]
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** Merges consecutive boxes of the same line into one highlight. */
export function joinBoxes(boxes: readonly PageBox[]): PageBox[] {
  const joined: PageBox[] = []
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
