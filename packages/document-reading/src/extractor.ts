import { stat } from 'node:fs/promises'
import { detectFormat } from './detect.ts'
import { failureOf } from './failure.ts'
import { findConfinement, startParserChild, type ConfinementOptions, type ParserChild } from './isolation/child-process.ts'
import { DEFAULT_LIMITS, quickLimits, type ExtractionLimits } from './limits.ts'
import type { ExtractionFailure, ExtractionOptions, PictureResult, ExtractionResult, TextExtractor } from './port.ts'

/** Number of documents after which a child process is replaced: parsers leak memory. */
const DOCUMENTS_PER_CHILD = 200
const IDLE_MS = 60_000
/** Resident memory, in bytes, above which the warm child process is replaced: 75 % of its limit, 512 MiB at most. The rest is room for the next document. */
const replaceAboveBytes = (residentBytes: number) => Math.min(0.75 * residentBytes, 512 * 2 ** 20)
/** Failures that a `quick` or `text` reading reports as `extraction.slow`, because a whole reading may succeed. */
const SLOW_CODES: Record<'quick' | 'text', ReadonlySet<string>> = {
  quick: new Set(['extraction.time', 'extraction.memory']),
  text: new Set(['extraction.time']),
}

/** Failures reported when the child process died. */
const CHILD_DEATH_CODES: ReadonlySet<string> = new Set(['extraction.damaged', 'extraction.memory'])

/**
 * Creates the extractor of the application. One child process serves quick readings and another one the rest, so that a quick reading never waits behind a
 * long one. Each reads one document at a time, in order of arrival.
 */
export function createTextExtractor(overrides: Partial<ExtractionLimits> = {}): TextExtractor {
  const limits: ExtractionLimits = { ...DEFAULT_LIMITS, ...overrides }
  let confinementPromise: Promise<ConfinementOptions> | null = null
  const confinement = () => (confinementPromise ??= findConfinement())
  const quick = createReaderQueue(quickLimits(limits), confinement)
  const slow = createReaderQueue(limits, confinement)

  return {
    async extract(file, options) {
      const { effort = 'whole' } = options
      const result = await (effort === 'quick' ? quick : slow).read(file, options)
      return result.ok || effort === 'whole' || !SLOW_CODES[effort].has(result.failure.code) ? result : { ok: false, failure: failureOf('extraction.slow') }
    },
    encodePicture: (file, options) => quick.encodePicture(file, options),
    detect: detectFormat,
    peakBytes: async () => Math.max(await quick.peakBytes(), await slow.peakBytes()),
    confinedBy: async () => (await confinement()).command.filter((word) => word === 'unshare' || word === 'setpriv'),
    async close() {
      await Promise.all([quick.close(), slow.close()])
    },
  }
}

type StoredFile = { path: string; original_filename: string }
type Failed = { ok: false; failure: ExtractionFailure }

type ReaderQueue = {
  read(file: StoredFile, options: ExtractionOptions): Promise<ExtractionResult>
  encodePicture(file: StoredFile, options: Pick<ExtractionOptions, 'signal' | 'owner'>): Promise<PictureResult>
  peakBytes(): Promise<number>
  close(): Promise<void>
}

/** Child process of a queue of readings, replaced when it must be. */
type ReusedChild = {
  /** Returns a child that may read the file of this owner, and whether it is its first. */
  ready(owner: string | null): Promise<{ worker: ParserChild; isFirst: boolean }>
  peakBytes(): Promise<number>
  kill(): Promise<void>
  /** Ends the child and forgets it: the next reading starts another one. */
  end(): Promise<void>
}

/**
 * Creates a child that is reused between documents of the same owner. It is replaced when it has died, has read `DOCUMENTS_PER_CHILD` documents or exceeds
 * `replaceAboveBytes`.
 */
function createReusedChild({ residentBytes }: ExtractionLimits, confinement: () => Promise<ConfinementOptions>): ReusedChild {
  let child: ParserChild | null = null
  let documents = 0
  let owner: string | null = null
  const end = async () => {
    const ended = child
    child = null
    documents = 0
    await ended?.kill()
  }
  const mustBeReplaced = async (ready: ParserChild) =>
    !ready.isAlive() || documents >= DOCUMENTS_PER_CHILD || (await ready.residentBytes()) > replaceAboveBytes(residentBytes)
  return {
    async ready(next) {
      if (child && (next !== owner || (await mustBeReplaced(child)))) await end()
      owner = next
      child ??= startParserChild(await confinement(), residentBytes)
      return { worker: child, isFirst: documents++ === 0 }
    },
    peakBytes: async () => (await child?.peakBytes()) ?? 0,
    kill: async () => child?.kill(),
    end,
  }
}

/** Creates a queue of readings in one child process, which is ended after an abort or a minute without work. */
function createReaderQueue(limits: ExtractionLimits, confinement: () => Promise<ConfinementOptions>): ReaderQueue {
  const child = createReusedChild(limits, confinement)
  let queue: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  let closed = false

  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const result = queue.then(work)
    queue = result.catch(() => {})
    return result
  }

  /** Runs a job of one file in the child. @param job receives the size of the file, in bytes */
  const run = <Result>(
    { path }: StoredFile,
    { signal, owner: next = null }: Pick<ExtractionOptions, 'signal' | 'owner'>,
    job: (worker: ParserChild, size: number) => Promise<Result | Failed>,
  ) =>
    enqueue(async (): Promise<Result | Failed> => {
      signal.throwIfAborted()
      if (closed) throw new Error('extracteur fermé')
      clearTimeout(idle)
      const { size } = await stat(path)
      if (size === 0) return { ok: false, failure: failureOf('extraction.empty') }
      const parse = async () => {
        const { worker, isFirst } = await child.ready(next)
        if (closed) throw new Error('extracteur fermé')
        const result = await job(worker, size)
        return { result, isConclusive: !isFailed(result) || isFirst || worker.isAlive() || !CHILD_DEATH_CODES.has(result.failure.code) }
      }
      try {
        const read = await parse()
        // An earlier document may have caused the child to die: this one is read again in a fresh child.
        const { result } = read.isConclusive || closed ? read : await parse()
        // When the server stops, a killed child is not a failure of the document.
        if (closed && isFailed(result)) throw new Error('extracteur fermé')
        return result
      } catch (error) {
        throw closed && !signal.aborted ? new Error('extracteur fermé', { cause: error }) : error
      } finally {
        // After an abort the child is being killed: the next document must not use it.
        if (signal.aborted) await child.end()
        idle = setTimeout(() => {
          void enqueue(child.end)
        }, IDLE_MS).unref()
      }
    })

  return {
    read: (file, options) =>
      run<ExtractionResult>(file, options, (worker, size) => {
        const { signal, onProgress = () => {}, effort = 'whole', rich = false, recognisedPages = [], onRecognised = () => {} } = options
        const { path, original_filename: filename } = file
        return worker.parse({ path, size, filename, recognise: effort === 'whole', isRich: rich, recognisedPages, limits, signal, onProgress, onRecognised })
      }),
    encodePicture: (file, options) =>
      run<PictureResult>(file, options, (worker, size) => {
        const { path, original_filename: filename } = file
        return worker.encodePicture({ path, size, filename, limits, signal: options.signal })
      }),
    peakBytes: child.peakBytes,
    async close() {
      closed = true
      clearTimeout(idle)
      await child.kill()
      await queue
      await child.end()
    },
  }
}

const isFailed = (result: unknown): result is Failed => (result as Failed).failure !== undefined
