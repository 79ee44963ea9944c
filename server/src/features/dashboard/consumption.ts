import type { Dashboard, TokenCount } from '@parvis/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema/index.ts'
import { answeringId, answeringName, toldAssistants, whoAnswered } from '../conversations/context/who-answered.ts'
import { midnight } from './queries.ts'

type Consumption = Dashboard['consumption']
type Group = TokenCount & Consumption['assistants'][number] & { kind: 'total' | 'assistant' | 'account'; user_id: string | null }
type Account = Consumption['accounts'][number]

const shown = 10
const nothing: TokenCount = { prompt_tokens: 0, completion_tokens: 0, replies: 0, uncounted: 0 }

/**
 * Tokens of the replies that ended in the period: in all, and for the assistants and the accounts with the most. The replies are read
 * once, from an index that holds nothing else, and summed by conversation, apart where its assistant changed; each of these is then looked
 * up by its key (`offset 0`), where a join would read all the conversations there ever were.
 */
export async function countConsumption(db: Db, now: Date, days: number): Promise<Consumption> {
  const { rows } = await sql<Group>`
    with spent as materialized (
      select m.conversation_id, told.after_position as told_at, sum(m.prompt_tokens) as prompt_tokens,
        sum(m.completion_tokens) as completion_tokens, count(*) as replies, count(*) filter (where m.prompt_tokens is null) as uncounted
      from message m ${whoAnswered}
      where m.role = 'assistant' and m.status <> 'en_cours' and m.created_at >= ${midnight(now, days - 1)}
      group by 1, 2
    ), answered as (
      select s.*, c.owner_id, ${answeringId} as assistant_id, ${answeringName} as assistant_name
      from spent s
        cross join lateral (select owner_id, assistant_id, assistant_name from conversation where id = s.conversation_id offset 0) c
        left join ${toldAssistants} on told.conversation_id = s.conversation_id and told.after_position = s.told_at
    ), grouped as (
      select case grouping(c.owner_id, c.assistant_id) when 1 then 'account' when 2 then 'assistant' else 'total' end as kind,
        c.owner_id as user_id, c.assistant_id, coalesce(a.name, c.assistant_name) as name,
        coalesce(sum(c.prompt_tokens), 0)::float8 as prompt_tokens, coalesce(sum(c.completion_tokens), 0)::float8 as completion_tokens,
        sum(c.replies)::integer as replies, sum(c.uncounted)::integer as uncounted
      from answered c left join assistant a on a.id = c.assistant_id
      group by grouping sets ((), (c.owner_id), (c.assistant_id, coalesce(a.name, c.assistant_name)))
      having count(*) > 0
    )
    select * from (
      select *, row_number() over (partition by kind order by prompt_tokens + completion_tokens desc, replies desc, name, user_id) as rank from grouped
    ) ranked where rank <= ${sql.lit(shown)} order by rank`.execute(db)
  const of = (kind: Group['kind']) => rows.filter((row) => row.kind === kind)
  return {
    total: count(of('total')[0] ?? nothing),
    assistants: of('assistant').map((row) => ({ ...count(row), assistant_id: row.assistant_id, name: row.name })),
    accounts: await named(db, of('account')),
  }
}

/** An account that was deleted between the two questions is left out. */
async function named(db: Db, groups: readonly Group[]): Promise<Account[]> {
  if (groups.length === 0) return []
  const ids = groups.map(({ user_id }) => user_id!)
  const people = await db.selectFrom('app_user').where('id', 'in', ids).select(['id', 'username', 'first_name', 'last_name']).execute()
  return groups.flatMap((group) => {
    const person = people.find(({ id }) => id === group.user_id)
    return person === undefined
      ? []
      : [{ ...count(group), user_id: person.id, username: person.username, first_name: person.first_name, last_name: person.last_name }]
  })
}

const count = ({ prompt_tokens, completion_tokens, replies, uncounted }: TokenCount): TokenCount => ({ prompt_tokens, completion_tokens, replies, uncounted })
