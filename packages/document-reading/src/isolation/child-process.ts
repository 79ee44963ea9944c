import { spawn, type ChildProcessByStdio, execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { failureOf } from '../failure.ts'
import type { ExtractionLimits } from '../limits.ts'
import type { ExtractionFailure, ExtractionResult, PictureResult, ProgressListener, RecognisedPage } from '../port.ts'
import { MAX_LINE_BYTES, type ParseRequest } from './protocol.ts'
import { readableCode } from './readable-code.ts'
import { createPictureReceiver, createResultReceiver, ProtocolError, type AnyMessage, type OtherMessage, type ResultReceiver } from './receive-result.ts'
import { createTimeBudget, memoryOf, watchChild } from './watch-child.ts'

const CHILD_MAIN = fileURLToPath(new URL('./child-main.ts', import.meta.url))
/** Share of the child's memory limit given to its heap. Above it the child ends by itself. */
const HEAP_SHARE = 0.75

export type ParseJob = {
  path: string
  size: number
  filename: string
  limits: ExtractionLimits
  signal: AbortSignal
  onProgress: ProgressListener
  /** Whether pages may be read by character recognition. If false, the reading fails with `extraction.slow` at the first scanned page. */
  recognise: boolean
  isRich?: boolean
  recognisedPages: readonly RecognisedPage[]
  onRecognised(page: RecognisedPage, ms: number): void
}

type PictureJob = Pick<ParseJob, 'path' | 'size' | 'filename' | 'limits' | 'signal'>

/** A running child process. After a failure it is dead and must be replaced. */
export type ParserChild = {
  readonly pid: number
  isAlive(): boolean
  /** Reads one document. Rejects when `signal` aborts, and when the system kills the child: the document may not be the cause. */
  parse(job: ParseJob): Promise<ExtractionResult>
  /** Encodes a picture again. Rejects as `parse`. */
  encodePicture(job: PictureJob): Promise<PictureResult>
  /** Resident memory in bytes; 0 when the system does not report it. */
  residentBytes(): Promise<number>
  /** Peak resident memory in bytes; 0 when the system does not report it. */
  peakBytes(): Promise<number>
  kill(): Promise<void>
}

/** A process with piped standard input and output; its error output is discarded. */
type ConfinedProcess = ChildProcessByStdio<Writable, Readable, null>

export type ConfinementOptions = {
  /** Command put before the Node command: see `confiningCommand`. */
  command: readonly string[]
  /** Patterns of the files that the child may read. */
  readablePaths: readonly string[]
}

type ProgramOptions = { parameters?: readonly string[]; residentBytes?: number }

/** Finds the confinement that this system and this installation allow. Probes the system for a few milliseconds: the result should be reused. */
export async function findConfinement(): Promise<ConfinementOptions> {
  return { command: await confiningCommand(CHILD_MAIN), readablePaths: readableCode() }
}

/**
 * Starts a confined program: no secret in its environment, no access to files other than its code, no right to start a process or a thread, or to write
 * files.
 */
export function spawnConfined(
  program: string,
  { command, readablePaths }: ConfinementOptions,
  { parameters = [], residentBytes = 2 ** 30 }: ProgramOptions = {},
): ConfinedProcess {
  const [file, ...rest] = [
    ...command,
    process.execPath,
    '--permission',
    ...readablePaths.map((pattern) => `--allow-fs-read=${pattern}`),
    '--disallow-code-generation-from-strings',
    '--disable-sigusr1',
    // SQLite opens and writes any file, whatever the permissions.
    '--no-experimental-sqlite',
    `--max-old-space-size=${Math.round((residentBytes / 2 ** 20) * HEAP_SHARE)}`,
    '--no-warnings',
    program,
    ...parameters,
  ]
  return spawn(file!, rest, { env: { LANG: 'C.UTF-8', TZ: 'UTC' }, stdio: ['pipe', 'pipe', 'ignore'] })
}

/** Starts a child that reads documents, with a memory limit in bytes. */
export function startParserChild(confinement: ConfinementOptions, residentBytes?: number): ParserChild {
  const child = spawnConfined(CHILD_MAIN, confinement, residentBytes === undefined ? {} : { residentBytes })
  let alive = true
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      alive = false
      resolve()
    }
    child.once('exit', end)
    // A process that could not be started never emits `exit`.
    child.on('error', () => {
      if (child.pid === undefined) end()
    })
  })
  // A child killed while it receives a document breaks the pipe: its exit is handled instead.
  child.stdin.on('error', () => {})
  const idle: MessageListener = () => {
    throw new ProtocolError()
  }
  let onMessage = idle
  // A child that breaks the protocol is killed.
  readMessages(
    child.stdout,
    (message, bytes) => onMessage(message, bytes),
    () => child.kill('SIGKILL'),
  )
  let lastId = 0
  const running: RunningChild = { child, exited, listen: (listener) => void (onMessage = listener ?? idle) }

  return {
    pid: child.pid ?? 0,
    isAlive: () => alive,
    parse: (job) => runJob(running, ++lastId, job, {}, (onOther) => createResultReceiver(job.limits, onOther)),
    encodePicture: (job) => runJob(running, ++lastId, { ...job, ...withoutRecognition }, { isPicture: true }, createPictureReceiver),
    residentBytes: () => memoryOf(child.pid, 'VmRSS'),
    peakBytes: () => memoryOf(child.pid, 'VmHWM'),
    async kill() {
      child.kill('SIGKILL')
      if (alive) await exited
    },
  }
}

