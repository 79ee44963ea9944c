import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { failureOf } from '../failure.ts'
import type { ExtractionLimits } from '../limits.ts'
import type { ExtractionResult, ProgressListener, RecognisedPage } from '../port.ts'
import { confiningCommand } from './namespaces.ts'
import { MAX_MESSAGE_BYTES, type ChildMessage, type ParseRequest } from './protocol.ts'
import { readableCode } from './readable-code.ts'

const CHILD_MAIN = fileURLToPath(new URL('./child-main.ts', import.meta.url))
const WATCH_MS = 50
const HEAP_MB = 768

export type ParseJob = {
  path: string
  size: number
  filename: string
  limits: ExtractionLimits
  signal: AbortSignal
  onProgress: ProgressListener
  /** False to give up at the first image of text. */
  recognise: boolean
  recognised: readonly RecognisedPage[]
  onRecognised(page: RecognisedPage, ms: number): void
}

/** A running child. After a failure it is dead and must be replaced. */
export type ParserChild = {
  readonly pid: number
  isAlive(): boolean
  /** Reads one document. Rejects when `signal` aborts, and when the system kills the child: the document may not be to blame. */
  parse(job: ParseJob): Promise<ExtractionResult>
  /** Resident memory in bytes; 0 where the system does not tell. */
  residentBytes(): Promise<number>
  /** The most it has ever held, in bytes; 0 where the system does not tell. */
  peakBytes(): Promise<number>
  kill(): Promise<void>
}

/** A process with its standard input and output; nothing of its errors is kept. */
export type ConfinedProcess = ChildProcessByStdio<Writable, Readable, null>

export type ConfinementOptions = {
  /** Command before that of Node: see `confiningCommand`. */
  command: readonly string[]
  /** Patterns of what may be read. */
  readable: readonly string[]
}

/** What this system and this installation allow. Probes the system, a few milliseconds: ask once and keep. */
export async function findConfinement(): Promise<ConfinementOptions> {
  return { command: await confiningCommand(CHILD_MAIN), readable: readableCode() }
}

/** Starts a program with nothing to steal: no secret in its environment, no file but its code, no process, thread or output. */
export function spawnConfined(program: string, { command, readable }: ConfinementOptions, parameters: string[] = []): ConfinedProcess {
  const [file, ...rest] = [
    ...command,
    process.execPath,
    '--permission',
    ...readable.map((pattern) => `--allow-fs-read=${pattern}`),
    '--disallow-code-generation-from-strings',
    '--disable-sigusr1',
    // It opens and writes any file whatever the permissions say.
    '--no-experimental-sqlite',
    `--max-old-space-size=${HEAP_MB}`,
    '--no-warnings',
    program,
    ...parameters,
  ]
  return spawn(file!, rest, { env: { LANG: 'C.UTF-8', TZ: 'UTC' }, stdio: ['pipe', 'pipe', 'ignore'] })
}

/** Starts a child that reads documents. */
export function startParserChild(confinement: ConfinementOptions): ParserChild {
  const child = spawnConfined(CHILD_MAIN, confinement)
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  let alive = true
  void exited.then(() => {
    alive = false
  })
  child.on('error', () => {
    alive = false
  })
  // A child killed while it is being fed breaks the pipe: its exit tells the story.
  child.stdin.on('error', () => {})
  let onMessage: (message: ChildMessage) => void = () => {}
  // One that does not speak as agreed is not to be listened to any longer.
  readMessages(
    child.stdout,
    (message) => onMessage(message),
    () => child.kill('SIGKILL'),
  )
  let lastId = 0

  return {
    pid: child.pid ?? 0,
    isAlive: () => alive,
    parse: (job) => runJob({ child, exited, listen: (listener) => void (onMessage = listener) }, ++lastId, job),
    residentBytes: () => memoryOf(child.pid, 'VmRSS'),
    peakBytes: () => memoryOf(child.pid, 'VmHWM'),
    async kill() {
      child.kill('SIGKILL')
      if (alive) await exited
    },
  }
}

