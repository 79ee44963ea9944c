import { Worker } from 'node:worker_threads'
import type { Context } from '../../context.ts'
import type { ComparedDocuments } from './compare.ts'
import type { ComparisonExport } from './tracked-docx.ts'

/** Writes the Word file of a comparison in a thread of its own, on the letterhead of the organisation where it has one. */
export async function exportComparison(context: Context, { before, after, comparison }: ComparedDocuments, disconnected: AbortSignal): Promise<Buffer> {
  const own = await context.db.selectFrom('letterhead').select('content').where('id', '=', 'docx').executeTakeFirst()
  const now = context.now()
  const workerData: ComparisonExport = {
    comparison,
    before: before.original_filename,
    after: after.original_filename,
    date: now.toISOString(),
    dateInWords: now.toLocaleDateString('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' }),
    letterhead: own === undefined ? null : new Uint8Array(own.content),
  }
  return new Promise((resolve, reject) => {
    disconnected.throwIfAborted()
    const worker = new Worker(new URL('./docx-worker.ts', import.meta.url), { workerData, resourceLimits: { maxOldGenerationSizeMb: 512 } })
    const abort = () => void worker.terminate()
    disconnected.addEventListener('abort', abort, { once: true })
    worker.on('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
    worker.on('error', reject)
    worker.on('exit', (code) => {
      disconnected.removeEventListener('abort', abort)
      reject(new Error(`the thread of an export stopped with code ${code}`))
    })
  })
}
