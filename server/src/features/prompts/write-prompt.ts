import type { Prompt } from '@parvis/contract'
import { lastAuthor } from '../../audit/last-author.ts'
import type { Context } from '../../context.ts'
import { createOnce } from '../../platform/db/create-once.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import { assertUnchanged, nextUpdate } from '../../platform/errors/stale-write.ts'
import { columnsOf, isOwnedBy, tableOf, type PromptOf, type PromptOwner } from './queries.ts'

type Fields = Pick<Prompt, 'name' | 'content'>

/** Creates a prompt, once for each `client_id` of its author. */
export function createPrompt<Owner extends PromptOwner>(
  db: Db,
  owner_id: Owner,
  author_id: string,
  { client_id, ...fields }: Fields & { client_id?: string | undefined },
): Promise<PromptOf<Owner>> {
  return createOnce(
    db,
    { kind: tableOf(owner_id), person_id: author_id, client_id },
    async (trx, id) => (await addPrompt(trx, owner_id, { ...fields, ...id })).id,
    async (trx, id) => (await selectPrompt(trx, owner_id, id).executeTakeFirst()) ?? null,
  )
}

/** Inserts a prompt inside the caller's transaction. */
export function addPrompt<Owner extends PromptOwner>(trx: Db, owner_id: Owner, fields: Fields & { id?: string }): Promise<PromptOf<Owner>> {
  return trx
    .insertInto(tableOf(owner_id))
    .values({ ...fields, ...(owner_id !== null && { owner_id }) })
    .returning(columnsOf(owner_id))
    .executeTakeFirstOrThrow()
}

/**
 * Changes the given fields of a prompt. @param expected optimistic lock
 * @throws {AppError} `request.not_found`, `request.stale`
 */
export function updatePrompt<Owner extends PromptOwner>(
  { db, now }: Pick<Context, 'db' | 'now'>,
  owner_id: Owner,
  author_id: string,
  id: string,
  { expected_updated_at, ...fields }: Partial<Fields> & { expected_updated_at?: string | undefined },
): Promise<PromptOf<Owner>> {
  return inTransaction(db, (trx) =>
    changePrompt(trx, owner_id, id, fields, now(), (current) =>
      assertUnchanged(expected_updated_at, current, async () =>
        owner_id === null ? lastAuthor(trx, id, current.updated_at, author_id) : { by: null, is_own: true },
      ),
    ),
  )
}

/**
 * Changes the given fields of a prompt inside the caller's transaction. @param check refuses the change of the locked row
 * @throws {AppError} `request.not_found`
 */
export async function changePrompt<Owner extends PromptOwner>(
  trx: Db,
  owner_id: Owner,
  id: string,
  fields: Partial<Fields>,
  now: Date,
  check?: (current: PromptOf<Owner>) => Promise<void>,
): Promise<PromptOf<Owner>> {
  const current = await selectPrompt(trx, owner_id, id).forUpdate().executeTakeFirstOrThrow(notFound)
  await check?.(current)
  return trx
    .updateTable(tableOf(owner_id))
    .set({ ...fields, updated_at: nextUpdate(now, current.updated_at) })
    .where('id', '=', id)
    .where(isOwnedBy(owner_id))
    .returning(columnsOf(owner_id))
    .executeTakeFirstOrThrow()
}

/** Deletes a prompt. @throws {AppError} `request.not_found` */
export function removePrompt(db: Db, owner_id: PromptOwner, id: string): Promise<{ id: string; name: string }> {
  return db.deleteFrom(tableOf(owner_id)).where('id', '=', id).where(isOwnedBy(owner_id)).returning(['id', 'name']).executeTakeFirstOrThrow(notFound)
}

const selectPrompt = (db: Db, owner_id: PromptOwner, id: string) =>
  db.selectFrom(tableOf(owner_id)).where('id', '=', id).where(isOwnedBy(owner_id)).select(columnsOf(owner_id))
