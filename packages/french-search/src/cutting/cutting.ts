import type { ExtractedDocument } from '@parvis/document-reading'
import type { CuttingRequest, PassageBatch } from './cutting-worker.ts'
import { startThread, type WorkerThread } from '../thread.ts'

export type CutRequest = Pick<ExtractedDocument, 'title' | 'format' | 'pages'>

type PassageCutter = {
  /**
   * Yields the passages of a document with their terms, in order, by batches. The next batch is prepared while the current one is written, in another
   * thread, so that a long document does not block the process.
   * @throws the reason of the signal, or an error when the thread died
   */
  cut: (document: CutRequest, signal: AbortSignal) => AsyncGenerator<PassageBatch>
  close: () => Promise<void>
}

/** Number of pages sent to the thread at once; the caller limits their size. */
const PAGES_PER_MESSAGE = 5
/** Time without work after which the thread is ended, in milliseconds: it uses some ten megabytes. */
const IDLE_MS = 30_000

export const createPassageCutter = (): PassageCutter => {
  let thread: WorkerThread<CuttingRequest, PassageBatch | null> | null = null
  let idle: NodeJS.Timeout | undefined
  let lastNumber = 0
  let busy = 0

  const begin = () => {
    busy += 1
    clearTimeout(idle)
    return (thread ??= startThread(new URL('./cutting-worker.ts', import.meta.url), null, () => (thread = null)))
  }
  const end = () => {
    busy -= 1
    if (busy === 0) idle = setTimeout(() => void close(), IDLE_MS).unref()
  }
  const close = async () => {
    clearTimeout(idle)
    const closedThread = thread
    thread = null
    await closedThread?.close()
  }

  return {
    cut: async function* ({ title, format, pages }, signal) {
      const { send } = begin()
      const document = ++lastNumber
      try {
        for (let index = 0; index < pages.length; index += PAGES_PER_MESSAGE) {
          signal.throwIfAborted()
          await send({ document, kind: 'pages', pages: pages.slice(index, index + PAGES_PER_MESSAGE) })
        }
        for (let next = send({ document, kind: 'next', title, format }); ;) {
          const batch = await next
          signal.throwIfAborted()
          if (batch === null) return
          next = send({ document, kind: 'next', title, format })
          // Not awaited when the caller stops early: its failure must not be an unhandled rejection.
          next.catch(() => {})
          yield batch
        }
      } finally {
        send({ document, kind: 'forget' }).catch(() => {})
        end()
      }
    },
    close,
  }
}
