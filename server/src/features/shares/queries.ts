import { maxUnpagedRows, type GivenShare, type ReceivedShare, type RouteBody, type routes } from '@parvis/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../context.ts'
import { isShareReadableBy } from '../../authorization/sharing.ts'
import { isAssistantUsableBy } from '../../authorization/assistants.ts'
import { shareNewsSql } from '../conversations/news/count-news.ts'
import { personName } from '../teams/queries.ts'

type ShareReadContext = Pick<Context, 'db' | 'now'>

const messageCount = sql`(select count(*) from conversation_share_message m where m.share_id = s.id)`

async function selectGiven({ db, now }: ShareReadContext, owner_id: string, condition: RawBuilder<unknown>): Promise<GivenShare[]> {
  const { rows } = await sql<GivenShare>`
    select s.id, s.conversation_id, s.title, s.created_at, s.taken_at, s.expires_at, s.expires_at <= ${now()}::timestamptz as is_expired,
      ${messageCount} as message_count,
      (select count(*) from message m where m.conversation_id = s.conversation_id and m.position > s.up_to and m.superseded_at is null
        and m.role <> 'system' and m.status <> 'en_cours') as newer,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', case when j.team_id is null then 'user' else 'team' end,
          'id', coalesce(j.team_id, j.user_id), 'name', coalesce(t.name, ${personName})) order by j.team_id is null, t.name, u.username), '[]')
        from conversation_share_subject j left join team t on t.id = j.team_id left join app_user u on u.id = j.user_id
        where j.share_id = s.id) as subjects
    from conversation_share s where s.owner_id = ${owner_id} and ${condition} order by s.created_at desc, s.id`.execute(db)
  return rows
}

/** Lists what this person shares, latest first. @param conversation_id only the shares of this conversation */
export const listGiven = (context: ShareReadContext, owner_id: string, conversation_id?: string): Promise<GivenShare[]> =>
  selectGiven(context, owner_id, conversation_id === undefined ? sql`true` : sql`s.conversation_id = ${conversation_id}`)

/** Reads a share of this person, expired or not; null when it is missing or somebody else's. */
export const findGiven = async (context: ShareReadContext, owner_id: string, id: string): Promise<GivenShare | null> =>
  (await selectGiven(context, owner_id, sql`s.id = ${id}`))[0] ?? null

/** A share as its recipients read it. */
export type ReadableShare = ReceivedShare & {
  owner_id: string
  assistant_id: string | null
  assistant_icon: string | null
  library: string | null
  keeps_assistant: boolean
}

/** Reads the unexpired shares that this person may read: their own, and those made to them. */
async function selectReadable({ db, now }: ShareReadContext, reader_id: string, condition: RawBuilder<unknown>): Promise<ReadableShare[]> {
  const { rows } = await sql<ReadableShare>`
    select s.id, s.owner_id, s.title, s.assistant_id, s.assistant_name, s.library, s.taken_at, s.expires_at, ${personName} as owner_name,
      ${messageCount} as message_count, a.icon as assistant_icon,
      (s.assistant_name is null or exists (select 1 from assistant k where k.id = s.assistant_id and k.is_active and ${isAssistantUsableBy(sql`k.id`, reader_id)})) as keeps_assistant,
      exists (select 1 from conversation_share_copy k where k.share_id = s.id and k.user_id = ${reader_id}
        and k.conversation_id is not null and k.taken_at = s.taken_at) as is_continued,
      ${shareNewsSql(reader_id)} as news
    from conversation_share s join app_user u on u.id = s.owner_id left join assistant a on a.id = s.assistant_id
    where ${isShareReadableBy(sql`s.id`, reader_id, now())} and ${condition}
    order by s.taken_at desc, s.id limit ${sql.lit(maxUnpagedRows)}`.execute(db)
  return rows
}

/** Lists what others share with this person, latest first. */
export const listReceived = (context: ShareReadContext, reader_id: string): Promise<ReadableShare[]> =>
  selectReadable(context, reader_id, sql`s.owner_id <> ${reader_id}`)

/** Reads a share that this person may read; null when it is expired, removed, unknown or not made to them. */
export const findReadable = async (context: ShareReadContext, reader_id: string, id: string): Promise<ReadableShare | null> =>
  (await selectReadable(context, reader_id, sql`s.id = ${id}`))[0] ?? null

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
