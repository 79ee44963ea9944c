import type { ExtractedDocument } from '@parvis/document-reading'
import type { CuttingQuestion, PassageBatch } from './cutting-worker.ts'
import { startThread, type Thread } from '../thread.ts'

export type CutRequest = Pick<ExtractedDocument, 'title' | 'format' | 'pages'>

type Cutting = {
  /**
   * The passages of a document with their terms, in order and a batch at a time, the next being made while one is written. Made in
   * another thread: a long document does not hold the process. @throws what stopped it: the signal, or the death of the thread
   */
  cut: (document: CutRequest, signal: AbortSignal) => AsyncGenerator<PassageBatch>
  close: () => Promise<void>
}

/** Pages told at once: the caller bounds their size. */
const PAGES = 5
/** Without a document to cut, the thread is let go: it holds some ten megabytes. */
const IDLE_MS = 30_000

export const createCutting = (): Cutting => {
  let thread: Thread<CuttingQuestion, PassageBatch | null> | null = null
  let idle: NodeJS.Timeout | undefined
  let numbers = 0
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
    const closed = thread
    thread = null
    await closed?.close()
  }

  return {
    cut: async function* ({ title, format, pages }, signal) {
      const { ask } = begin()
      const document = ++numbers
      try {
        for (let at = 0; at < pages.length; at += PAGES) {
          signal.throwIfAborted()
          await ask({ document, kind: 'pages', pages: pages.slice(at, at + PAGES) })
        }
        for (let next = ask({ document, kind: 'next', title, format }); ;) {
          const batch = await next
          signal.throwIfAborted()
          if (batch === null) return
          next = ask({ document, kind: 'next', title, format })
          // Not awaited when the reader leaves: its failure is then nobody's.
          next.catch(() => {})
          yield batch
        }
      } finally {
        ask({ document, kind: 'forget' }).catch(() => {})
        end()
      }
    },
    close,
  }
}
