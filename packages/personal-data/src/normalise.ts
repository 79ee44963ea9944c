/** A text with plain spaces, digits and quotes, and the place of each of its characters in the original. */
type NormalisedText = {
  text: string
  /** Offset in the original of the start of each character, and of the end of the last; null when both texts have the same offsets. */
  starts: Int32Array | null
}

const spaces = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g
const apostrophes = /[\u2018\u2019\u02bc\u2032\u00b4]/g
const dashes = /[\u2010-\u2015\u2212\u00b7]/g
const wideSigns = /[\uff01-\uff5e]/g
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9]/g
/** Characters without width, direction marks and soft hyphens: they split a number or a name without being seen. */
const invisible = /\u00ad|\u034f|\u180e|[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/
/** Characters that are removed, or joined with the one before: combining marks. */
const shifting = /\u00ad|\u180e|[\u0300-\u036f]|[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/

/** Replaces characters by their plain form, without moving any. */
function replaceAlike(text: string): string {
  const plain = text.replace(spaces, ' ').replace(apostrophes, "'").replace(dashes, '-')
  const narrow = plain.replace(wideSigns, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
  return narrow.replace(otherDigits, (digit) => String(digit.charCodeAt(0) & 15))
}

/**
 * Returns the text that detectors read: no-break and wide spaces as spaces, dashes as hyphens, curly apostrophes as straight ones, full-width and Arabic
 * digits as ASCII digits, letters composed with their accents, characters without width removed.
 */
export function normalise(original: string): NormalisedText {
  if (!shifting.test(original)) return { text: replaceAlike(original), starts: null }
  const starts = new Int32Array(original.length + 1)
  const signs: string[] = []
  let length = 0
  for (let at = 0; at < original.length; at++) {
    const sign = original[at]!
    if (invisible.test(sign)) continue
    const code = sign.charCodeAt(0)
    const last = signs[length - 1]
    if (code >= 0x300 && code <= 0x36f && last !== undefined) {
      const composed = (last + sign).normalize('NFC')
      if (composed.length === 1) signs[length - 1] = composed
      // A mark that no letter takes is dropped: it belongs to the character before it.
      continue
    }
    starts[length] = at
    signs[length++] = sign
  }
  starts[length] = original.length
  return { text: replaceAlike(signs.join('')), starts: starts.subarray(0, length + 1) }
}

/** Returns the offset in the original of the start of a character. */
export const originalStart = ({ starts }: NormalisedText, offset: number): number => starts?.[offset] ?? offset

/** Returns the offset in the original just after the character before `offset`, with its accents; invisible characters that follow are left out. */
export function originalEnd({ starts }: NormalisedText, offset: number, original: string): number {
  if (starts === null) return offset
  let end = starts[offset - 1]! + 1
  while (end < starts[offset]! && original.charCodeAt(end) >= 0x300 && original.charCodeAt(end) <= 0x36f) end++
  return end
}

/** Returns a text in lower case without accents: `Şahin` becomes `sahin`. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (!/[^\0-~]/.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ıłøđœæßð]/g, (sign) => plainLetters[sign] ?? sign)
}

const plainLetters: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', ø: 'o', đ: 'd', œ: 'oe', æ: 'ae', ß: 'ss', ð: 'd' }
