import { routes, type TextChange } from '@parvis/contract'
import type { Change, ChangeSide } from '@parvis/document-comparison'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import type { DocumentRow } from '../documents/queries.ts'
import { compareStored } from './compare.ts'
import { exportComparison } from './export.ts'
import { summariseComparison } from './summary.ts'

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
