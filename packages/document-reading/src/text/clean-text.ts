/** Counts of the characters removed from a text because a reader would not see them (trust case LLM-04). */
type HiddenCharacters = { tags: number; bidi: number; zeroWidth: number }

const TAGS = /[\u{E0000}-\u{E007F}]|[\u{E0100}-\u{E01EF}]/gu
const BIDI = /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/g
// U+200D joins emoji into one drawing: it is kept only between two pictographs.
const ZERO_WIDTH = /[\u200B\u200C\u2060-\u2064\uFEFF\u180E\uFFF9-\uFFFB]|\u034F|(?<!\p{Extended_Pictographic}\uFE0F?)\u200D/gu
const INVISIBLE = /[\u{E0000}-\u{E007F}\u202A-\u202E\u2060-\u2069\u200B-\u200F\u061C\uFEFF\u180E\uFFF9-\uFFFB]|\u034F|[\u{E0100}-\u{E01EF}]/u
const LIGATURES: Record<string, string> = {
  'ﬀ': 'ff',
  'ﬁ': 'fi',
  'ﬂ': 'fl',
  'ﬃ': 'ffi',
  'ﬄ': 'ffl',
  'ﬅ': 'st',
  'ﬆ': 'st',
}
// C1 controls of Unicode are in practice Windows-1252 bytes decoded as Latin-1.
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

/** Creates a zero count, to be filled by `cleanText`. */
export function noHiddenCharacters(): HiddenCharacters {
  return { tags: 0, bidi: 0, zeroWidth: 0 }
}

/**
 * Normalises a text as `cleanCharacters`, and collapses its blanks. Single line breaks and one empty line are kept.
 * @param hiddenCharacters counts that the removed characters are added to
 */
export const cleanText = (text: string, hiddenCharacters: HiddenCharacters): string =>
  cleanCharacters(text, hiddenCharacters)
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/**
 * Normalises the characters of a text: NFC, ligatures replaced, soft hyphens and invisible characters removed, control characters replaced with spaces.
 * PostgreSQL can store the result (no NUL, no lone surrogate).
 * @param hiddenCharacters counts that the removed characters are added to
 */
export function cleanCharacters(text: string, hiddenCharacters: HiddenCharacters): string {
  let clean = text
  if (INVISIBLE.test(clean)) {
    clean = count(clean, TAGS, (n) => {
      hiddenCharacters.tags += n
    })
    clean = count(clean, BIDI, (n) => {
      hiddenCharacters.bidi += n
    })
    clean = count(clean, ZERO_WIDTH, (n) => {
      hiddenCharacters.zeroWidth += n
    })
  }
  return clean
    .replace(/[\uFB00-\uFB06]/g, (ligature) => LIGATURES[ligature] ?? ligature)
    .replace(/[\u0080-\u009F]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? ' ')
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/\u00AD/g, '')
    .replace(/_x00[01][0-9A-F]_/g, ' ')
    .replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFFFE\uFFFF]/g, ' ')
    .toWellFormed()
    .normalize('NFC')
}

/** Whether hidden characters were put on purpose. A few zero-width characters are ordinary typesetting; tags and many direction overrides are not. */
export function looksDeliberate(hiddenCharacters: HiddenCharacters): boolean {
  return hiddenCharacters.tags > 0 || hiddenCharacters.bidi > 3 || hiddenCharacters.zeroWidth > 20
}

function count(text: string, pattern: RegExp, add: (n: number) => void): string {
  const stripped = text.replace(pattern, '')
  add(text.length - stripped.length)
  return stripped
}
