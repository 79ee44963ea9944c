/**
 * The thread in which the embedded PostgreSQL runs. It receives the bytes of client connections and answers with
 * bytes; it never sees a parsed statement. Started by engine.ts only.
 */
import { constants, cp, readFile, writeFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { keepMemoryLow } from '../../quiet-memory.ts'
import { createDataDirectory } from './data-directory.ts'
import { DurableFs, durableParams, fewBuffers } from './durable-fs.ts'
import type { EngineRequest, EngineMessage, EngineStorage } from './engine-messages.ts'
import { createFramer, endsReady, expectsReady, simpleQuery } from './wire.ts'

const FLUSH_BYTES = 256 * 1024
/** Messages between two looks for garbage: at rest six to twelve, 28 just after a start, and 37 while one reply is written and saved. */
const mostAtRest = 32
const port = parentPort!
const storage = workerData as EngineStorage
const send = (message: EngineMessage, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer)

const pglite = await open()
send({ type: 'ready' })
let asked = 0
keepMemoryLow(() => {
  const isAwaited = asked > mostAtRest
  asked = 0
  return isAwaited
})

let client = 0
let framer = createFramer()
let chain: Promise<void> = Promise.resolve()

port.on('message', (request: EngineRequest) => {
  asked += 1
  chain = chain
    .then(() => handle(request))
    .catch((error: unknown) => {
      // Statement errors travel inside the answers: whatever arrives here is the engine itself failing.
      send({ type: 'fatal', reason: String((error as Partial<Error> | undefined)?.message ?? error) })
    })
})

async function open(): Promise<PGlite> {
  if (storage.kind === 'memory') {
    const loadDataDir = storage.template === undefined ? undefined : new Blob([await readFile(storage.template)])
    // Small segments of the log: the default ones would be most of what a copy has to load.
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
      // One session serves every client in turn: the new one must not inherit a transaction or a setting.
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

/** @returns whether the last bytes of the answer said that the request is done: a second message would wake the other thread once more */
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

/** Runs one batch and hands the answer over in large pieces; throws when the engine did not answer to the end. */
async function run(batch: Uint8Array, answer: (bytes: Uint8Array, isLast: boolean) => void): Promise<void> {
  let pieces: Uint8Array[] = []
  let size = 0
  let tail: Uint8Array = new Uint8Array(0)
  const flush = (isLast: boolean): void => {
    if (size === 0) return
    const joined = new Uint8Array(size)
    let offset = 0
    for (const piece of pieces) {
      joined.set(piece, offset)
      offset += piece.length
    }
    pieces = []
    size = 0
    answer(joined, isLast)
  }
  // The streaming call: execProtocolRaw keeps every parsed message for ever.
  await pglite.execProtocolRawStream(batch, {
    onRawData: (view) => {
      const piece = view.slice()
      pieces.push(piece)
      size += piece.length
      tail = piece.length >= 6 ? piece.subarray(-6) : Buffer.concat([tail, piece]).subarray(-6)
      if (size >= FLUSH_BYTES) flush(false)
    },
  })
  // PGlite swallows an aborted WebAssembly instance and returns nothing: without this the client would wait for ever.
  const isWhole = batch[0] === 0 || !expectsReady(batch) || endsReady(tail)
  flush(isWhole)
  if (!isWhole) throw new Error('answer without ReadyForQuery')
}

/** No statement runs meanwhile, so the files are what a crash would leave: PostgreSQL recovers from them. */
async function copyData(target: string): Promise<void> {
  if (storage.kind === 'memory') {
    const dump = await pglite.dumpDataDir('none')
    await writeFile(target, Buffer.from(await dump.arrayBuffer()))
  } else {
    // Where the file system can share blocks, nothing is copied, and people wait for nothing.
    await cp(storage.dir, target, { recursive: true, mode: constants.COPYFILE_FICLONE })
  }
}
