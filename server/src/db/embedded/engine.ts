import type { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { Log } from '../../log.ts'
import { DatabaseError, unavailable } from '../errors.ts'
import type { EngineMessage, EngineRequest, EngineStorage } from './engine-messages.ts'
import { WireStream } from './wire-stream.ts'

/** Deep expressions need it: with Node's default stack they come back empty and leave the engine dead. */
const STACK_MB = 64
const PATIENCE_MS = 30 * 60_000
const CLOSE_MS = 10_000
const REOPEN_DELAYS_MS = [0, 1_000, 5_000, 30_000]

type EngineOptions = {
  storage: EngineStorage
  /** How long one statement may stay unanswered before the thread is stopped, in milliseconds. */
  watchdogMs: number
  /** Asked when the database does not open: whether something was done about it, so that trying again at once is sensible. */
  makeRoom?: () => boolean
  /** The thread's script; tests give one that misbehaves. */
  script?: URL
}

export type Engine = {
  /** A new client connection, for the `stream` option of `pg`. */
  stream(): Duplex
  /** Copies the files of the database, as they are between two statements, to a new directory (memory: to a tar file). */
  copyTo(target: string): Promise<void>
  /** Lifts the watchdog's limit to 30 minutes while `work` runs. */
  patiently<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

type Waiting = { since: number; resolve(): void; reject(error: Error): void }

/**
 * Starts the embedded PostgreSQL in its thread and keeps it alive: when a statement stays unanswered, or the engine
 * fails otherwise than by a statement's error, the thread is stopped, whoever waited receives db.unavailable, and the
 * base is reopened (PostgreSQL recovers what was committed). A base in memory starts again from its template.
 * Throws db.unreachable when the first opening fails.
 */
export async function startEngine(options: EngineOptions, log: Log): Promise<Engine> {
  const streams = new Map<number, WireStream>()
  const waiting = new Map<number, Waiting>()
  let sequence = 0
  let clients = 0
  let patience = 0
  let lastAnswer = 0
  let overdue = false
  let closing = false
  let worker: Worker | undefined
  let ready: Promise<void> = launch().catch((error: unknown) => {
    if (options.makeRoom?.() !== true) throw error
    return launch()
  })
  await ready.catch((cause: unknown) => {
    throw new DatabaseError('db.unreachable', 'La base de données embarquée n’a pas pu être ouverte.', { cause })
  })
  const watchdog = setInterval(watch, Math.min(1_000, options.watchdogMs / 4))
  watchdog.unref()

  return { stream, copyTo: (target) => request({ type: 'copy', sequence: ++sequence, target }), patiently, close }

  async function launch(): Promise<void> {
    const launched = new Worker(options.script ?? new URL('./pglite-worker.ts', import.meta.url), {
      workerData: options.storage,
      resourceLimits: { stackSizeMb: STACK_MB },
      execArgv: [],
    })
    await new Promise<void>((resolve, reject) => {
      launched.on('message', (message: EngineMessage) => {
        if (message.type === 'ready') resolve()
        else if (launched === worker) receive(message)
      })
      launched.on('error', (error) => {
        reject(error)
        if (launched === worker) restart(error.message)
      })
      launched.on('exit', () => {
        reject(new Error('the engine stopped while opening'))
        if (launched === worker) restart('the thread stopped')
      })
    })
    if (closing) await launched.terminate()
    else worker = launched
  }

  function receive(message: EngineMessage): void {
    lastAnswer = performance.now()
    if (message.type === 'bytes') streams.get(message.client)?.push(message.bytes)
    else if (message.type === 'done') {
      waiting.get(message.sequence)?.resolve()
      waiting.delete(message.sequence)
    } else if (message.type === 'fatal') restart(message.reason)
  }

  function post(message: EngineRequest): void {
    const transfer = message.type === 'bytes' ? [message.bytes.buffer as ArrayBuffer] : []
    worker?.postMessage(message, transfer)
  }

  function stream(): Duplex {
    const client = ++clients
    const opened = new WireStream({
      ready: () => ready,
      connect: () => {
        streams.set(client, opened)
        post({ type: 'connect', client })
      },
      send: (bytes) => {
        const number = ++sequence
        waiting.set(number, { since: performance.now(), resolve: () => {}, reject: () => {} })
        post({ type: 'bytes', client, sequence: number, bytes })
      },
      closed: () => streams.delete(client),
    })
    return opened
  }

  async function request(message: EngineRequest & { sequence: number }): Promise<void> {
    await ready
    await patiently(
      () =>
        new Promise<void>((resolve, reject) => {
          waiting.set(message.sequence, { since: performance.now(), resolve, reject })
          post(message)
        }),
    )
  }

  async function patiently<T>(work: () => Promise<T>): Promise<T> {
    patience += 1
    try {
      return await work()
    } finally {
      patience -= 1
    }
  }

  /** Requests are answered in order: the first in the map is the oldest, and those behind it only queue. */
  function watch(): void {
    const [oldest] = waiting.values()
    const limit = patience > 0 ? PATIENCE_MS : options.watchdogMs
    const seenOverdue = overdue
    overdue = oldest !== undefined && performance.now() - Math.max(oldest.since, lastAnswer) > limit
    // Seen twice: when it is this thread that was held up, the answer may be there, not yet read.
    if (overdue && seenOverdue) restart(`no answer after ${limit} ms`)
  }

  function restart(reason: string): void {
    const stopped = worker
    if (stopped === undefined) return
    worker = undefined
    const error = unavailable(new Error(reason))
    for (const request of waiting.values()) request.reject(error)
    waiting.clear()
    for (const broken of streams.values()) broken.destroy(error)
    if (closing) return
    log.error({ reason }, 'embedded database: restarting the engine')
    ready = stopped.terminate().then(() => reopen(0))
    ready.catch(() => {})
  }

  async function reopen(attempt: number): Promise<void> {
    const delay = REOPEN_DELAYS_MS[Math.min(attempt, REOPEN_DELAYS_MS.length - 1)]
    await new Promise((resolve) => setTimeout(resolve, delay))
    if (closing) throw unavailable()
    try {
      await launch()
      log.info({ attempt }, 'embedded database: reopened')
    } catch (error) {
      log.error({ attempt, reason: String(error) }, 'embedded database: reopening failed')
      await reopen(options.makeRoom?.() === true ? 0 : attempt + 1)
    }
  }

  async function close(): Promise<void> {
    if (closing) return
    closing = true
    clearInterval(watchdog)
    const stopped = worker
    if (stopped === undefined) return
    const limit = setTimeout(() => restart('no answer to close'), CLOSE_MS)
    // An engine that cannot close is stopped: its files are what a crash leaves, and it recovers from that.
    await request({ type: 'close', sequence: ++sequence }).catch(() => {})
    clearTimeout(limit)
    worker = undefined
    await stopped.terminate()
  }
}
