import type { Db } from '../../platform/db/schema/index.ts'

/** The assistants that this person keeps at the top, the first chosen first. */
export async function listFavorites(db: Db, owner_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('assistant_favorite')
    .where('owner_id', '=', owner_id)
    .select('assistant_id')
    .orderBy('created_at')
    .orderBy('assistant_id')
    .execute()
  return rows.map(({ assistant_id }) => assistant_id)
}

/** Keeps an assistant at the top of this person's catalogue; once, however often it is asked. The assistant must exist. */
export async function addFavorite(db: Db, owner_id: string, assistant_id: string, now: Date): Promise<void> {
  await db
    .insertInto('assistant_favorite')
    .values({ owner_id, assistant_id, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Puts an assistant back among the others of this person's catalogue. */
export async function removeFavorite(db: Db, owner_id: string, assistant_id: string): Promise<void> {
  await db.deleteFrom('assistant_favorite').where('owner_id', '=', owner_id).where('assistant_id', '=', assistant_id).execute()
}
