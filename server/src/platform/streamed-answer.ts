import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FairQueue } from './db/fair-queue.ts'

/** Error that ends an answer early, after `onFailure` was called. Its message contains nothing of the answer, so the sender may log it. */
export class InterruptedAnswer extends Error {
  /** Code of the original error, for an answer whose sending had not started. */
  readonly code: unknown

  constructor(failure: unknown) {
    super('answer cut before its end')
    this.code = (failure as { code?: unknown } | null)?.code
  }
}

/** Characters of JSON that a processor produces in a millisecond, about: the cost charged for a scheduling turn, however long the turn waited. */
const charactersPerMs = 10_000

/**
 * JSON answer too large to be built at once: an object whose list `list` is read in parts as it is sent. The text sent is the same as if it had been built
 * whole. Other requests are served between two parts, and nothing more is read for a slow or disconnected client.
 * @typeParam T the answer; `list` is the name of its list
 */
export class StreamedAnswer<T> {
  readonly head: T
  readonly list: keyof T & string
  readonly batches: AsyncIterator<readonly unknown[]>

  /** @param head the answer with the first items of its list @param pieces the next items, a few at a time, in order */
  constructor(head: T, list: keyof T & string, pieces: AsyncIterator<readonly unknown[]>) {
    this.head = head
    this.list = list
    this.batches = pieces
  }

  /**
   * Streams the JSON text. A failure ends the stream early: what was received is not valid JSON, so it cannot be mistaken for the whole answer.
   * @param present filters an answer through its contract schema
   * @param onFailure called with the error that ended the stream
   * @param turns scheduler shared by all the answers of this process: only one of them serialises a part at a time, and other work passes before the next
   *   part
   */
  text(present: (answer: T) => unknown, onFailure: (error: unknown) => void, turns: Pick<FairQueue, 'acquire'>): Readable {
    const { head, list, batches } = this
    const itemsText = (items: readonly unknown[]) => JSON.stringify((present({ ...head, [list]: items }) as Record<string, unknown>)[list]).slice(1, -1)
    // Whoever pulls the stream, charge statements and turns to the caller.
    const asCaller = AsyncLocalStorage.snapshot()
    const fail = (error: unknown): never => {
      onFailure(error)
      throw new InterruptedAnswer(error)
    }
    // Reading belongs to the turn as well: rows read before their turn would fill memory and take time from other requests.
    const withTurn = async (make: () => string | Promise<string | undefined>): Promise<string | undefined> => {
      const releaseTurn = await asCaller(() => turns.acquire()).catch(fail)
      let createdId: string | undefined
      try {
        return (createdId = await make())
      } finally {
        const cost = (createdId?.length ?? 0) / charactersPerMs
        if (cost < 1) releaseTurn(cost)
        else void setImmediate().then(() => releaseTurn(cost))
      }
    }
    const nextText = async (): Promise<string | undefined> => {
      const { done, value } = await asCaller(() => batches.next()).catch(fail)
      return done ? undefined : itemsText(value)
    }
    async function* parts() {
      const { [list]: _items, ...rest } = present({ ...head, [list]: [] }) as Record<string, unknown>
      const before = JSON.stringify(rest).slice(0, -1)
      let separator = `${before.length > 1 ? `${before},` : before}${JSON.stringify(list)}:[`
      let text = await withTurn(() => itemsText(head[list] as readonly unknown[]))
      for (; text !== undefined; text = await withTurn(nextText)) {
        if (text === '') continue
        yield separator + text
        separator = ','
      }
      yield `${separator === ',' ? '' : separator}]}`
    }
    // Read nothing ahead.
    return Readable.from(parts(), { highWaterMark: 1 })
  }
}
