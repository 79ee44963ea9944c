import { Worker } from 'node:worker_threads'
import type { ComparedDocument, TrackedComparison } from '../types.ts'

/** Memory of the thread, in megabytes: beyond it the comparison fails, and the process goes on. */
const maxMegabytes = 512

/**
 * Compares two documents in a thread of its own, which ends with the comparison.
 * @throws the reason of the signal when it aborts, which ends the thread; an error when the thread needs too much memory
 */
export function compareInThread(before: ComparedDocument, after: ComparedDocument, signal: AbortSignal): Promise<TrackedComparison> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const worker = new Worker(new URL('./compare-worker.ts', import.meta.url), {
      workerData: { before: { pages: before.pages }, after: { pages: after.pages } },
      resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
    })
    const abort = () => {
      void worker.terminate()
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', abort, { once: true })
    worker.on('message', resolve)
    worker.on('error', reject)
    worker.on('exit', (code) => {
      signal.removeEventListener('abort', abort)
      reject(new Error(`the thread of a comparison stopped with code ${code}`))
    })
  })
}
