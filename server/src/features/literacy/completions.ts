import { literacyModules, minLiteracyGroup, routes, type LiteracyGroup, type LiteracyModule } from '@parvis/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'

/** Lists the modules that a person completed, in the order of the path. */
async function listCompletions(db: Db, person_id: string): Promise<{ module: LiteracyModule; completed_at: string }[]> {
  const rows = await db.selectFrom('literacy_completion').where('person_id', '=', person_id).select(['module', 'completed_at']).execute()
  return rows.sort((a, b) => literacyModules.indexOf(a.module) - literacyModules.indexOf(b.module))
}

/** Records that a person completed a module. The first date stays. */
async function completeModule({ db, now }: Context, person_id: string, module: LiteracyModule): Promise<void> {
  await db
    .insertInto('literacy_completion')
    .values({ person_id, module, completed_at: now() })
    .onConflict((conflict) => conflict.columns(['person_id', 'module']).doNothing())
    .execute()
}

type Account = { id: string; teams: { id: string; name: string }[]; modules: LiteracyModule[] }

const french = new Intl.Collator('fr')

/** Counts the active accounts that completed each module, by team. */
async function countCompletions({ db }: Context): Promise<{ accounts: number; groups: LiteracyGroup[] }> {
  const { rows } = await sql<Account>`
    select u.id,
      coalesce((select jsonb_agg(distinct jsonb_build_object('id', t.id, 'name', t.name)) from team_member m join team t on t.id = m.team_id
        where m.user_id = u.id), '[]') as teams,
      array(select c.module from literacy_completion c where c.person_id = u.id) as modules
    from app_user u where u.is_active`.execute(db)
  return { accounts: rows.length, groups: groupAccounts(rows) }
}

/**
 * Groups accounts by team. Those of small teams and of no team are one group, which takes the smallest teams until it has `minLiteracyGroup` accounts, so
 * that neither a row nor a difference between rows is about fewer people. Someone in two teams counts in both, and once in the group of small teams. With
 * fewer accounts in all, there is no group.
 */
export function groupAccounts(accounts: readonly Account[]): LiteracyGroup[] {
  if (accounts.length < minLiteracyGroup) return []
  const teams = new Map<string, { id: string; name: string; members: Account[] }>()
  const others = new Set<Account>()
  for (const account of accounts) {
    if (account.teams.length === 0) others.add(account)
    for (const { id, name } of account.teams) {
      const team = teams.get(id) ?? { id, name, members: [] }
      teams.set(id, team)
      team.members.push(account)
    }
  }
  const bySize = [...teams.values()].sort((a, b) => a.members.length - b.members.length)
  while (bySize.length > 0 && (bySize[0]!.members.length < minLiteracyGroup || (others.size > 0 && others.size < minLiteracyGroup))) {
    for (const member of bySize.shift()!.members) others.add(member)
  }
  return [
    ...bySize.sort((a, b) => french.compare(a.name, b.name)).map(({ id, name, members }) => countGroup(id, name, members)),
    ...(others.size > 0 ? [countGroup(null, 'Petits services et sans service', [...others])] : []),
  ]
}

function countGroup(team_id: string | null, name: string, members: readonly Account[]): LiteracyGroup {
  const countOf = (module: LiteracyModule) => members.filter(({ modules }) => modules.includes(module)).length
  return {
    team_id,
    name,
    accounts: members.length,
    completed: Object.fromEntries(literacyModules.map((module) => [module, countOf(module)])) as Record<LiteracyModule, number>,
    completed_all: members.filter(({ modules }) => literacyModules.every((module) => modules.includes(module))).length,
  }
}

const { literacy, literacyFigures } = routes

export const literacyHandlers: RouteHandler[] = [
  handle(literacy.own, async ({ context, caller }) => ({ completed: await listCompletions(context.db, caller.id) })),

  handle(literacy.complete, async ({ context, caller, body }) => {
    await completeModule(context, caller.id, body.module)
    return { completed: await listCompletions(context.db, caller.id) }
  }),

  handle(literacyFigures.read, ({ context }) => countCompletions(context)),
]
