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
function alignLetters(page: string, quote: string, share: number): Int32Array {
  const alignment = new Int32Array(page.length).fill(-1)
  const expectedMatches = share * page.length
  const all = findSharedRuns(page, quote)
  const lengthOf = ({ from, to }: LetterRun) => to - from
  const byLength = (anchor: number) => (a: LetterRun, b: LetterRun) => lengthOf(b) - lengthOf(a) || Math.abs(a.from - anchor) - Math.abs(b.from - anchor)
  const longest = all.toSorted(byLength(expectedMatches))[0]
  if (longest === undefined) return alignment
  const isTaken = new Uint8Array(quote.length)
  for (const run of all.toSorted(byLength(longest.from))) {
    // Phrases such as « du conseil municipal de la ville de… » are on every page: a run under half the longest one is not the passage.
    if (lengthOf(run) * 2 < Math.min(lengthOf(longest), longRunLength)) break
    for (let index = run.from; index < run.to; index += 1) {
      const rank = run.wanted + index - run.from
      if (isTaken[rank] === 0) alignment[index] = rank
      isTaken[rank] = 1
    }
  }
  return alignment
}

/** Finds the runs of letters common to a page and a text. Of several positions in the text, the first one after the previous run is preferred. */
function findSharedRuns(page: string, quote: string): LetterRun[] {
  const length = Math.min(minRunLength, quote.length)
  if (length === 0) return []
  const places = new Map<string, number[]>()
  for (let index = 0; index + length <= quote.length; index += 1) {
    const letters = quote.slice(index, index + length)
    const knownPositions = places.get(letters)
    if (knownPositions) knownPositions.push(index)
    else places.set(letters, [index])
  }
  const stretches: LetterRun[] = []
  let end = 0
  for (let index = 0; index + length <= page.length;) {
    const positions = places.get(page.slice(index, index + length))
    if (positions === undefined) {
      index += 1
      continue
    }
    const place = positions.find((position) => position >= end) ?? positions[0]!
    let agreed = length
    while (place + agreed < quote.length && page[index + agreed] === quote[place + agreed]) agreed += 1
    stretches.push({ from: index, to: index + agreed, wanted: place })
    index += agreed
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
  const alignment = alignLetters(page, normalizeLetters(passage), share)
  const lettersBefore = (index: number) => normalizeLetters(passage.slice(0, index)).length
  const answering = parts.map(({ from, to }) => ({ from: lettersBefore(from), to: lettersBefore(to) }))
  const levelAt = (letter: number): MarkLevel => {
    const rank = alignment[letter] ?? -1
    if (rank === -1) return 0
    return answering.some(({ from, to }) => rank >= from && rank < to) ? 2 : 1
  }
  const spans: TextSpan[] = []
  let letter = 0
  pieces.forEach((text, piece) => {
    let last: TextSpan | undefined
    let index = 0
    for (const sign of text) {
      const letters = normalizeLetters(sign).length
      const level = letters > 0 ? levelAt(letter) : (last?.level ?? levelAt(letter))
      letter += letters
      if (last?.level === level) last.to = index + sign.length
      else spans.push((last = { item: piece, from: index, to: index + sign.length, level }))
      index += sign.length
    }
  })
  return spans
}

/** Returns the share, from 0 to 1, of the letters of a text that are found on a page. */
export function sharedFraction(pieces: readonly string[], text: string): number {
  const quote = normalizeLetters(text)
  const matchCount = alignLetters(pieces.map(normalizeLetters).join(''), quote, 0).reduce((sum, rank) => sum + Number(rank !== -1), 0)
  return quote === '' ? 0 : Math.min(1, matchCount / quote.length)
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
  const totalWidth = widths.reduce((sum, { width }) => sum + width, 0) || 1
  let [index, start, end] = [0, 0, 0]
  for (const { units, width } of widths) {
    if (index < from) start += width
    if (index < to) end += width
    index += units
  }
  return [start / totalWidth, end / totalWidth]
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
  const joinedBoxes: PageBox[] = []
  for (const box of boxes) {
    const last = joinedBoxes.at(-1)
    const isSameLine = last !== undefined && Math.abs(last.y + last.height / 2 - (box.y + box.height / 2)) < Math.min(last.height, box.height) / 2
    const gap = last === undefined ? Infinity : box.x - (last.x + last.width)
    if (last && isSameLine && gap > -last.height && gap < last.height * 2) {
      const right = Math.max(last.x + last.width, box.x + box.width)
      const bottom = Math.max(last.y + last.height, box.y + box.height)
      last.y = Math.min(last.y, box.y)
      last.width = right - last.x
      last.height = bottom - last.y
    } else joinedBoxes.push({ ...box })
  }
  return joinedBoxes
}
