import type { Context } from '../../context.ts'
import { writeInThread } from '../../platform/write-in-thread.ts'
import type { ComparedDocuments } from './compare.ts'
import type { ComparisonExport } from './tracked-docx.ts'

/** Writes the Word file of a comparison in a thread of its own, on the letterhead of the organisation where it has one. */
export async function exportComparison(context: Context, { before, after, comparison }: ComparedDocuments, disconnected: AbortSignal): Promise<Buffer> {
  const own = await context.db.selectFrom('letterhead').select('content').where('id', '=', 'docx').executeTakeFirst()
  const now = context.now()
  const input: ComparisonExport = {
    comparison,
    before: before.original_filename,
    after: after.original_filename,
    date: now.toISOString(),
    dateInWords: now.toLocaleDateString('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' }),
    letterhead: own === undefined ? null : new Uint8Array(own.content),
  }
  return writeInThread(new URL('./docx-worker.ts', import.meta.url), input, disconnected)
}
