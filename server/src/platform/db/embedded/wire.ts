/** Message types after which PostgreSQL answers: Query, Sync, Flush, CopyDone, CopyFail. */
const ENDS_RUN = new Set([...'QSHcf'].map((letter) => letter.charCodeAt(0)))
const TERMINATE = 'X'.charCodeAt(0)

type Framer = { push(chunk: Uint8Array): Uint8Array | undefined }

/**
 * Creates a framer, which splits the bytes of one PostgreSQL client connection into runs for the engine: the start-up packet alone, then everything up to
 * the last message that requires an answer. An incomplete message waits for its end. Source: PostgreSQL documentation, "Message Flow". Terminate is
 * dropped: the session outlives its clients.
 */
export function createFramer(): Framer {
  let pending: Buffer = Buffer.alloc(0)
  let isStarted = false

  return {
    push(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes])
      if (!isStarted) {
        const length = pending.length < 4 ? Infinity : pending.readInt32BE(0)
        if (pending.length < length) return undefined
        isStarted = true
        return take(length)
      }
      let offset = 0
      let runEnd = 0
      while (pending.length - offset >= 5) {
        const length = pending.readInt32BE(offset + 1) + 1
        if (pending.length - offset < length || pending[offset] === TERMINATE) break
        offset += length
        if (ENDS_RUN.has(pending[offset - length]!)) runEnd = offset
      }
      return runEnd === 0 ? undefined : take(runEnd)
    },
  }

  function take(length: number): Uint8Array {
    const run = pending.subarray(0, length)
    pending = pending.subarray(length)
    return run
  }
}

/** Whether an answer ends with ReadyForQuery, as the answer to a Query or a Sync must. */
export function endsReady(tail: Uint8Array): boolean {
  const index = tail.length - 6
  return index >= 0 && tail[index] === 0x5a && tail[index + 1] === 0 && tail[index + 2] === 0 && tail[index + 3] === 0 && tail[index + 4] === 5
}

/** Whether a run must be answered by ReadyForQuery: its last message is Query or Sync. */
export function expectsReady(run: Uint8Array): boolean {
  const view = Buffer.from(run.buffer, run.byteOffset, run.byteLength)
  let offset = 0
  let last = 0
  while (offset + 5 <= view.length) {
    last = view[offset]!
    offset += view.readInt32BE(offset + 1) + 1
  }
  return last === 0x51 || last === 0x53
}

/** Builds a simple Query message, for the clean-up between two clients. */
export function simpleQuery(sql: string): Uint8Array {
  const text = Buffer.from(`${sql}\0`)
  const message = Buffer.alloc(5 + text.length)
  message[0] = 0x51
  message.writeInt32BE(4 + text.length, 1)
  text.copy(message, 5)
  return message
}