/** @throws {ProtocolError} when the message breaks the protocol */
type MessageListener = (message: AnyMessage, bytes: number) => void

/** Calls back for each line of JSON. `onProtocolError` is called once, for a line that is not JSON, is too long, or makes `onMessage` throw `Nonsense`. */
export function readMessages(stream: Readable, onMessage: MessageListener, onProtocolError: () => void): void {
  let chunks: Buffer[] = []
  let size = 0
  let failed = false
  const fail = () => {
    if (!failed) onProtocolError()
    failed = true
    chunks = []
  }
  stream.on('data', (data: Buffer) => {
    for (let start = 0; start < data.length && !failed;) {
      const end = data.indexOf('\n', start)
      const piece = data.subarray(start, end === -1 ? data.length : end)
      chunks.push(piece)
      size += piece.length
      if (size > MAX_LINE_BYTES) return fail()
      if (end === -1) return
      start = end + 1
      const line = Buffer.concat(chunks)
      chunks = []
      size = 0
      try {
        onMessage(parseMessage(line), line.length)
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error
        fail()
      }
    }
  })
}

/** Parses a line of the child, which may write anything if it is compromised. @throws {ProtocolError} */
function parseMessage(line: Buffer): AnyMessage {
  let message: Partial<AnyMessage> | null
  try {
    message = JSON.parse(line.toString('utf8')) as Partial<AnyMessage> | null
  } catch (cause) {
    throw new ProtocolError('not JSON', { cause })
  }
  if (typeof message?.type !== 'string' || typeof message.id !== 'number') throw new ProtocolError()
  return message as AnyMessage
}

type RunningChild = { child: ConfinedProcess; exited: Promise<void>; listen(listener: MessageListener | null): void }

/** A reading that ended without a result of its own. */
type Failed = { ok: false; failure: ExtractionFailure }

const withoutRecognition = { recognise: false, recognisedPages: [], onProgress: () => {}, onRecognised: () => {} }

