import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FairTurns } from './db/fair-turns.ts'

/** What ended an answer before its end, which `onFailure` was told of. What sends it writes it in the log: it says nothing of what is sent. */
export class CutAnswer extends Error {
  /** That of the failure: an answer that was not begun yet tells it. */
  readonly code: unknown

  constructor(failure: unknown) {
    super('answer cut before its end')
    this.code = (failure as { code?: unknown } | null)?.code
  }
}

/** What a turn is counted for, whatever it waited for meanwhile: about what a processor puts into words. */
const charactersPerMs = 10_000

/**
 * An answer too large to be made at once: an object, one list of which comes as it is read. What is sent is the same text as if
 * it had been made whole; meanwhile others have their turn, and a reader who is slow, or gone, has no more read for them.
 * @typeParam T the answer; `list` is the name of its list
 */
export class AnswerInPieces<T> {
  readonly head: T
  readonly list: keyof T & string
  readonly pieces: AsyncIterator<readonly unknown[]>

  /** @param head the answer with the first items of its list @param pieces the others, a few at a time, in order */
  constructor(head: T, list: keyof T & string, pieces: AsyncIterator<readonly unknown[]>) {
    this.head = head
    this.list = list
    this.pieces = pieces
  }

  /**
   * The text to send. A failure on the way ends it before its end: what was received is not JSON, and cannot be taken for the whole.
   * @param present what the contract keeps of an answer
   * @param onFailure told of what cut it; nobody else is, since what is sent cannot be taken back
   * @param turns one for all the answers of this process: of twenty that are sent at once, one puts a piece into words at a time, and
   * whatever else has come since passes before the next
   */
  text(present: (answer: T) => unknown, onFailure: (error: unknown) => void, turns: Pick<FairTurns, 'take'>): Readable {
    const { head, list, pieces } = this
    const itemsText = (items: readonly unknown[]) => JSON.stringify((present({ ...head, [list]: items }) as Record<string, unknown>)[list]).slice(1, -1)
    // Read on behalf of the caller, whoever pulls: statements and turns are counted to them.
    const asCaller = AsyncLocalStorage.snapshot()
    const cut = (error: unknown): never => {
      onFailure(error)
      throw new CutAnswer(error)
    }
    // Reading is part of the turn: what is read before it can be put into words takes memory, and the time of whoever is served meanwhile.
    const inTurn = async (make: () => string | Promise<string | undefined>): Promise<string | undefined> => {
      const leave = await asCaller(() => turns.take()).catch(cut)
      let made: string | undefined
      try {
        return (made = await make())
      } finally {
        const cost = (made?.length ?? 0) / charactersPerMs
        if (cost < 1) leave(cost)
        else void setImmediate().then(() => leave(cost))
      }
    }
    const nextText = async (): Promise<string | undefined> => {
      const { done, value } = await asCaller(() => pieces.next()).catch(cut)
      return done ? undefined : itemsText(value)
    }
    async function* parts() {
      const { [list]: _items, ...rest } = present({ ...head, [list]: [] }) as Record<string, unknown>
      const before = JSON.stringify(rest).slice(0, -1)
      let separator = `${before.length > 1 ? `${before},` : before}${JSON.stringify(list)}:[`
      let text = await inTurn(() => itemsText(head[list] as readonly unknown[]))
      for (; text !== undefined; text = await inTurn(nextText)) {
        if (text === '') continue
        yield separator + text
        separator = ','
      }
      yield `${separator === ',' ? '' : separator}]}`
    }
    // Nothing is read ahead.
    return Readable.from(parts(), { highWaterMark: 1 })
  }
}
