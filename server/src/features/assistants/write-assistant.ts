import { limits, type Assistant, type IconName, type RouteBody, type routes } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { lastAuthor } from '../../audit/last-author.ts'
import type { Context, Caller } from '../../context.ts'
import { isForeignKeyViolation } from '../../platform/db/errors.ts'
import { createOnce } from '../../platform/db/create-once.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { todayInParis } from '../../platform/paris.ts'
import { setDocumentCategories, openDocumentCategories } from './document-categories.ts'
import { storeFirstVersions, storeVersion, type VersionChange, findVersion } from './versions.ts'
import { requireKnownModel } from '../models/models.ts'
import { everyAssistant, findAssistant, readAssistant, readerOf, type AssistantOwner } from './queries.ts'
import type { RightsHolder } from '../../authorization/granted.ts'
import { nextUpdate, assertUnchanged, type LastAuthor } from '../../platform/errors/stale-write.ts'
import { personName } from '../teams/queries.ts'

type ModelFields = 'min_level' | 'model_id' | 'model_choice' | 'masking'
type AssistantBody = RouteBody<typeof routes.assistants.create>
/** Without the fields that choose its model: level 1, the first model of the list, no choice, the masking of the settings. */
type NewAssistant = Omit<AssistantBody, 'client_id' | ModelFields> & Partial<Pick<AssistantBody, ModelFields>>
type AssistantChanges = RouteBody<typeof routes.assistants.update>

/**
 * Creates an assistant with its first version. Repeating the `client_id` returns the existing one. All creations and changes of assistants go through this
 * file.
 * @throws {AppError} `models.unknown`, `assistants.category_unknown`, `assistants.document_category_unknown`
 */
export function createAssistant(
  context: Context,
  { client_id, ...fields }: NewAssistant & { client_id?: string | undefined },
  author_id: string,
  owner_id: AssistantOwner = null,
): Promise<Assistant> {
  requireKnownModel(context, fields.model_id)
  const created = createOnce(
    context.db,
    { kind: owner_id === null ? 'assistant' : 'own_assistant', person_id: author_id, client_id },
    (trx, id) => addAssistant(trx, { ...fields, ...id }, author_id, context.now(), owner_id),
    (trx, id) => findAssistant(trx, id, readerOf(owner_id)),
  )
  return withCategory(created)
}

