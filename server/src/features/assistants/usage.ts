import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema/index.ts'
import { isAssistantUsableBy } from '../../authorization/assistants.ts'

/** Lists a person's favourite assistants, oldest favourite first. Inactive ones, and those closed to the person, are left out. */
export async function listFavorites(db: Db, owner_id: string): Promise<{ assistant_id: string; assistant_name: string }[]> {
  return db
    .selectFrom('assistant_favorite')
    .innerJoin('assistant', 'assistant.id', 'assistant_favorite.assistant_id')
    .where('assistant_favorite.owner_id', '=', owner_id)
    .where('assistant.is_active', '=', true)
    .where(isAssistantUsableBy(sql`assistant.id`, owner_id))
    .select(['assistant_favorite.assistant_id', 'assistant.name as assistant_name'])
    .orderBy('assistant_favorite.created_at')
    .orderBy('assistant_favorite.assistant_id')
    .execute()
}

/** Adds an existing assistant to a person's favourites. Idempotent. */
export async function addFavorite(db: Db, owner_id: string, assistant_id: string, now: Date): Promise<void> {
  await db
    .insertInto('assistant_favorite')
    .values({ owner_id, assistant_id, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeFavorite(db: Db, owner_id: string, assistant_id: string): Promise<void> {
  await db.deleteFrom('assistant_favorite').where('owner_id', '=', owner_id).where('assistant_id', '=', assistant_id).execute()
}

/** Adds one use of an assistant and returns the new count; null when it does not exist. */
export async function countUse(db: Db, id: string): Promise<number | null> {
  const row = await db
    .updateTable('assistant')
    .set({ usage_count: sql`usage_count + 1` })
    .where('id', '=', id)
    .returning('usage_count')
    .executeTakeFirst()
  return row?.usage_count ?? null
}
