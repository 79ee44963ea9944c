import { limits, type RouteBody, type Conversation, type ConversationWithChanges, type routes } from '@parvis/contract'
import { sql } from 'kysely'
import type { Caller } from '../../context.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { changeContext } from './context/change-context.ts'
import { withChanges } from './context/changes.ts'
import { findConversation } from './queries.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'

type ConversationUpdate = RouteBody<typeof routes.conversations.update>
type ConversationState = Omit<ConversationUpdate, 'assistant_id' | 'project_id' | 'library' | 'as_of'>

/**
 * Updates the title, the pinned, archived or seen state, the model, the confidentiality and the context of a conversation, with the day of its questions,
 * all or nothing. `updated_at` is unchanged, so that lists keep their order.
 * @throws {AppError} `request.not_found`, `conversations.too_many_pinned`, as `changeContext`
 */
export async function updateConversation(db: Db, caller: Caller, id: string, changes: ConversationUpdate): Promise<ConversationWithChanges> {
  const owner_id = caller.id
  const { assistant_id, project_id, library, as_of, ...state } = changes
  const applyState = async (trx: Db) =>
    Object.values(state).some((value) => value !== undefined) ? updateState(trx, owner_id, id, state) : findConversation(trx, id, owner_id)
  const update = async (trx: Db) => {
    const updatedConversation = await applyState(trx)
    if (updatedConversation === null) throw notFound()
    return withChanges(trx, updatedConversation)
  }
  const context = { assistant_id, project_id, library, as_of }
  if (Object.values(context).every((value) => value === undefined)) return update(db)
  return inTransaction(db, async (trx) => {
    await changeContext(trx, caller, id, context)
    return update(trx)
  })
}

/** @throws {AppError} `request.not_found`, `conversations.too_many_pinned` */
async function updateState(
  db: Db,
  owner_id: string,
  id: string,
  { title, pinned, archived, seen, model_id, confidential }: ConversationState,
): Promise<Conversation> {
  const before = await findConversation(db, id, owner_id)
  if (before === null) throw notFound()
  // Pinning unarchives, and archiving unpins.
  const isPinned = pinned ?? (archived === true ? false : undefined)
  const isArchived = archived ?? (pinned === true ? false : undefined)
  const pins = db.selectFrom('conversation').where('owner_id', '=', owner_id).where('pinned_at', 'is not', null).where('id', '<>', id)
  const { numUpdatedRows } = await db
    .updateTable('conversation')
    .set({
      ...(title !== undefined && { title, title_chosen: true }),
      ...(isPinned !== undefined && { pinned_at: isPinned ? sql`coalesce(pinned_at, now())` : null }),
      ...(isArchived !== undefined && { archived_at: isArchived ? sql`coalesce(archived_at, now())` : null }),
      ...(seen && { seen_at: sql`now()` }),
      ...(model_id !== undefined && { model_id }),
      ...(confidential !== undefined && { confidential }),
    })
    .where('id', '=', id)
    .where('owner_id', '=', owner_id)
    .$if(isPinned === true, (query) =>
      query.where(
        pins.select((count) => count.fn.countAll<number>().as('count')),
        '<',
        limits.pinned,
      ),
    )
    .executeTakeFirstOrThrow()
  const after = await findConversation(db, id, owner_id)
  if (after === null) throw notFound()
  if (numUpdatedRows === 0n) throw new AppError('conversations.too_many_pinned')
  return after
}
