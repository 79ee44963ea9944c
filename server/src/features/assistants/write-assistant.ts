import type { Assistant, Body } from '@parvis/contract'
import type { routes } from '@parvis/contract'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { lastAuthor } from '../../audit/last-author.ts'
import type { Context } from '../../context.ts'
import { isForeignKeyViolation } from '../../platform/db/errors.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { setDocumentCategories } from './document-categories.ts'
import { keepFirstVersions, keepVersion } from './keep-version.ts'
import type { Change } from './keep-version.ts'
import { everyAssistant, findAssistant } from './queries.ts'
import { nextUpdate, requireUnchanged } from '../../platform/errors/stale-write.ts'

type NewAssistant = Body<typeof routes.assistants.create>
type AssistantChanges = Body<typeof routes.assistants.update>

/**
 * Creates an assistant and its first version. Whatever creates or changes an assistant passes through this file.
 * @throws {AppError} `assistants.category_unknown`, `assistants.document_category_unknown`
 */
export async function createAssistant(context: Context, fields: NewAssistant, author_id: string): Promise<Assistant> {
  const id = await withCategory(context.db.transaction().execute((trx) => addAssistant(trx, fields, author_id, context.now())))
  return (await findAssistant(context.db, id, everyAssistant)) ?? missing()
}

/** The same, inside the caller's transaction; answers the id. */
export async function addAssistant(trx: Db, { document_category_ids, ...fields }: NewAssistant, author_id: string, now: Date): Promise<string> {
  const { id } = await trx.insertInto('assistant').values(fields).returning('id').executeTakeFirstOrThrow()
  await setDocumentCategories(trx, id, document_category_ids)
  await keepVersion(trx, id, { author_id }, now)
  return id
}

/**
 * Changes the given fields; a change of the name, the description, the instructions, the starters or the documents makes a version.
 * @throws {AppError} `request.not_found`, `request.stale` where it changed since the caller read it, `assistants.category_unknown`,
 *   `assistants.document_category_unknown`
 */
export async function updateAssistant(context: Context, id: string, changes: AssistantChanges, change: Change): Promise<Assistant> {
  const { expected_updated_at: expected, ...fields } = changes
  const update = context.db.transaction().execute(async (trx) => {
    if (expected !== undefined) await requireFresh(trx, id, expected, change)
    await changeAssistant(trx, id, fields, change, context.now())
  })
  await withCategory(update)
  return (await findAssistant(context.db, id, everyAssistant)) ?? missing()
}

/** The same, inside the caller's transaction. @throws {AppError} `request.not_found` */
export async function changeAssistant(trx: Db, id: string, changes: Omit<AssistantChanges, 'expected_updated_at'>, change: Change, now: Date): Promise<void> {
  const { document_category_ids, ...fields } = changes
  const { updated_at } = await holdAssistant(trx, id)
  await keepFirstVersions(trx, id)
  await trx
    .updateTable('assistant')
    .set({ ...fields, updated_at: nextUpdate(now, updated_at) })
    .where('id', '=', id)
    .execute()
  if (document_category_ids !== undefined) await setDocumentCategories(trx, id, document_category_ids)
  await keepVersion(trx, id, change, now)
}

async function holdAssistant(trx: Db, id: string): Promise<{ updated_at: string }> {
  const held = await trx.selectFrom('assistant').where('id', '=', id).select('updated_at').forUpdate().executeTakeFirst()
  return held ?? missing()
}

/** @throws {AppError} `request.not_found`, `request.stale` */
async function requireFresh(trx: Db, id: string, expected: string, { author_id }: Change): Promise<void> {
  await holdAssistant(trx, id)
  const held = (await findAssistant(trx, id, everyAssistant)) ?? missing()
  await requireUnchanged(expected, held, () => lastAuthor(trx, id, held.updated_at, author_id ?? ''))
}

function missing(): never {
  throw notFound()
}

/** @throws {AppError} `assistants.category_unknown` in place of the foreign key's refusal. */
async function withCategory<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error
    throw new AppError('assistants.category_unknown', { fields: { category_id: 'Cette catégorie n’existe pas' } }, { cause: error })
  }
}
