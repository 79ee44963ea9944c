import { Worker } from 'node:worker_threads'

/** Heap limit of a thread that writes a file, in MiB. */
const maxHeap = 512

/**
 * Writes a file in a thread of its own, so that requests do not wait for it.
 * @param script module of the thread: it posts the bytes of the file, once
 * @param input value given to the thread as `workerData`
 * @param signal ends the thread when it aborts
 * @throws the error of the thread, or an error when it stops without posting a file
 */
export function writeInThread(script: URL, input: unknown, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const worker = new Worker(script, { workerData: input, resourceLimits: { maxOldGenerationSizeMb: maxHeap } })
    const abort = () => void worker.terminate()
    signal.addEventListener('abort', abort, { once: true })
    worker.on('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
    worker.on('error', reject)
    worker.on('exit', (code) => {
      signal.removeEventListener('abort', abort)
      reject(new Error(`the thread that writes a file stopped with code ${code}`))
    })
  })
}
