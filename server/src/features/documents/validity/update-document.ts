import type { RouteBody, routes } from '@parvis/contract'
import type { AuditedCall } from '../../../audit/audited.ts'
import type { Caller } from '../../../context.ts'
import { inTransaction } from '../../../platform/db/retry-transaction.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { todayInParis } from '../../../platform/paris.ts'
import { categoryForUpload, dropEmptyCategories } from '../categories.ts'
import { categoryKey } from '../../../authorization/category-names.ts'
import { changeableDocument } from '../queries.ts'
import { findVersion, recordVersionEvent } from './audit-versions.ts'
import { requireReplaceable, validityColumns, withVersionErrors } from './versions.ts'

/**
 * Changes the description, the category and the dates of a document, all or nothing, and records a change of the version that it replaces in the audit
 * trail.
 * @throws {AppError} as `changeableDocument`, `categoryForUpload`, `requireReplaceable` and `withVersionErrors`
 */
export async function updateDocument(call: AuditedCall & { caller: Caller }, id: string, body: RouteBody<typeof routes.documents.update>): Promise<void> {
  const { context, caller } = call
  const { category, description, ...dates } = body
  const before = await changeableDocument(context.db, id, caller)
  // A private document has no category to change.
  if (category !== undefined && before.owner_id !== null) throw new AppError('request.invalid', { fields: { category: 'Ce document est personnel' } })
  const isRelinked = dates.supersedes_id !== undefined && dates.supersedes_id !== before.supersedes_id
  const formerBefore = isRelinked ? await findVersion(context.db, before.supersedes_id) : null
  const former = await withVersionErrors(() =>
    inTransaction(context.db, async (db) => {
      const replaced = isRelinked && dates.supersedes_id ? await requireReplaceable(db, dates.supersedes_id, caller, before.owner_id) : null
      const isMoved = category !== undefined && categoryKey(category) !== categoryKey(before.category ?? '')
      const changes = {
        ...(description !== undefined && { description }),
        ...(isMoved && { category_id: await categoryForUpload(db, category, caller.id) }),
        ...validityColumns(dates, before, todayInParis(context)),
      }
      if (Object.keys(changes).length > 0) await db.updateTable('document').set(changes).where('id', '=', id).execute()
      return replaced
    }),
  )
  await recordVersionEvent(call, 'document.unlink', formerBefore, before)
  await recordVersionEvent(call, 'document.replace', former, before)
  if (category !== undefined) await dropEmptyCategories(context.db)
}
