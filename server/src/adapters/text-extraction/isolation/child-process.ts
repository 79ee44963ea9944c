import { fork, type ChildProcess } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { failureOf } from '../failure.ts'
import type { ExtractionLimits } from '../limits.ts'
import type { ExtractionResult, ProgressListener } from '../port.ts'
import type { ChildMessage, ParseRequest } from './protocol.ts'

/** Root of the installed program: all that the child may read. */
const PROGRAM_ROOT = fileURLToPath(new URL('../../../../../', import.meta.url))
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

/** Forks a program with nothing to steal: no secret in its environment, no file but the program, no other process, no output. */
export function forkConfined(program: string, parameters: string[] = []): ChildProcess {
  return fork(program, parameters, {
    execArgv: [
      '--permission',
      `--allow-fs-read=${PROGRAM_ROOT}*`,
      '--allow-worker',
      '--disallow-code-generation-from-strings',
      `--max-old-space-size=${HEAP_MB}`,
      '--no-warnings',
    ],
    env: { LANG: 'C.UTF-8', TZ: 'UTC' },
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
}

/** Starts a child that reads documents. */
export function startParserChild(): ParserChild {
  const child = forkConfined(CHILD_MAIN)
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
  child.stdin!.on('error', () => {})
  let lastId = 0

  return {
    pid: child.pid ?? 0,
    isAlive: () => alive,
    parse: (job) => runJob(child, exited, ++lastId, job),
    residentBytes: () => memoryOf(child.pid, 'VmRSS'),
    peakBytes: () => memoryOf(child.pid, 'VmHWM'),
    async kill() {
      child.kill('SIGKILL')
      if (alive) await exited
    },
  }
}

async function runJob(child: ChildProcess, exited: Promise<void>, id: number, job: ParseJob): Promise<ExtractionResult> {
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
    const onMessage = (message: ChildMessage) => {
      if (message.type === 'ready' || message.id !== id) return
      if (message.type === 'progress') job.onProgress(message.done, message.total)
      else if (message.type === 'slow_page') killAt = Math.max(killAt, Date.now() + limits.ocrPageMs)
      else resolve(message.result)
    }
    child.on('message', onMessage)
    stop.signal.addEventListener('abort', () => child.off('message', onMessage))
  })
  const died = exited.then(() => {
    signal.throwIfAborted()
    return verdict ?? readDeath(child)
  })
  const onAbort = () => condemn(null)
  signal.addEventListener('abort', onAbort)

  try {
    void watch(child, stop.signal, limits, () => killAt, condemn)
    child.send({ id, filename: job.filename, size: job.size, limits } satisfies ParseRequest)
    if (job.size > 0)
      createReadStream(job.path, { end: job.size - 1 })
        .on('error', () => condemn(null))
        .pipe(child.stdin!, { end: false })
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
function readDeath(child: ChildProcess): ExtractionResult {
  const { signalCode, exitCode } = child
  if (signalCode === 'SIGABRT' || exitCode === 134) return { ok: false, failure: failureOf('extraction.memory') }
  if (signalCode !== null && !CRASHES.has(signalCode)) throw new Error(`reading interrupted by ${signalCode}`)
  return { ok: false, failure: failureOf('extraction.damaged') }
}

/** Signals that a program brings on itself. */
const CRASHES = new Set<NodeJS.Signals>(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'])

/** Kills a child that takes too much memory or time. */
async function watch(
  child: ChildProcess,
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
