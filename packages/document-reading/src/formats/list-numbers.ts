const ROMAN: [string, number][] = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
]
const MAX_ROMAN = 3999
/** Highest number written in letters; no real list goes further. */
const MAX_LETTERS = 26 * 10

/** Writes a number in letters: « a » to « z », then « aa », « bb ». In digits outside 1 to `MAX_LETTERS`. */
export function toLetters(count: number): string {
  if (count < 1 || count > MAX_LETTERS) return String(count)
  return String.fromCharCode(97 + ((count - 1) % 26)).repeat(Math.ceil(count / 26))
}

/** Writes a number in Roman numerals: « iv ». In digits outside 1 to 3999. */
export function toRoman(count: number): string {
  if (count < 1 || count > MAX_ROMAN) return String(count)
  let remaining = count
  return ROMAN.map(([sign, value]) => {
    const repeatCount = Math.floor(remaining / value)
    remaining %= value
    return sign.repeat(repeatCount)
  }).join('')
}
