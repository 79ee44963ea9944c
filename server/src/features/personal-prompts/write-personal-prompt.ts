import type { RouteBody, PersonalPrompt, routes } from '@parvis/contract'
import type { Context } from '../../context.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import { nextUpdate, assertUnchanged } from '../../platform/errors/stale-write.ts'
import { columns } from './queries.ts'
import { createOnce } from '../../platform/db/create-once.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'

export function createPersonalPrompt(
  { db }: Pick<Context, 'db'>,
  owner_id: string,
  { client_id, ...fields }: RouteBody<typeof routes.personalPrompts.create>,
): Promise<PersonalPrompt> {
  return createOnce(
    db,
    { kind: 'personal_prompt', person_id: owner_id, client_id },
    async (trx, id) => {
      const made = await trx
        .insertInto('personal_prompt')
        .values({ ...fields, ...id, owner_id })
        .returning('id')
        .executeTakeFirstOrThrow()
      return made.id
    },
    async (on, id) => (await on.selectFrom('personal_prompt').where('id', '=', id).where('owner_id', '=', owner_id).select(columns).executeTakeFirst()) ?? null,
  )
}

/**
 * Changes the given fields of a prompt of this person.
 * @throws {AppError} `request.not_found`, `request.stale` when it was changed in another window
 */
export function updatePersonalPrompt(
  context: Context,
  id: string,
  owner_id: string,
  { expected_updated_at, ...fields }: RouteBody<typeof routes.personalPrompts.update>,
): Promise<PersonalPrompt> {
  return inTransaction(context.db, async (trx) => {
    const own = trx.selectFrom('personal_prompt').where('id', '=', id).where('owner_id', '=', owner_id)
    const current = await own.select(columns).forUpdate().executeTakeFirstOrThrow(notFound)
    await assertUnchanged(expected_updated_at, current, async () => ({ by: null, is_own: true }))
    return trx
      .updateTable('personal_prompt')
      .set({ ...fields, updated_at: nextUpdate(context.now(), current.updated_at) })
      .where('id', '=', id)
      .where('owner_id', '=', owner_id)
      .returning(columns)
      .executeTakeFirstOrThrow()
  })
}