/** Calls back for each line of JSON; `onNonsense` once for what is not one, or does not end. */
export function readMessages(stream: Readable, onMessage: (message: ChildMessage) => void, onNonsense: () => void): void {
  let chunks: Buffer[] = []
  let size = 0
  let failed = false
  const fail = () => {
    if (!failed) onNonsense()
    failed = true
    chunks = []
  }
  stream.on('data', (data: Buffer) => {
    for (let start = 0; start < data.length && !failed;) {
      const end = data.indexOf('\n', start)
      const piece = data.subarray(start, end === -1 ? data.length : end)
      chunks.push(piece)
      size += piece.length
      if (size > MAX_MESSAGE_BYTES) return fail()
      if (end === -1) return
      start = end + 1
      const line = Buffer.concat(chunks).toString('utf8')
      chunks = []
      size = 0
      const message = parseMessage(line)
      if (message === null) return fail()
      onMessage(message)
    }
  })
}

/** A captured child may write anything. */
function parseMessage(line: string): ChildMessage | null {
  try {
    const message = JSON.parse(line) as Partial<ChildMessage> | null
    return typeof message?.type === 'string' && typeof message.id === 'number' ? (message as ChildMessage) : null
  } catch {
    return null
  }
}

type Running = { child: ConfinedProcess; exited: Promise<void>; listen(listener: (message: ChildMessage) => void): void }

async function runJob({ child, exited, listen }: Running, id: number, job: ParseJob): Promise<ExtractionResult> {
  const { limits, signal } = job
  signal.throwIfAborted()
  const stop = new AbortController()
  let killAt = Date.now() + limits.killMs
  let verdict: ExtractionResult | null = null
  const condemn = (result: ExtractionResult | null) => {
    verdict ??= result
    child.kill('SIGKILL')
  }

  const answered = new Promise<ExtractionResult>((resolve) => {
    listen((message) => {
      if (message.id !== id || stop.signal.aborted) return
      if (message.type === 'progress') job.onProgress(message.done, message.total)
      else if (message.type === 'recognised') job.onRecognised(message.page, message.ms)
      else if (message.type === 'slow_page') killAt = Math.max(killAt, Date.now() + limits.ocrPageMs)
      else resolve(message.result)
    })
  })
  const died = exited.then(() => {
    signal.throwIfAborted()
    return verdict ?? readDeath(child)
  })
  const onAbort = () => condemn(null)
  signal.addEventListener('abort', onAbort)

  try {
    void watch(child, stop.signal, limits, () => killAt, condemn)
    const { filename, size, recognise, recognised } = job
    child.stdin.write(`${JSON.stringify({ id, filename, size, limits, recognise, recognised } satisfies ParseRequest)}\n`)
    if (job.size > 0)
      createReadStream(job.path, { end: job.size - 1 })
        .on('error', () => condemn(null))
        .pipe(child.stdin, { end: false })
    const result = await Promise.race([answered, died])
    signal.throwIfAborted()
    return result
  } finally {
    signal.removeEventListener('abort', onAbort)
    stop.abort()
  }
}

/**
 * What the end of a child that nobody here has killed says of its document. One that ends by itself has filled its own
 * heap, or met a file that breaks a parser. @throws when the system killed it (out of memory, a stop of the machine):
 * another try may succeed.
 */
function readDeath(child: ConfinedProcess): ExtractionResult {
  const { signalCode, exitCode } = child
  if (signalCode === 'SIGABRT' || exitCode === 134) return { ok: false, failure: failureOf('extraction.memory') }
  if (signalCode !== null && !CRASHES.has(signalCode)) throw new Error(`reading interrupted by ${signalCode}`)
  return { ok: false, failure: failureOf('extraction.damaged') }
}

/** Signals that a program brings on itself. */
const CRASHES = new Set<NodeJS.Signals>(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'])

/** Kills a child that takes too much memory or time. */
async function watch(
  child: ConfinedProcess,
  over: AbortSignal,
  limits: ExtractionLimits,
  killAt: () => number,
  condemn: (result: ExtractionResult) => void,
): Promise<void> {
  while (!over.aborted) {
    if ((await memoryOf(child.pid, 'VmRSS')) > limits.residentBytes) return condemn({ ok: false, failure: failureOf('extraction.memory') })
    if (Date.now() > killAt()) return condemn({ ok: false, failure: failureOf('extraction.time') })
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS))
  }
}

/** Linux says it in /proc; elsewhere only the heap limit of the child holds. */
async function memoryOf(pid: number | undefined, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
