import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../../context.ts'

/**
 * What a share is to this person: `new` while they have not seen it, `updated` while they have not seen it as it is now, else null. `s` is
 * the share.
 */
export const newsOf = (reader_id: string): RawBuilder<'new' | 'updated' | null> => sql`
  case when s.owner_id = ${reader_id} then null
    else (select case when count(*) = 0 then 'new' when max(n.taken_at) < s.taken_at then 'updated' end
      from conversation_share_seen n where n.share_id = s.id and n.user_id = ${reader_id}) end`

/** How many conversations that others share with this person are new to them, or brought up to date since they saw them. */
export async function countNewShares({ db, now }: Pick<Context, 'db' | 'now'>, reader_id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from conversation_share s
    where s.id in (select r from readable_share(${reader_id}::uuid, ${now()}::timestamptz) r) and ${newsOf(reader_id)} is not null`.execute(db)
  return rows[0]!.count
}
