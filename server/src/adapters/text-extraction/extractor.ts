import { stat } from 'node:fs/promises'
import { detectFormat } from './detect.ts'
import { failureOf } from './failure.ts'
import { startParserChild, type ParserChild } from './isolation/child-process.ts'
import { DEFAULT_LIMITS, type ExtractionLimits } from './limits.ts'
import type { TextExtractor } from './port.ts'

/** A warm child is replaced after this many documents: parsers leak. */
const DOCUMENTS_PER_CHILD = 200
const IDLE_MS = 60_000

/**
 * The extractor of the application: one child process at a time, kept warm between documents,
 * replaced after a failure or when it has grown, and ended after a minute without work.
 * Documents wait for their turn.
 */
export function createTextExtractor(overrides: Partial<ExtractionLimits> = {}): TextExtractor {
  const limits: ExtractionLimits = { ...DEFAULT_LIMITS, ...overrides }
  let child: ParserChild | null = null
  let documents = 0
  let turn: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  let closed = false

  const endChild = async () => {
    const ended = child
    child = null
    documents = 0
    await ended?.kill()
  }
  const readyChild = async () => {
    if (child && (!child.isAlive() || documents >= DOCUMENTS_PER_CHILD || (await child.residentBytes()) > limits.residentBytes / 2)) await endChild()
    return (child ??= startParserChild())
  }
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }

  return {
    extract: ({ path, original_filename }, { signal, onProgress = () => {} }) =>
      inTurn(async () => {
        signal.throwIfAborted()
        if (closed) throw new Error('extracteur fermé')
        clearTimeout(idle)
        const { size } = await stat(path)
        if (size === 0) return { ok: false, failure: failureOf('extraction.empty') }
        const worker = await readyChild()
        try {
          if (closed) throw new Error('extracteur fermé')
          documents++
          const result = await worker.parse({ path, size, filename: original_filename, limits, signal, onProgress })
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
    detect: detectFormat,
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