/** @param createReceiver creates the receiver of the result; it passes the messages that are not part of it on */
async function runJob<Result>(
  { child, exited, listen }: RunningChild,
  id: number,
  job: ParseJob,
  kind: Pick<ParseRequest, 'isPicture'>,
  createReceiver: (onOther: (message: OtherMessage) => void) => ResultReceiver<Result>,
): Promise<Result | Failed> {
  const { limits, signal } = job
  signal.throwIfAborted()
  const stop = new AbortController()
  const budget = createTimeBudget(limits.killMs)
  let killResult: Failed | null = null
  const killWith = (result: Failed | null) => {
    killResult ??= result
    child.kill('SIGKILL')
  }

  const onOther = (message: OtherMessage) => {
    if (message.type === 'progress') job.onProgress(message.done, message.total)
    else if (message.type === 'recognised') job.onRecognised(message.page, message.ms)
    // Each recognised page has its own time budget. A reading without recognition gets no more time, whatever it requests.
    else if (job.recognise) budget.restart(limits.ocrPageMs)
  }
  const answered = new Promise<Result>((resolve) => {
    const receiver = createReceiver(onOther)
    listen((message, bytes) => {
      if (message.id !== id || stop.signal.aborted) throw new ProtocolError()
      const result = receiver.receive(message, bytes)
      if (result !== null) {
        listen(null)
        resolve(result)
      }
    })
  })
  const died = exited.then(() => {
    signal.throwIfAborted()
    return killResult ?? readDeath(child)
  })
  const onAbort = () => killWith(null)
  signal.addEventListener('abort', onAbort)
  const file = job.size > 0 ? createReadStream(job.path, { end: job.size - 1 }) : null

  try {
    void watchChild(child.pid, stop.signal, limits.residentBytes, budget, killWith)
    const { filename, size, recognise, isRich = false, recognisedPages } = job
    child.stdin.write(`${JSON.stringify({ id, filename, size, limits, recognise, isRich, recognisedPages, ...kind } satisfies ParseRequest)}\n`)
    file?.on('error', () => killWith(null)).pipe(child.stdin, { end: false })
    const result = await Promise.race([answered, died])
    signal.throwIfAborted()
    return result
  } finally {
    signal.removeEventListener('abort', onAbort)
    stop.abort()
    // The end of the child leaves the file open.
    file?.destroy()
  }
}

/**
 * Converts the death of a child, not killed by this process, to a result. A child that ends by itself has filled its heap, or met a file that crashes a
 * parser.
 * @throws when the system killed the child (out of memory, shutdown) or could not start it: a retry may succeed
 */
function readDeath(child: ConfinedProcess): Failed {
  const { signalCode, exitCode } = child
  if (signalCode === 'SIGABRT' || exitCode === 134) return { ok: false, failure: failureOf('extraction.memory') }
  // A negative code means that the process could not be started.
  if (exitCode !== null && exitCode < 0) throw new Error('reading could not begin')
  if (signalCode !== null && !CRASHES.has(signalCode)) throw new Error(`reading interrupted by ${signalCode}`)
  return { ok: false, failure: failureOf('extraction.damaged') }
}

/** Signals that a program causes itself. */
const CRASHES = new Set<NodeJS.Signals>(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'])

/**
 * Command that gives the process its own user and network namespaces: no network, and no privilege even if the server runs as root. The process keeps its
 * pid, so it is watched and killed as usual.
 */
const NAMESPACES = ['unshare', '--user', '--net', '--']

/** Command that kills the process when the thread that started it ends, even in the middle of a page. */
const PARENT_DEATH = ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '--']

const PROBE_MS = 10_000

/**
 * Returns the util-linux command to put before that of the child: the strictest one that this system allows, empty if it allows none (not Linux, most
 * containers).
 * @param program path that must remain readable under the command
 */
async function confiningCommand(program: string): Promise<readonly string[]> {
  if (process.platform !== 'linux') return []
  for (const command of [[...NAMESPACES, ...PARENT_DEATH], NAMESPACES, PARENT_DEATH]) if (await works(command, program)) return command
  return []
}

function works(command: readonly string[], program: string): Promise<boolean> {
  const [file, ...parameters] = [...command, 'test', '-r', program]
  return new Promise((resolve) => {
    execFile(file!, parameters, { env: {}, timeout: PROBE_MS }, (error) => resolve(error === null))
  })
}
