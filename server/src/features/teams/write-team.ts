import type { RouteBody, Team, routes } from '@parvis/contract'
import { notFound, AppError } from '../../platform/errors/app-error.ts'
import { isUniqueViolation } from '../../platform/db/errors.ts'
import { nextUpdate, assertUnchanged } from '../../platform/errors/stale-write.ts'
import type { Caller, Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { createOnce } from '../../platform/db/create-once.ts'
import { listTeams } from './queries.ts'
import { inTransaction, withRetries } from '../../platform/db/retry-transaction.ts'

/** Creates a team. Repeating the `client_id` returns the existing one. @throws {AppError} `teams.taken`, `teams.group_taken` */
export function createTeam({ db }: Pick<Context, 'db'>, caller: Caller, { client_id, ...fields }: RouteBody<typeof routes.teams.create>): Promise<Team> {
  const created = createOnce(
    db,
    { kind: 'team', person_id: caller.id, client_id },
    async (trx, id) => {
      const createdTeam = await trx
        .insertInto('team')
        .values({ ...fields, ...id })
        .returning('id')
        .executeTakeFirstOrThrow()
      return createdTeam.id
    },
    async (trx, id) => (await listTeams(trx, caller, id))[0] ?? null,
  )
  return rethrowTaken(created)
}

type UpdatedTeam = { id: string; name: string; taken_out: number }

/**
 * Changes a team. Changing or removing its provider group deletes the memberships that identity providers gave: nobody could remove them here.
 * @returns also `taken_out`, the number of deleted memberships
 * @throws {AppError} `request.not_found`, `request.stale`, `teams.taken`, `teams.group_taken`
 */
export function updateTeam(context: Context, id: string, changes: RouteBody<typeof routes.teams.update>): Promise<UpdatedTeam> {
  const { expected_updated_at, ...fields } = changes
  const update = inTransaction(context.db, async (trx) => {
    const current = await trx
      .selectFrom('team')
      .where('id', '=', id)
      .select(['name', 'description', 'group_name', 'sharing', 'updated_at'])
      .forUpdate()
      .executeTakeFirstOrThrow(notFound)
    await assertUnchanged(expected_updated_at, current, async () => ({ by: null, is_own: false }))
    const updated_at = nextUpdate(context.now(), current.updated_at)
    const team = await trx
      .updateTable('team')
      .set({ ...fields, updated_at })
      .where('id', '=', id)
      .returning(['id', 'name', 'group_name'])
      .executeTakeFirstOrThrow()
    return { id, name: team.name, taken_out: team.group_name === current.group_name ? 0 : await deleteProviderMemberships(trx, id) }
  })
  return rethrowTaken(update)
}

/** Deletes the memberships of a team that identity providers gave; local ones stay. @returns their number */
async function deleteProviderMemberships(trx: Db, team_id: string): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom('team_member').where('team_id', '=', team_id).where('identity_id', 'is not', null).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Deletes a team with its memberships and the grants made to it. The members' accounts stay. @throws {AppError} `request.not_found` */
export function removeTeam({ db }: Pick<Context, 'db'>, id: string): Promise<{ id: string; name: string }> {
  return withRetries(() => db.deleteFrom('team').where('id', '=', id).returning(['id', 'name']).executeTakeFirstOrThrow(notFound))
}

async function rethrowTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const isGroup = (error as { constraint?: string }).constraint?.includes('group_name') === true
    const [code, field] = isGroup ? (['teams.group_taken', 'group_name'] as const) : (['teams.taken', 'name'] as const)
    const phrase = isGroup ? 'Un autre service a déjà ce groupe' : 'Un service porte déjà ce nom : ni la casse ni les accents ne distinguent deux noms'
    throw new AppError(code, { fields: { [field]: phrase } }, { cause: error })
  }
}
