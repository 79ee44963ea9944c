import type { Prompt } from '@parvis/contract'
import { notFound } from '../../platform/errors/app-error.ts'
import { lastAuthor } from '../../audit/last-author.ts'
import type { Context } from '../../context.ts'
import { createOnce } from '../../platform/db/create-once.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { nextUpdate, assertUnchanged } from '../../platform/errors/stale-write.ts'

type Fields = Pick<Prompt, 'name' | 'content'>

export const columns = ['id', 'name', 'content', 'updated_at', 'chatbot_use'] as const

export function addPrompt(db: Db, fields: Fields & { id?: string }): Promise<Prompt> {
  return db.insertInto('prompt').values(fields).returning(columns).executeTakeFirstOrThrow()
}

export function createPrompt(db: Db, creation: Parameters<typeof createOnce>[1], fields: Fields): Promise<Prompt> {
  return createOnce(
    db,
    creation,
    async (trx, id) => (await addPrompt(trx, { ...fields, ...id })).id,
    async (on, id) => (await on.selectFrom('prompt').where('id', '=', id).select(columns).executeTakeFirst()) ?? null,
  )
}

/**
 * Replaces the fields of a library prompt. @param expected optimistic lock
 * @throws {AppError} `request.not_found`, `request.stale`
 */
export function updatePrompt(context: Context, caller: { id: string }, id: string, fields: Fields, expected: string | undefined): Promise<Prompt> {
  return context.db.transaction().execute(async (trx) => {
    const current = await lockPrompt(trx, id)
    await assertUnchanged(expected, current, () => lastAuthor(trx, id, current.updated_at, caller.id))
    return writePrompt(trx, current, fields, context.now())
  })
}

/** Replaces the fields of a library prompt inside the caller's transaction, without an optimistic lock. @throws {AppError} `request.not_found` */
export async function changePrompt(trx: Db, id: string, fields: Fields, now: Date): Promise<Prompt> {
  return writePrompt(trx, await lockPrompt(trx, id), fields, now)
}

async function lockPrompt(trx: Db, id: string): Promise<Prompt> {
  const current = await trx.selectFrom('prompt').where('id', '=', id).select(columns).forUpdate().executeTakeFirstOrThrow(notFound)
  return current
}

function writePrompt(trx: Db, { id, updated_at }: Prompt, fields: Fields, now: Date): Promise<Prompt> {
  return trx
    .updateTable('prompt')
    .set({ ...fields, updated_at: nextUpdate(now, updated_at) })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}
