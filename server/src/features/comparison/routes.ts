import { routes, type TextChange } from '@parvis/contract'
import type { Change, ChangeSide } from '@parvis/document-comparison'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import type { DocumentRow } from '../documents/queries.ts'
import { compareStored, type ComparedDocuments } from './compare.ts'
import { summariseComparison } from './summary.ts'
import type { Context } from '../../context.ts'
import { writeInThread } from '../../platform/write-in-thread.ts'
import type { ComparisonExport } from './tracked-docx.ts'

const { comparisons } = routes

export const comparisonHandlers: RouteHandler[] = [
  handle(comparisons.compare, async ({ context, caller, body, disconnected }) => {
    const { before, after, comparison } = await compareStored(context, caller, body, disconnected)
    return {
      before: presentDocument(before),
      after: presentDocument(after),
      changes: comparison.changes.map(presentChange),
      figures: comparison.figures,
    }
  }),

  handle(comparisons.summary, ({ context, caller, body, disconnected }) => summariseComparison(context, caller, body, disconnected)),

  handle(comparisons.export, async ({ context, caller, query, disconnected }) => {
    const compared = await compareStored(context, caller, query, disconnected)
    const content = await exportComparison(context, compared, disconnected)
    return {
      content,
      filename: `Comparaison - ${compared.after.original_filename.replace(/\.[^.]*$/, '')}.docx`,
      media_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      size: content.length,
    }
  }),
]

/** Writes the Word file of a comparison in a thread of its own, on the letterhead of the organisation where it has one. */
async function exportComparison(context: Context, { before, after, comparison }: ComparedDocuments, disconnected: AbortSignal): Promise<Buffer> {
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

const presentDocument = ({ id, original_filename }: DocumentRow) => ({ id, name: original_filename })

const presentSide = (side: ChangeSide | null) => (side === null ? null : { text: side.text, ...(side.page !== null && { page: side.page }) })

const presentChange = ({ kind, before, after, section, words, moved }: Change): TextChange => ({
  kind,
  before: presentSide(before),
  after: presentSide(after),
  section,
  ...(words !== undefined && { words }),
  ...(moved && { moved }),
})
