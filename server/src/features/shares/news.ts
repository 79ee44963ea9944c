import type { RouteBody, routes } from '@parvis/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { isShareReadableBy } from '../../authorization/sharing.ts'

/** Maximum number of people notified of one share. The others see it at their next page load, rather than notifying a whole town one by one. */
const maxNotified = 200

/** Notifies the open pages of a share's recipients that their lists of shares have changed. */
export async function notifyRecipients({ db, changes }: Context, share_id: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select j.user_id as id from conversation_share_subject j where j.share_id = ${share_id} and j.user_id is not null
    union
    select m.user_id from conversation_share_subject j join team_member m on m.team_id = j.team_id where j.share_id = ${share_id} and m.user_id <> j.owner_id
    limit ${sql.lit(maxNotified)}`.execute(db)
  for (const { id } of rows) changes.notify(id, ['/shares', '/conversations/recent'])
}

/** Records which copies this person has seen. Shares that they may not read are ignored. */
export async function markSeen({ db, now }: Context, reader_id: string, { shares }: RouteBody<typeof routes.shares.seen>): Promise<void> {
  await sql`
    insert into conversation_share_seen (share_id, user_id, taken_at)
    select s.id, ${reader_id}::uuid, max(least(seen.taken_at, s.taken_at))
    from jsonb_to_recordset(${JSON.stringify(shares)}::jsonb) as seen(id uuid, taken_at timestamptz)
    -- One that is taken back at this very moment is left out.
    join (select id, owner_id, taken_at from conversation_share where id = any(${shares.map(({ id }) => id)}::uuid[]) for key share) s on s.id = seen.id
    where s.owner_id <> ${reader_id} and ${isShareReadableBy(sql`s.id`, reader_id, now())}
    group by s.id
    on conflict (share_id, user_id) do update set taken_at = greatest(conversation_share_seen.taken_at, excluded.taken_at)`.execute(db)
}
