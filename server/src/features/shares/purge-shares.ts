import { shareRenewalDays } from '@parvis/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'

const dayMs = 86_400_000

/** Deletes the shares that expired more than `shareRenewalDays` days ago, except those under legal hold. */
export async function purgeEndedShares({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - shareRenewalDays * dayMs)
  await sql`
    delete from conversation_share s where s.expires_at < ${before}::timestamptz
      and not exists (select 1 from legal_hold h where h.user_id is null or h.user_id = s.owner_id)`.execute(db)
}
