import type { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { Log } from '../../log.ts'
import { DatabaseError, unavailable } from '../errors.ts'
import type { EngineMessage, EngineRequest, EngineStorage } from './pglite-worker.ts'
import { createRequests, type EngineRequests } from './engine-requests.ts'
import { WireStream } from './wire-stream.ts'

/** Stack size of the thread. With Node's default one, deeply nested expressions return nothing and leave the engine unusable. */
const STACK_MB = 64
const EXTENDED_LIMIT_MS = 30 * 60_000
const CLOSE_MS = 10_000
const REOPEN_DELAYS_MS = [0, 1_000, 5_000, 30_000]

type EngineOptions = {
  storage: EngineStorage
  /** Time after which an unanswered statement has the thread stopped, in milliseconds. */
  watchdogMs: number
  /** Called when the database does not open. Returns whether it freed disk space, so that an immediate retry may succeed. */
  freeDiskSpace?: () => boolean
  /** Script of the thread; tests give one that misbehaves. */
  script?: URL
}

export type Engine = {
  /** Opens a client connection, for the `stream` option of `pg`. */
  stream(): Duplex
  /** Copies the database files, between two statements, to a new directory (in memory: to a tar file). */
  copyTo(target: string): Promise<void>
  /** Raises the watchdog's limit to 30 minutes while `work` runs. */
  withoutTimeout<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** State of the supervised thread and of its clients. */
type EngineState = {
  readonly options: EngineOptions
  readonly log: Log
  readonly requests: EngineRequests
  /** Connections, by number. */
  readonly streams: Map<number, WireStream>
  clients: number
  /** Number of works in progress that raise the watchdog's limit. */
  extensions: number
  /** Undefined while no thread serves. */
  worker: Worker | undefined
  /** Resolves when the engine accepts statements. */
  ready: Promise<void>
  isClosing: boolean
}

/**
 * Starts the embedded PostgreSQL in its thread and supervises it. When a statement stays unanswered, or the engine itself fails, the thread is stopped,
 * pending requests receive `db.unavailable`, and the database is reopened (PostgreSQL recovers what was committed). A database in memory starts again from
 * its template.
 * @throws {DatabaseError} `db.unreachable` when the first opening fails
 */
export async function startEngine(options: EngineOptions, log: Log): Promise<Engine> {
  const engine: EngineState = {
    options,
    log,
    requests: createRequests(),
    streams: new Map(),
    clients: 0,
    extensions: 0,
    worker: undefined,
    ready: Promise.resolve(),
    isClosing: false,
  }
  engine.ready = launch(engine).catch((error: unknown) => {
    if (options.freeDiskSpace?.() !== true) throw error
    return launch(engine)
  })
  await engine.ready.catch((cause: unknown) => {
    throw new DatabaseError('db.unreachable', 'La base de données embarquée n’a pas pu être ouverte.', { cause })
  })
  const watchdog = setInterval(
    () => {
      const limit = engine.extensions > 0 ? EXTENDED_LIMIT_MS : options.watchdogMs
      if (engine.requests.isStuck(limit)) restart(engine, `no answer after ${limit} ms`)
    },
    Math.min(1_000, options.watchdogMs / 4),
  ).unref()

  return {
    stream: () => openConnection(engine),
    copyTo: (target) => request(engine, (sequence) => ({ type: 'copy', sequence, target })),
    withoutTimeout: (work) => withoutTimeout(engine, work),
    async close() {
      if (engine.isClosing) return
      engine.isClosing = true
      clearInterval(watchdog)
      await stop(engine)
    },
  }
}

async function launch(engine: EngineState): Promise<void> {
  const launched = new Worker(engine.options.script ?? new URL('./pglite-worker.ts', import.meta.url), {
    workerData: engine.options.storage,
    resourceLimits: { stackSizeMb: STACK_MB },
    execArgv: [],
  })
  await new Promise<void>((resolve, reject) => {
    launched.on('message', (message: EngineMessage) => {
      if (message.type === 'ready') resolve()
      else if (launched === engine.worker) receive(engine, message)
    })
    launched.on('error', (error) => {
      reject(error)
      if (launched === engine.worker) restart(engine, error.message)
    })
    launched.on('exit', () => {
      reject(new Error('the engine stopped while opening'))
      if (launched === engine.worker) restart(engine, 'the thread stopped')
    })
  })
  if (engine.isClosing) await launched.terminate()
  else engine.worker = launched
}

function receive(engine: EngineState, message: EngineMessage): void {
  engine.requests.recordActivity()
  if (message.type === 'fatal') return restart(engine, message.reason)
  if (message.type === 'bytes') engine.streams.get(message.client)?.push(message.bytes)
  if (message.type !== 'ready' && message.sequence !== undefined) engine.requests.complete(message.sequence)
}

function post({ worker }: EngineState, message: EngineRequest): void {
  const transfer = message.type === 'bytes' ? [message.bytes.buffer as ArrayBuffer] : []
  worker?.postMessage(message, transfer)
}

function openConnection(engine: EngineState): Duplex {
  const client = ++engine.clients
  const stream = new WireStream({
    ready: () => engine.ready,
    connect: () => {
      engine.streams.set(client, stream)
      post(engine, { type: 'connect', client })
    },
    send: (bytes) => post(engine, { type: 'bytes', client, sequence: engine.requests.add(), bytes }),
    closed: () => engine.streams.delete(client),
  })
  return stream
}

async function request(engine: EngineState, messageOf: (sequence: number) => EngineRequest): Promise<void> {
  await engine.ready
  await withoutTimeout(engine, () => new Promise<void>((resolve, reject) => post(engine, messageOf(engine.requests.add(resolve, reject)))))
}

async function withoutTimeout<T>(engine: EngineState, work: () => Promise<T>): Promise<T> {
  engine.extensions += 1
  try {
    return await work()
  } finally {
    engine.extensions -= 1
  }
}

function restart(engine: EngineState, reason: string): void {
  const { worker, requests, streams, log } = engine
  if (worker === undefined) return
  engine.worker = undefined
  const error = unavailable(new Error(reason))
  requests.rejectAll(error)
  for (const stream of streams.values()) stream.destroy(error)
  if (engine.isClosing) return
  log.error({ reason }, 'embedded database: restarting the engine')
  engine.ready = worker.terminate().then(() => reopen(engine, 0))
  engine.ready.catch(() => {})
}

async function reopen(engine: EngineState, attempt: number): Promise<void> {
  const { log, options } = engine
  const delay = REOPEN_DELAYS_MS[Math.min(attempt, REOPEN_DELAYS_MS.length - 1)]
  await new Promise((resolve) => setTimeout(resolve, delay))
  if (engine.isClosing) throw unavailable()
  try {
    await launch(engine)
    log.info({ attempt }, 'embedded database: reopened')
  } catch (error) {
    log.error({ attempt, reason: String(error) }, 'embedded database: reopening failed')
    await reopen(engine, options.freeDiskSpace?.() === true ? 0 : attempt + 1)
  }
}

async function stop(engine: EngineState): Promise<void> {
  const { worker } = engine
  if (worker === undefined) return
  const limit = setTimeout(() => restart(engine, 'no answer to close'), CLOSE_MS)
  // An engine that cannot close is stopped: its files are then as after a crash, from which PostgreSQL recovers.
  await request(engine, (sequence) => ({ type: 'close', sequence })).catch(() => {})
  clearTimeout(limit)
  engine.worker = undefined
  await worker.terminate()
}
