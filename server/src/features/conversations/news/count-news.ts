import type { News, NewsKind } from '@parvis/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Caller, Context } from '../../../context.ts'
import { countProposals } from '../../assistants/proposals.ts'
import { isShareReadableBy } from '../../../authorization/sharing.ts'

/** Counts everything new for a person: refused proposals, shared projects, assistants and conversations, proposals to review. */
export async function countNews(context: Pick<Context, 'db' | 'now'>, caller: Caller): Promise<News> {
  const { db } = context
  const { rows } = await sql<Pick<News, 'refusals' | 'projects' | 'assistants'>>`
    select
      (select count(*)::int from assistant_proposal p where p.owner_id = me.id and p.refused_at > coalesce(p.refusal_seen_at, '-infinity')) as refusals,
      (select count(distinct x.id)::int from project x where x.owner_id <> me.id and ${grantedSinceSql('project', sql`me.projects_seen_at`)}) as projects,
      (select count(distinct x.id)::int from assistant x where x.owner_id <> me.id and x.is_active and x.suspended_at is null
        and ${grantedSinceSql('assistant', sql`me.assistants_seen_at`)}) as assistants
    from app_user me where me.id = ${caller.id}`.execute(db)
  return { ...rows[0]!, to_review: await countProposals(db, caller), conversations: await countNewShares(context, caller.id) }
}

/** SQL condition: access to resource `x` was granted after `moment` to the account `me`, directly or through a team. Joining the team counts as a grant. */
const grantedSinceSql = (kind: 'project' | 'assistant', moment: RawBuilder<unknown>) => sql<boolean>`exists (
  select 1 from access_grant g left join team_member m on m.team_id = g.team_id and m.user_id = me.id
  where g.kind = ${kind} and g.resource_id = x.id and (g.user_id = me.id or m.user_id is not null)
    and greatest(g.given_at, m.created_at) > ${moment})`

/** Marks the news of a kind as seen. */
export async function markNewsSeen({ db, now }: Pick<Context, 'db' | 'now'>, user_id: string, kind: NewsKind): Promise<void> {
  const at = sql<string>`${now()}::timestamptz`
  if (kind === 'refusals')
    await db.updateTable('assistant_proposal').set({ refusal_seen_at: at }).where('owner_id', '=', user_id).where('refused_at', 'is not', null).execute()
  else
    await db
      .updateTable('app_user')
      .set(kind === 'projects' ? { projects_seen_at: at } : { assistants_seen_at: at })
      .where('id', '=', user_id)
      .execute()
}

/** SQL value of a shared conversation `s` for this reader: `new` if never seen, `updated` if updated since last seen, else null. Null too for its owner. */
export const shareNewsSql = (reader_id: string): RawBuilder<'new' | 'updated' | null> => sql`
  case when s.owner_id = ${reader_id} then null
    else (select case when count(*) = 0 then 'new' when max(n.taken_at) < s.taken_at then 'updated' end
      from conversation_share_seen n where n.share_id = s.id and n.user_id = ${reader_id}) end`

/** Counts the conversations shared with this person that are new or updated since they saw them. */
async function countNewShares({ db, now }: Pick<Context, 'db' | 'now'>, reader_id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from conversation_share s
    where ${isShareReadableBy(sql`s.id`, reader_id, now())} and ${shareNewsSql(reader_id)} is not null`.execute(db)
  return rows[0]!.count
}
