import type { RouteBody, routes } from '@parvis/contract'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import { isForeignKeyViolation } from '../../platform/db/errors.ts'
import { lockAssistant } from './write-assistant.ts'
import { readTeam } from '../teams/queries.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'

/**
 * Proposes an assistant of this person to a team that they know, or to everybody (null). Replaces a previous proposal to the same recipient. A suspended
 * assistant may be proposed even to a team that already has it: this asks for a new review.
 * @throws {AppError} `request.not_found`, `grants.unknown`, `own_assistants.already_open`
 */
export async function propose(
  context: Context,
  caller: Caller,
  assistant_id: string,
  { team_id, note }: RouteBody<typeof routes.ownAssistants.propose>,
): Promise<void> {
  await lockAssistant(context.db, assistant_id, caller.id)
  if (team_id !== null)
    await readTeam(context.db, caller, team_id).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError('grants.unknown') : error
    })
  const work = inTransaction(context.db, async (trx) => {
    await lockAssistant(trx, assistant_id, caller.id)
    const { suspended_at } = await trx.selectFrom('assistant').where('id', '=', assistant_id).select('suspended_at').executeTakeFirstOrThrow()
    const isOpen =
      team_id !== null &&
      (await trx.selectFrom('access_grant').where('assistant_id', '=', assistant_id).where('team_id', '=', team_id).select('id').executeTakeFirst()) !==
        undefined
    if (isOpen && suspended_at === null) throw new AppError('own_assistants.already_open')
    await trx
      .deleteFrom('assistant_proposal')
      .where('assistant_id', '=', assistant_id)
      .where('team_id', team_id === null ? 'is' : '=', team_id)
      .execute()
    await trx.insertInto('assistant_proposal').values({ assistant_id, owner_id: caller.id, team_id, note: note.trim(), proposed_at: context.now() }).execute()
  })
  await work.catch((error: unknown) => {
    // The team was deleted meanwhile.
    throw isForeignKeyViolation(error) ? new AppError('grants.unknown', {}, { cause: error }) : error
  })
}

/** Deletes a proposal of this person, pending or refused. @throws {AppError} `request.not_found` */
export async function withdraw({ db }: Pick<Context, 'db'>, owner_id: string, assistant_id: string, id: string): Promise<void> {
  await db
    .deleteFrom('assistant_proposal')
    .where('id', '=', id)
    .where('assistant_id', '=', assistant_id)
    .where('owner_id', '=', owner_id)
    .returning('id')
    .executeTakeFirstOrThrow(notFound)
}
