/** A lexical unit of RTF. Bytes are raw: their meaning depends on the current font. */
type RtfToken =
  | { type: 'open' }
  | { type: 'close' }
  | { type: 'word'; word: string; parameter: number | null }
  | { type: 'symbol'; symbol: string }
  | { type: 'byte'; byte: number }

const LETTER = (c: number | undefined) => c !== undefined && ((c >= 97 && c <= 122) || (c >= 65 && c <= 90))
const DIGIT = (c: number | undefined) => c !== undefined && c >= 48 && c <= 57

/** Splits RTF into tokens. Embedded binary data (`\bin`) is skipped. */
export function* rtfTokens(bytes: Uint8Array): Generator<RtfToken> {
  let i = 0
  while (i < bytes.length) {
    const c = bytes[i]!
    if (c === 0x7b) {
      i++
      yield { type: 'open' }
      continue
    }
    if (c === 0x7d) {
      i++
      yield { type: 'close' }
      continue
    }
    if (c !== 0x5c) {
      i++
      if (c !== 0x0a && c !== 0x0d && c !== 0) yield { type: 'byte', byte: c }
      continue
    }
    const next = bytes[++i]
    if (next === undefined) return
    if (next === 0x27) {
      const byte = parseInt(String.fromCharCode(bytes[i + 1] ?? 0, bytes[i + 2] ?? 0), 16)
      i += 3
      if (!Number.isNaN(byte)) yield { type: 'byte', byte }
      continue
    }
    if (!LETTER(next)) {
      i++
      yield { type: 'symbol', symbol: String.fromCharCode(next) }
      continue
    }
    let end = i
    while (LETTER(bytes[end]) && end - i < 32) end++
    const word = Buffer.from(bytes.subarray(i, end)).toString('latin1')
    let last = end
    if (bytes[last] === 0x2d && DIGIT(bytes[last + 1])) last++
    while (DIGIT(bytes[last]) && last - end < 12) last++
    const parameter = last > end ? parseInt(Buffer.from(bytes.subarray(end, last)).toString('latin1'), 10) : null
    i = bytes[last] === 0x20 ? last + 1 : last
    if (word === 'bin') i += Math.max(0, parameter ?? 0)
    else yield { type: 'word', word, parameter }
  }
}
