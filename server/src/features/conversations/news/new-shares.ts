import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../../context.ts'
import { isShareReadableBy } from '../../../authorization/sharing.ts'

/** SQL value of a shared conversation `s` for this reader: `new` if never seen, `updated` if updated since last seen, else null. Null too for its owner. */
export const shareNewsSql = (reader_id: string): RawBuilder<'new' | 'updated' | null> => sql`
  case when s.owner_id = ${reader_id} then null
    else (select case when count(*) = 0 then 'new' when max(n.taken_at) < s.taken_at then 'updated' end
      from conversation_share_seen n where n.share_id = s.id and n.user_id = ${reader_id}) end`

/** Counts the conversations shared with this person that are new or updated since they saw them. */
export async function countNewShares({ db, now }: Pick<Context, 'db' | 'now'>, reader_id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from conversation_share s
    where ${isShareReadableBy(sql`s.id`, reader_id, now())} and ${shareNewsSql(reader_id)} is not null`.execute(db)
  return rows[0]!.count
}
