import iconv from 'iconv-lite'

/**
 * Decodes a text file of unknown encoding. Tests in order: byte order mark, position of NUL bytes (UTF-16), UTF-8 with at most a few broken characters.
 * Otherwise Windows-1252 or Mac Roman, whichever gives more plausible French.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: string } {
  const encoding = detectEncoding(bytes)
  const text = iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding)
  // The library's Mac Roman predates the euro sign.
  return { text: encoding === 'macroman' ? text.replaceAll('¤', '€') : text, encoding }
}

/** Detects the iconv name of the encoding of a text file. */
function detectEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const utf16 = utf16WithoutMark(bytes)
  if (utf16) return utf16
  if (isUtf8(bytes) || isBrokenUtf8(bytes)) return 'utf-8'
  const sample = sampleNonAscii(bytes)
  return frenchScore(sample, 'macroman') > frenchScore(sample, 'windows-1252') ? 'macroman' : 'windows-1252'
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // `stream` accepts a file cut in the middle of its last character.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return false
  }
  // A single accent, as the very last byte, is not a cut character but the end of “été” in Windows-1252.
  const last = bytes.findLastIndex((byte) => byte < 0x80) + 1
  const endsCut = last < bytes.length && !isCompleteUtf8(bytes.subarray(last))
  return !endsCut || bytes.subarray(0, last).some((byte) => byte >= 0x80)
}

/** Ratio of whole to broken characters above which a text is UTF-8: Mac Roman text has a few whole ones by chance, as at the start of « l’été ». */
const MIN_WHOLE_RATIO = 4

/** Whether only a few characters of a UTF-8 text are cut or broken, as by programs that limit texts to a number of bytes. */
function isBrokenUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes)
  let validCount = 0
  let invalidCount = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0xfffd) invalidCount++
    else if (code >= 0x80) validCount++
  }
  return validCount > MIN_WHOLE_RATIO * invalidCount
}

function isCompleteUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

const SAMPLE_ACCENTS = 4000

/** Bytes around the first non-ASCII bytes: only these decide between encodings. */
function sampleNonAscii(bytes: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = []
  for (let i = 0; i < bytes.length && pieces.length < SAMPLE_ACCENTS; i++) {
    if (bytes[i]! < 0x80) continue
    pieces.push(bytes.subarray(Math.max(0, i - 2), i + 3))
    i += 2
  }
  return Buffer.concat(pieces)
}

function utf16WithoutMark(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 4096)
  if (sample.length < 4) return null
  const nul = [0, 0]
  sample.forEach((byte, i) => {
    if (byte === 0) nul[i & 1]!++
  })
  const halfLength = sample.length / 2
  if (nul[1]! > halfLength * 0.6 && nul[0]! < halfLength * 0.1) return 'utf-16le'
  if (nul[0]! > halfLength * 0.6 && nul[1]! < halfLength * 0.1) return 'utf-16be'
  return null
}

/**
 * Plausibility of an encoding for French: accented letters beside lower-case letters count for it, odd symbols inside words and control characters against
 * it.
 */
function frenchScore(bytes: Uint8Array, encoding: string): number {
  const text = iconv.decode(Buffer.from(bytes), encoding)
  const plausible = text.match(/[a-z][éèêàâçùûîôïëœ]|[éèêàâçùûîôïëœ][a-z]|[a-z]’[a-zéèêàâ]|[ÉÈÀÇÊÔ][A-Z]| « | »|\d €/g)?.length ?? 0
  const odd = text.match(/[a-z][^\x00-\x7Féèêàâçùûîôïëœæüöäáíóúñ’ \u00A0«»–—…€°²³A-Z]/g)?.length ?? 0
  const controls = text.match(/[\u0080-\u009F]/g)?.length ?? 0
  return plausible - 2 * odd - 2 * controls
}
