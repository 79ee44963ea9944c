import type { Socket } from 'node:net'
import { buildConnector, Client, Pool, type Dispatcher } from 'undici'

/**
 * Number of answers being received above which connections are read late. Below it, an answer costs little and each of its pieces is read at once.
 * What costs with many answers is that each piece wakes the process: read together, a hundred connections wake it once.
 */
const maxPromptAnswers = 50
const tickMs = 100
/** Number of answers above which the tick is longer. */
const manyAnswers = 500
const longTickMs = 150
/** Bytes that one read of a socket can give: after so many, the rest of an answer is read at once. */
const maxRead = 65_536

/** Connection that may be read at the common tick rather than at once. */
export interface LateConnection {
  /** Declares that the first words of an answer have been received: with many answers, its next pieces are read at the common tick. */
  answer(): void
  /** Declares that the answer has ended. A late read is done at once. */
  release(): void
}

/** Handler of an answer, which receives its connection before the request is sent. */
export interface LateHandler extends Dispatcher.DispatchHandler {
  onConnection(connection: LateConnection): void
}

/** Common tick of the late reads, for all the model servers of the process. */
export interface ReadTick {
  /** Returns whether there are so many answers that connections are read late. */
  isBusy(): boolean
  /** Runs `read` at the next tick. */
  add(read: () => void): void
  /** Adds to the number of answers being received. */
  count(change: 1 | -1): void
}

export function createReadTick(): ReadTick {
  let answers = 0
  let reads: (() => void)[] = []
  const run = () => {
    const due = reads
    reads = []
    for (const read of due) read()
  }
  return {
    isBusy: () => answers > maxPromptAnswers,
    add(read) {
      if (reads.length === 0) setTimeout(run, answers > manyAnswers ? longTickMs : tickMs)
      reads.push(read)
    },
    count: (change) => void (answers += change),
  }
}

/**
 * Creates a pool of connections to a model server, read late when there are many answers. A connection of HTTP/2, which several answers share, is never
 * read late: it already wakes the process for all of them.
 */
export function createLatePool(origin: string, options: Pool.Options & { connectTimeoutMs: number }, tick: ReadTick): Pool {
  // With a buffer of one byte, the socket stops reading after each piece, until `_read`.
  const connect = buildConnector({ timeout: options.connectTimeoutMs, highWaterMark: 1 } as buildConnector.BuildOptions)
  return new Pool(origin, { ...options, factory: (url, clientOptions) => new LateClient(url, clientOptions, connect, tick) })
}

/** Client of one connection, which reads one answer at a time. */
class LateClient extends Client {
  readonly #connection: Connection

  constructor(url: URL, options: Client.Options, connect: buildConnector.connector, tick: ReadTick) {
    const connection = new Connection(tick)
    super(url, {
      ...options,
      connect: (target, callback) =>
        connect(target, (...result) => {
          const [error, socket] = result
          if (error === null && !('alpnProtocol' in socket && socket.alpnProtocol === 'h2')) connection.delayReadsOf(socket)
          callback(...result)
        }),
    })
    this.#connection = connection
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if ('onConnection' in handler) (handler as LateHandler).onConnection(this.#connection)
    return super.dispatch(options, handler)
  }
}

class Connection implements LateConnection {
  readonly #tick: ReadTick
  #isAnswering = false
  /** Read that waits for the tick. */
  #lateRead: (() => void) | null = null

  constructor(tick: ReadTick) {
    this.#tick = tick
  }

  delayReadsOf(socket: Socket): void {
    const read = socket._read.bind(socket)
    let bytesRead = 0
    socket._read = (size) => {
      const isFull = socket.bytesRead - bytesRead >= maxRead
      bytesRead = socket.bytesRead
      if (isFull || !this.#isAnswering || !this.#tick.isBusy()) return read(size)
      const lateRead = () => {
        // Done already, when the answer has ended meanwhile.
        if (this.#lateRead !== lateRead) return
        this.#lateRead = null
        if (!socket.destroyed) read(size)
      }
      this.#lateRead = lateRead
      this.#tick.add(lateRead)
    }
  }

  answer(): void {
    if (this.#isAnswering) return
    this.#isAnswering = true
    this.#tick.count(1)
  }

  release(): void {
    if (!this.#isAnswering) return
    this.#isAnswering = false
    this.#tick.count(-1)
    this.#lateRead?.()
  }
}
