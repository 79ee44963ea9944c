import { limits } from '@parvis/contract'
import type { Body, Conversation, routes } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { findConversation } from './queries.ts'

/**
 * A title, a place at the top or out of the way, or that it was seen. When it was last active does not change: the list keeps its order.
 * @throws {AppError} `request.not_found`, `conversations.too_many_pinned`
 */
export async function updateConversation(
  db: Db,
  owner_id: string,
  id: string,
  { title, pinned, archived, seen }: Body<typeof routes.conversations.update>,
): Promise<Conversation> {
  const before = await findConversation(db, id, owner_id)
  if (before === null) throw notFound()
  // What is pinned comes out of the archives, and what is archived is no longer pinned.
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
