import { sql } from 'kysely'
import { notFound } from '../../platform/errors/app-error.ts'
import { nextUpdateSql } from '../../platform/errors/stale-write.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'
import { isPrivateAssistant } from '../../authorization/assistants.ts'

export type NamedAssistant = { id: string; name: string }

/**
 * Suspends a person's assistant that is not a private draft, and refuses its pending proposals with the same reason.
 * @throws {AppError} `request.not_found` for a private draft, and for an assistant of the organisation, which is made inactive instead
 */
export function suspend({ db, now }: Context, id: string, reason: string): Promise<NamedAssistant> {
  return inTransaction(db, async (trx) => {
    const assistant = await lockSharedAssistant(trx, id)
    await trx
      .updateTable('assistant')
      .set({ suspended_at: now(), suspension_reason: reason, updated_at: nextUpdateSql(now()) })
      .where('id', '=', id)
      .execute()
    await trx
      .updateTable('assistant_proposal')
      .set({ refused_at: now(), refusal_reason: reason })
      .where('assistant_id', '=', id)
      .where('refused_at', 'is', null)
      .execute()
    return assistant
  })
}

/** Lifts the suspension of an assistant. @throws {AppError} `request.not_found` when it is not suspended */
export function resume({ db, now }: Context, id: string): Promise<NamedAssistant> {
  return db
    .updateTable('assistant')
    .set({ suspended_at: null, suspension_reason: null, updated_at: nextUpdateSql(now()) })
    .where('id', '=', id)
    .where('suspended_at', 'is not', null)
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow(notFound)
}

/** Locks a person's assistant that is not a private draft. @throws {AppError} `request.not_found` */
export async function lockSharedAssistant(trx: Db, id: string): Promise<NamedAssistant & { owner_id: string }> {
  await trx.selectFrom('assistant').where('id', '=', id).select('id').forUpdate().executeTakeFirstOrThrow(notFound)
  const { rows } = await sql<NamedAssistant & { owner_id: string }>`
    select a.id, a.name, a.owner_id from assistant a where a.id = ${id} and a.owner_id is not null and not ${isPrivateAssistant(sql`a`)}`.execute(trx)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}
