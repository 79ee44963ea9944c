import type { Dashboard, TokenCount } from '@parvis/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Models } from '../../platform/llm/models.ts'
import { noModel } from '../../replies/usage.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { dayInParis } from '../../platform/paris.ts'
import { hasUncountedReplies } from '../quotas/former-replies.ts'
import { countedAssistantsSql, privateAssistantLabelSql } from '../conversations/context/changes.ts'

type Consumption = Dashboard['consumption']
type GroupKind = 'total' | 'assistant' | 'team' | 'account'
type UsageGroup = TokenCount & { kind: GroupKind; user_id: string | null; team_id: string | null; assistant_id: string | null; name: string | null }
type Account = Consumption['accounts'][number]

const maxGroups = 10
const noUsage: TokenCount = { prompt_tokens: 0, completion_tokens: 0, replies: 0, uncounted: 0 }

/** Counts the tokens of the period from the usage ledger: in total, and for the ten assistants, teams and accounts that used most. */
export async function countConsumption({ db, models }: Pick<Context, 'db' | 'models'>, now: Date, days: number): Promise<Consumption> {
  const { rows } = await sql<UsageGroup>`
    with spent as (
      select u.user_id, t.id as team_id, coalesce(t.name, u.team_name) as team_name, a.id as assistant_id,
        coalesce(a.name, u.assistant_name, case when u.assistant_id is not null then ${privateAssistantLabelSql} end) as assistant_name, u.prompt_tokens, u.completion_tokens, u.replies, u.uncounted
      from usage_entry u left join ${countedAssistantsSql} on a.id = u.assistant_id left join team t on t.id = u.team_id
      where u.day > ${dayInParis(now)}::date - ${days}::integer
    ), grouped as (
      select case grouping(user_id, assistant_name, team_name) when 3 then 'account' when 5 then 'assistant' when 6 then 'team' else 'total' end as kind,
        user_id, assistant_id, team_id, coalesce(assistant_name, team_name) as name,
        coalesce(sum(prompt_tokens), 0)::float8 as prompt_tokens, coalesce(sum(completion_tokens), 0)::float8 as completion_tokens,
        sum(replies)::integer as replies, sum(uncounted)::integer as uncounted
      from spent
      group by grouping sets ((), (user_id), (assistant_id, assistant_name), (team_id, team_name))
      having count(*) > 0
    )
    select * from (
      select *, row_number() over (partition by kind order by prompt_tokens + completion_tokens desc, replies desc, name, user_id) as rank from grouped
      where kind <> 'account' or user_id is not null
    ) ranked where rank <= ${sql.lit(maxGroups)} order by rank`.execute(db)
  const of = (kind: GroupKind) => rows.filter((row) => row.kind === kind)
  const teams = of('team')
  return {
    is_counting: await hasUncountedReplies(db),
    total: pickCounts(of('total')[0] ?? noUsage),
    assistants: of('assistant').map((row) => ({ ...pickCounts(row), assistant_id: row.assistant_id, name: row.name })),
    // If nobody belongs to a team, a breakdown by team says nothing.
    teams: teams.every(({ name }) => name === null) ? [] : teams.map((row) => ({ ...pickCounts(row), team_id: row.team_id, name: row.name })),
    models: await countByModel(db, models, now, days),
    accounts: await withPeopleNames(db, of('account')),
  }
}

/** Counts the tokens of the period by model. Replies written without a model are left out. */
async function countByModel(db: Db, { list }: Models, now: Date, days: number): Promise<Consumption['models']> {
  const { rows } = await sql<Consumption['models'][number]>`
    select model as model_id, sum(prompt_tokens)::float8 as prompt_tokens, sum(completion_tokens)::float8 as completion_tokens,
      sum(replies)::integer as replies, sum(uncounted)::integer as uncounted
    from usage_entry where day > ${dayInParis(now)}::date - ${days}::integer and model not in ('', ${noModel})
    group by model order by sum(prompt_tokens + completion_tokens) desc, model`.execute(db)
  return rows.map((row) => ({ ...row, label: list.find(({ id }) => id === row.model_id)?.label ?? null }))
}

/** Adds people's names to the groups. Accounts deleted since the first query are left out. */
async function withPeopleNames(db: Db, groups: readonly UsageGroup[]): Promise<Account[]> {
  if (groups.length === 0) return []
  const ids = groups.map(({ user_id }) => user_id!)
  const people = await db.selectFrom('app_user').where('id', 'in', ids).select(['id', 'username', 'first_name', 'last_name']).execute()
  return groups.flatMap((group) => {
    const person = people.find(({ id }) => id === group.user_id)
    return person === undefined
      ? []
      : [{ ...pickCounts(group), user_id: person.id, username: person.username, first_name: person.first_name, last_name: person.last_name }]
  })
}

const pickCounts = ({ prompt_tokens, completion_tokens, replies, uncounted }: TokenCount): TokenCount => ({
  prompt_tokens,
  completion_tokens,
  replies,
  uncounted,
})
