import { stat } from 'node:fs/promises'
import { detectFormat } from './detect.ts'
import { failureOf } from './failure.ts'
import { findConfinement, startParserChild, type ConfinementOptions, type ParserChild } from './isolation/child-process.ts'
import { DEFAULT_LIMITS, quickLimits, type ExtractionLimits } from './limits.ts'
import type { ExtractionOptions, ExtractionResult, TextExtractor } from './port.ts'

/** A warm child is replaced after this many documents: parsers leak. */
const DOCUMENTS_PER_CHILD = 200
const IDLE_MS = 60_000
/** Or when it has come to hold so much, which depends on what it may: what is left is for the document. */
const grownBytes = (residentBytes: number) => Math.min(0.75 * residentBytes, 512 * 2 ** 20)
/** What stops a reading of less effort than the whole, and may not stop that one. */
const SLOW: Record<'quick' | 'text', ReadonlySet<string>> = {
  quick: new Set(['extraction.time', 'extraction.memory']),
  text: new Set(['extraction.time']),
}

/** What is said of a document at which the child ended. */
const ENDED: ReadonlySet<string> = new Set(['extraction.damaged', 'extraction.memory'])

/**
 * The extractor of the application: two child processes, one for quick readings and one for the others, so that no quick one
 * waits behind a long one. In each, documents wait for their turn.
 */
export function createTextExtractor(overrides: Partial<ExtractionLimits> = {}): TextExtractor {
  const limits: ExtractionLimits = { ...DEFAULT_LIMITS, ...overrides }
  let found: Promise<ConfinementOptions> | null = null
  const confinement = () => (found ??= findConfinement())
  const quick = createReader(quickLimits(limits), confinement)
  const slow = createReader(limits, confinement)

  return {
    async extract(file, options) {
      const { effort = 'whole' } = options
      const result = await (effort === 'quick' ? quick : slow).read(file, options)
      return result.ok || effort === 'whole' || !SLOW[effort].has(result.failure.code) ? result : { ok: false, failure: failureOf('extraction.slow') }
    },
    detect: detectFormat,
    peakBytes: async () => Math.max(await quick.peakBytes(), await slow.peakBytes()),
    confinedBy: async () => (await confinement()).command.filter((word) => word === 'unshare' || word === 'setpriv'),
    async close() {
      await Promise.all([quick.close(), slow.close()])
    },
  }
}

type Reader = {
  read(file: { path: string; original_filename: string }, options: ExtractionOptions): Promise<ExtractionResult>
  peakBytes(): Promise<number>
  close(): Promise<void>
}

/**
 * One child at a time, kept warm between the documents of one owner, replaced after a failure or when it has grown, and ended
 * after a minute without work.
 */
function createReader(limits: ExtractionLimits, confinement: () => Promise<ConfinementOptions>): Reader {
  let child: ParserChild | null = null
  let documents = 0
  let owner: string | null = null
  let turn: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  let closed = false

  const endChild = async () => {
    const ended = child
    child = null
    documents = 0
    await ended?.kill()
  }
  const isSpent = async (ready: ParserChild) =>
    !ready.isAlive() || documents >= DOCUMENTS_PER_CHILD || (await ready.residentBytes()) > grownBytes(limits.residentBytes)
  const readyChild = async (next: string | null) => {
    if (child && (next !== owner || (await isSpent(child)))) await endChild()
    owner = next
    return (child ??= startParserChild(await confinement(), limits.residentBytes))
  }
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }

  return {
    read: ({ path, original_filename }, { signal, owner: next = null, onProgress = () => {}, effort = 'whole', recognised = [], onRecognised = () => {} }) =>
      inTurn(async () => {
        signal.throwIfAborted()
        if (closed) throw new Error('extracteur fermé')
        clearTimeout(idle)
        const { size } = await stat(path)
        if (size === 0) return { ok: false, failure: failureOf('extraction.empty') }
        const request = { path, size, filename: original_filename, recognise: effort === 'whole', recognised }
        const parse = async () => {
          const worker = await readyChild(next)
          if (closed) throw new Error('extracteur fermé')
          const isFirst = documents++ === 0
          const result = await worker.parse({ ...request, limits, signal, onProgress, onRecognised })
          return { result, isBlamed: result.ok || isFirst || worker.isAlive() || !ENDED.has(result.failure.code) }
        }
        try {
          const read = await parse()
          // What an earlier document left behind may have ended the child: this one is judged by a child that has read no other.
          const { result } = read.isBlamed || closed ? read : await parse()
          // A child killed because the server stops says nothing of the document.
          if (closed && !result.ok) throw new Error('extracteur fermé')
          return result
        } catch (error) {
          throw closed && !signal.aborted ? new Error('extracteur fermé', { cause: error }) : error
        } finally {
          // After an abort the child is dying: the next document must not meet it.
          if (signal.aborted) await endChild()
          idle = setTimeout(() => {
            void inTurn(endChild)
          }, IDLE_MS).unref()
        }
      }),
    peakBytes: async () => (await child?.peakBytes()) ?? 0,
    async close() {
      closed = true
      clearTimeout(idle)
      await child?.kill()
      await turn
      await endChild()
    },
  }
}
