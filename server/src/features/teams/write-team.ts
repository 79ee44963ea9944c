import type { Body, routes } from '@parvis/contract'
import { notFound, AppError } from '../../platform/errors/app-error.ts'
import { isUniqueViolation } from '../../platform/db/errors.ts'
import { nextUpdate, requireUnchanged } from '../../platform/errors/stale-write.ts'
import type { Context } from '../../context.ts'
import { inTransaction, runAgain } from '../../platform/db/run-again.ts'

/** @throws {AppError} `teams.taken`, `teams.group_taken` */
export function createTeam({ db }: Pick<Context, 'db'>, fields: Body<typeof routes.teams.create>): Promise<{ id: string; name: string }> {
  return refusingTaken(db.insertInto('team').values(fields).returning(['id', 'name']).executeTakeFirstOrThrow())
}

/** @throws {AppError} `request.not_found`, `request.stale`, `teams.taken`, `teams.group_taken` */
export function updateTeam(context: Context, id: string, changes: Body<typeof routes.teams.update>): Promise<{ id: string; name: string }> {
  const { expected_updated_at, ...fields } = changes
  const update = inTransaction(context.db, async (trx) => {
    const held = await trx
      .selectFrom('team')
      .where('id', '=', id)
      .select(['name', 'description', 'group_name', 'sharing', 'updated_at'])
      .forUpdate()
      .executeTakeFirstOrThrow(notFound)
    await requireUnchanged(expected_updated_at, held, async () => ({ by: null, is_own: false }))
    const updated_at = nextUpdate(context.now(), held.updated_at)
    return trx
      .updateTable('team')
      .set({ ...fields, updated_at })
      .where('id', '=', id)
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
  })
  return refusingTaken(update)
}

/** Its members keep their accounts; what was given to it is given to nobody by it any more. @throws {AppError} `request.not_found` */
export function removeTeam({ db }: Pick<Context, 'db'>, id: string): Promise<{ id: string; name: string }> {
  return runAgain(() => db.deleteFrom('team').where('id', '=', id).returning(['id', 'name']).executeTakeFirstOrThrow(notFound))
}

async function refusingTaken<T>(work: Promise<T>): Promise<T> {
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
