/**
 * Thread of the embedded PostgreSQL. It receives the bytes of client connections and answers with bytes; it never sees a parsed statement. Started by
 * engine.ts only.
 */
import { constants, cp, readFile, writeFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { startIdleCollection } from '../../idle-collection.ts'
import { createDataDirectory } from './data-directory.ts'
import { DurableFs, durableParams, fewBuffers } from './durable-fs.ts'
import { createFramer, endsReady, expectsReady, simpleQuery } from './wire.ts'

/** Storage of the embedded engine: a PostgreSQL data directory, created as a copy of `prepared`, or memory filled from a tar file. */
export type EngineStorage = { kind: 'directory'; dir: string; prepared?: string } | { kind: 'memory'; template?: string }

/** Message to the engine's thread. Each `sequence` is answered once, by `done` or by the last bytes of its answer. */
export type EngineRequest =
  | { type: 'connect'; client: number }
  | { type: 'bytes'; client: number; sequence: number; bytes: Uint8Array }
  | { type: 'copy'; sequence: number; target: string }
  | { type: 'close'; sequence: number }

/** Message from the engine's thread. After `fatal` the thread must be terminated. */
export type EngineMessage =
  | { type: 'ready' }
  | { type: 'bytes'; client: number; bytes: Uint8Array; sequence?: number }
  | { type: 'done'; sequence: number }
  | { type: 'fatal'; reason: string }

const FLUSH_BYTES = 256 * 1024
/**
 * Requests between two checks above which the thread counts as busy, for garbage collection: 6 to 12 at rest, 28 just after a start, 37 while one reply is
 * written and saved.
 */
const maxIdleRequests = 32
const port = parentPort!
const storage = workerData as EngineStorage
const send = (message: EngineMessage, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer)

const pglite = await open()
send({ type: 'ready' })
let requestCount = 0
startIdleCollection(() => {
  const isAwaited = requestCount > maxIdleRequests
  requestCount = 0
  return isAwaited
})

let client = 0
let framer = createFramer()
let chain: Promise<void> = Promise.resolve()

port.on('message', (request: EngineRequest) => {
  requestCount += 1
  chain = chain
    .then(() => handle(request))
    .catch((error: unknown) => {
      // Statement errors are part of the answers: an error that arrives here is a failure of the engine.
      send({ type: 'fatal', reason: String((error as Partial<Error> | undefined)?.message ?? error) })
    })
})

async function open(): Promise<PGlite> {
  if (storage.kind === 'memory') {
    const loadDataDir = storage.template === undefined ? undefined : new Blob([await readFile(storage.template)])
    // Small log segments: the default ones would be most of what a copy has to load.
    return await PGlite.create({ loadDataDir, startParams: [...PGlite.defaultStartParams, ...fewBuffers], initDbStartParams: ['--wal-segsize=1'] })
  }
  await createDataDirectory(storage.dir, storage.prepared)
  return await PGlite.create({ fs: new DurableFs(storage.dir), startParams: durableParams })
}

async function handle(request: EngineRequest): Promise<void> {
  switch (request.type) {
    case 'connect':
      client = request.client
      framer = createFramer()
      // One session serves every client in turn: a new one must not inherit a transaction or a setting.
      await run(simpleQuery('ROLLBACK'), () => {})
      await run(simpleQuery('DISCARD ALL'), () => {})
      return
    case 'bytes':
      if (request.client !== client || !(await execute(request))) send({ type: 'done', sequence: request.sequence })
      return
    case 'copy':
      await run(simpleQuery('CHECKPOINT'), () => {})
      await copyData(request.target)
      send({ type: 'done', sequence: request.sequence })
      return
    case 'close':
      await pglite.close()
      send({ type: 'done', sequence: request.sequence })
  }
}

/** Executes the complete messages of a request. @returns whether the last bytes sent carried the request's number, which saves a separate `done` message */
async function execute({ bytes, sequence }: Extract<EngineRequest, { type: 'bytes' }>): Promise<boolean> {
  const batch = framer.push(bytes)
  let isDone = false
  if (batch === undefined) return isDone
  await run(batch, (answer, isLast) => {
    isDone = isLast
    send({ type: 'bytes', client, bytes: answer, ...(isLast && { sequence }) }, [answer.buffer as ArrayBuffer])
  })
  return isDone
}

/** Runs one batch and passes the answer on in large chunks. @throws when the engine did not answer to the end */
async function run(batch: Uint8Array, answer: (bytes: Uint8Array, isLast: boolean) => void): Promise<void> {
  let chunks: Uint8Array[] = []
  let size = 0
  let tail: Uint8Array = new Uint8Array(0)
  const flush = (isLast: boolean): void => {
    if (size === 0) return
    const message = new Uint8Array(size)
    let offset = 0
    for (const piece of chunks) {
      message.set(piece, offset)
      offset += piece.length
    }
    chunks = []
    size = 0
    answer(message, isLast)
  }
  // The streaming call: `execProtocolRaw` would retain every parsed message for ever.
  await pglite.execProtocolRawStream(batch, {
    onRawData: (view) => {
      const piece = view.slice()
      chunks.push(piece)
      size += piece.length
      tail = piece.length >= 6 ? piece.subarray(-6) : Buffer.concat([tail, piece]).subarray(-6)
      if (size >= FLUSH_BYTES) flush(false)
    },
  })
  // PGlite swallows an aborted WebAssembly instance and returns nothing: without this check the client would wait for ever.
  const isWhole = batch[0] === 0 || !expectsReady(batch) || endsReady(tail)
  flush(isWhole)
  if (!isWhole) throw new Error('answer without ReadyForQuery')
}

/** Copies the database. No statement runs meanwhile, so the files are as after a crash, from which PostgreSQL recovers. */
async function copyData(target: string): Promise<void> {
  if (storage.kind === 'memory') {
    const dump = await pglite.dumpDataDir('none')
    await writeFile(target, Buffer.from(await dump.arrayBuffer()))
  } else {
    // Copy on write where the file system supports it: the copy then takes no time.
    await cp(storage.dir, target, { recursive: true, mode: constants.COPYFILE_FICLONE })
  }
}
