const LF = 10
const CR = 13
const SPACE = 32
const COLON = 58

/** A line longer than this is no chat chunk: the stream is given up. */
export const MAX_LINE_BYTES = 1_048_576

export class LineTooLong extends Error {}

/**
 * Cuts a stream of bytes into server-sent `data` payloads.
 *
 * Works on bytes up to the end of a line, so that a character split between two chunks is whole
 * when it is decoded. Comments, unknown fields and the data of any named event other than
 * `message` and `error` are ignored: a hostile server can only ever produce text (CVE-2025-64496).
 *
 * @param onData receives the payload of one `data:` line and the name of its event
 * @returns feed: takes the next chunk; throws LineTooLong beyond 1 MB without an end of line
 */
export const sseLines = (onData: (payload: string, event: string) => void) => {
  let event = ''
  let held = Buffer.alloc(0)
  let heldLength = 0

  const hold = (bytes: Buffer) => {
    const needed = heldLength + bytes.length
    if (needed > MAX_LINE_BYTES) throw new LineTooLong()
    if (needed > held.length) {
      const grown = Buffer.allocUnsafe(Math.max(512, needed * 2))
      held.copy(grown, 0, 0, heldLength)
      held = grown
    }
    bytes.copy(held, heldLength)
    heldLength = needed
  }

  const field = (bytes: Buffer, nameLength: number, start: number, end: number) => {
    let from = start + nameLength + 1
    if (bytes[from] === SPACE) from++
    return bytes.toString('utf8', Math.min(from, end), end)
  }

  const line = (bytes: Buffer, start: number, lineEnd: number) => {
    const end = lineEnd > start && bytes[lineEnd - 1] === CR ? lineEnd - 1 : lineEnd
    if (end === start) {
      event = ''
    } else if (bytes[start] === 0x64 && bytes[start + 4] === COLON && bytes.toString('latin1', start, start + 4) === 'data') {
      if (event === '' || event === 'message' || event === 'error') onData(field(bytes, 4, start, end), event)
    } else if (bytes[start] === 0x65 && bytes.toString('latin1', start, start + 6) === 'event:') {
      event = field(bytes, 5, start, end)
    }
  }

  return (chunk: Buffer): void => {
    let from = 0
    for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, from)) {
      if (heldLength > 0) {
        hold(chunk.subarray(from, at))
        const length = heldLength
        heldLength = 0
        line(held, 0, length)
      } else {
        line(chunk, from, at)
      }
      from = at + 1
    }
    if (from < chunk.length) hold(from === 0 ? chunk : chunk.subarray(from))
  }
}