/** Creates an assistant with its first version inside the caller's transaction. @returns its id */
export async function addAssistant(
  trx: Db,
  { document_category_ids, ...fields }: NewAssistant & { id?: string },
  author_id: string,
  now: Date,
  owner_id: AssistantOwner = null,
): Promise<string> {
  const { id } = await trx
    .insertInto('assistant')
    .values({ ...fields, owner_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setDocumentCategories(trx, id, document_category_ids, owner_id)
  await storeVersion(trx, id, { author_id }, now)
  return id
}

/**
 * Copies an assistant that the caller may use into one of their own, with only the document categories open to them and without its files.
 * @returns the id of the copy
 * @throws {AppError} `request.not_found` when the caller may not use it, `own_assistants.quota`
 */
export async function copyAssistant(context: Context, caller: Caller, assistant_id: string): Promise<string> {
  const source = await readAssistant(context.db, assistant_id, caller)
  const { name, description, prompt_content, starters, category_id, icon, document_category_ids, min_level, model_id, model_choice, masking } = source
  const open = new Set((await openDocumentCategories(context.db, caller.id, todayInParis(context))).map(({ id }) => id))
  const fields = {
    name: `Copie de ${name}`.slice(0, limits.name).toWellFormed().trim(),
    description,
    prompt_content,
    starters,
    category_id,
    icon: icon as IconName,
    document_category_ids: document_category_ids.filter((id) => open.has(id)),
    is_active: true,
    min_level,
    // The settings may no longer have it.
    model_id: context.models.list.some(({ id }) => id === model_id) ? model_id : null,
    model_choice,
    masking,
  }
  return (await createAssistant(context, fields, caller.id, caller.id)).id
}

/**
 * Changes the given fields of an assistant. A new version is stored when the name, the description, the instructions, the starters or the document
 * categories change.
 * @throws {AppError} `request.not_found`, `request.stale`, `models.unknown`, `assistants.category_unknown`, `assistants.document_category_unknown`
 */
export async function updateAssistant(
  context: Context,
  id: string,
  changes: AssistantChanges,
  change: VersionChange,
  owner_id: AssistantOwner = null,
): Promise<Assistant> {
  const { expected_updated_at: expectedUpdatedAt, ...fields } = changes
  requireKnownModel(context, fields.model_id)
  const update = context.db.transaction().execute(async (trx) => {
    if (expectedUpdatedAt !== undefined) await requireUnchangedAssistant(trx, id, expectedUpdatedAt, change, owner_id)
    await changeAssistant(trx, id, fields, change, context.now(), owner_id)
  })
  await withCategory(update)
  return readAssistant(context.db, id, readerOf(owner_id))
}

/**
 * Restores the texts of a version and its remaining document categories, which creates a new version unless nothing changes. Category, icon and state of
 * the assistant stay.
 * @returns the assistant, and `left_out`: names of the document categories that could not be restored
 * @throws {AppError} `request.not_found`
 */
export async function restoreVersion(
  context: Context,
  assistant_id: string,
  number: number,
  author_id: string,
  owner_id: AssistantOwner = null,
): Promise<Assistant & { left_out: string[] }> {
  const { name, description, prompt_content, starters, ids, left_out } = await findVersion(context.db, assistant_id, number, owner_id)
  const texts = { name, description, prompt_content, starters, document_category_ids: ids }
  return { ...(await updateAssistant(context, assistant_id, texts, { author_id, restored_from: number }, owner_id)), left_out }
}

/** Changes the given fields of an assistant inside the caller's transaction, without an optimistic lock. @throws {AppError} `request.not_found` */
export async function changeAssistant(
  trx: Db,
  id: string,
  changes: Omit<AssistantChanges, 'expected_updated_at'>,
  change: VersionChange,
  now: Date,
  owner_id: AssistantOwner = null,
): Promise<void> {
  const { document_category_ids, ...fields } = changes
  const { updated_at } = await lockAssistant(trx, id, owner_id)
  await storeFirstVersions(trx, id)
  await trx
    .updateTable('assistant')
    .set({ ...fields, updated_at: nextUpdate(now, updated_at) })
    .where('id', '=', id)
    .execute()
  if (document_category_ids !== undefined) await setDocumentCategories(trx, id, document_category_ids, owner_id)
  await storeVersion(trx, id, change, now)
}

/** Locks the row of an assistant of this owner. @throws {AppError} `request.not_found` */
export async function lockAssistant(trx: Db, id: string, owner_id: AssistantOwner) {
  return trx
    .selectFrom('assistant')
    .where('id', '=', id)
    .where('owner_id', 'is not distinct from', owner_id)
    .select(['name', 'updated_at', 'suspended_at'])
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
}

/** Deletes an assistant of this owner; its conversations stay. @throws {AppError} `request.not_found` */
export async function removeAssistant(db: Db, id: string, owner_id: AssistantOwner): Promise<{ id: string; name: string }> {
  return db
    .deleteFrom('assistant')
    .where('id', '=', id)
    .where('owner_id', 'is not distinct from', owner_id)
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow(notFound)
}

/** Checks the optimistic lock of an assistant. @throws {AppError} `request.not_found`, `request.stale` */
async function requireUnchangedAssistant(
  trx: Db,
  id: string,
  expectedUpdatedAt: string,
  { author_id }: VersionChange,
  owner_id: AssistantOwner,
): Promise<void> {
  const { updated_at } = await lockAssistant(trx, id, owner_id)
  const caller_id = author_id ?? ''
  // Changes of personal assistants are recorded in their versions only, not in the audit trail.
  const author = () => (owner_id === null ? lastAuthor(trx, id, updated_at, caller_id) : lastWriter(trx, id, caller_id))
  // The error shows the current version only as far as the caller may read it.
  await assertUnchanged(expectedUpdatedAt, await readAssistant(trx, id, await readerFor(trx, caller_id)), author)
}

async function lastWriter(trx: Db, id: string, caller_id: string): Promise<LastAuthor> {
  const { rows } = await sql<LastAuthor>`
    select case when u.id::text <> ${caller_id} then ${personName} end as by, coalesce(u.id::text = ${caller_id}, false) as is_own
    from assistant_version v left join app_user u on u.id = v.author_id where v.assistant_id = ${id} order by v.number desc limit 1`.execute(trx)
  return rows[0] ?? { by: null, is_own: false }
}

async function readerFor(db: Db, person_id: string): Promise<RightsHolder> {
  const account = await db.selectFrom('app_user').where('id', '=', person_id).select('is_admin').executeTakeFirst()
  return account?.is_admin === true ? everyAssistant : { id: person_id, is_admin: false }
}

/** Converts the foreign-key error of a missing category. @throws {AppError} `assistants.category_unknown` */
async function withCategory<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error
    throw new AppError('assistants.category_unknown', { fields: { category_id: 'Cette catégorie n’existe pas' } }, { cause: error })
  }
}
