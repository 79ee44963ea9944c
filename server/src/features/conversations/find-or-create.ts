import type { ConversationWithMessages } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import { creationId } from '../../platform/db/create-once.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { findAssistant } from '../assistants/queries.ts'
import { findProject } from '../projects/queries.ts'
import { applyQuotas } from '../quotas/storage-quotas.ts'
import { attachDocuments } from './documents.ts'
import { isBegunSql, readConversation } from './queries.ts'
import { titleFrom, defaultTitle } from './title.ts'

type ConversationRequest = {
  client_id?: string | undefined
  assistant_id?: string | null | undefined
  project_id?: string | null | undefined
  library?: string | null | undefined
  /** Ids of documents, or of uploads, of this person that the conversation will search. */
  documents?: readonly string[] | null | undefined
  first_message?: string | null | undefined
}

const noProject = '00000000-0000-0000-0000-000000000000'
const quotaReached = 'PA003'
/** Age below which an unstarted conversation is not deleted to make room, and number deleted at once. */
const protectedMs = 3_600_000
const deletedAtOnce = 100

/**
 * Returns the unstarted conversation of this person with this assistant, project and library, or creates one. A unique index guarantees that concurrent
 * calls get the same conversation. Without an assistant each call creates a conversation. Unstarted conversations are shown nowhere: when the quota is
 * reached, the oldest are deleted.
 * @throws {AppError} `request.not_found` for an assistant that does not exist or is inactive, or a project or document of somebody else;
 *   `conversations.documents_alone`, `conversations.too_many_documents`
 */
export async function findOrCreateConversation(
  context: Context,
  caller: Caller,
  request: ConversationRequest,
): Promise<{ conversation: ConversationWithMessages; created: boolean }> {
  const { db } = context
  const documents = request.documents ?? []
  if (documents.length > 0 && (request.assistant_id || request.library?.trim())) throw new AppError('conversations.documents_alone')
  const assistant = request.assistant_id ? await findAssistant(db, request.assistant_id, caller) : null
  if (request.assistant_id && assistant === null) throw notFound()
  if (request.project_id && (await findProject(db, request.project_id, caller.id)) === null) throw notFound()
  const key = creationId({ kind: 'conversation', person_id: caller.id, client_id: request.client_id })
  const existingConversation = key === undefined ? null : await readConversation(context, key, caller.id)
  if (existingConversation !== null) return { conversation: existingConversation, created: false }
  const project_id = request.project_id || null
  const library = request.library?.trim() || null
  const title = (request.first_message && titleFrom(request.first_message)) || defaultTitle(assistant?.name ?? null)

  const create = async (trx: Db) => {
    const created = await trx
      .insertInto('conversation')
      .values({
        ...(key !== undefined && { id: key }),
        owner_id: caller.id,
        title,
        assistant_id: assistant?.id ?? null,
        assistant_name: assistant?.name ?? null,
        assistant_category: assistant?.category.name ?? null,
        project_id,
        library,
        document_search: documents.length > 0,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (created !== undefined && documents.length > 0) await attachDocuments(trx, created.id, caller.id, documents)
    return created === undefined ? null : readConversation({ db: trx, models: context.models }, created.id, caller.id)
  }

  // Read in the same transaction: after an error nothing was created.
  const createInTransaction = () =>
    db.transaction().execute(async (trx) => {
      await applyQuotas(trx, context.config.quotas)
      return create(trx)
    })
  for (let attempt = 0; ; attempt += 1) {
    const created = await withinQuota(context, caller.id, createInTransaction)
    if (created !== null) return { conversation: created, created: true }
    const sameClientId = key === undefined ? null : await readConversation(context, key, caller.id)
    const id = sameClientId === null && assistant !== null ? await findUnstarted(context, caller.id, assistant.id, project_id, library) : null
    const conversation = sameClientId ?? (id === null ? null : await readConversation(context, id, caller.id))
    if (conversation !== null) return { conversation, created: false }
    // The conflicting conversation was started or deleted between the insert and the read: try again.
    if (attempt === 2) throw notFound()
  }
}

/** Creates a conversation with `create`. If the quota is reached, deletes the oldest unstarted conversations and tries once more. */
export async function withinQuota<T>(context: Context, owner_id: string, create: () => Promise<T>): Promise<T> {
  try {
    return await create()
  } catch (error) {
    if ((error as { code?: unknown }).code !== quotaReached || !(await deleteOldestUnstarted(context, owner_id))) throw error
    return create()
  }
}

/**
 * Deletes the oldest unstarted conversations of this person, except under a legal hold.
 * @returns false when there is none
 */
async function deleteOldestUnstarted({ db, now }: Context, owner_id: string): Promise<boolean> {
  const before = new Date(now().getTime() - protectedMs)
  const { numAffectedRows = 0n } = await sql`
    delete from conversation where id in (
      select id from conversation where owner_id = ${owner_id} and not ${isBegunSql} and not kept and updated_at < ${before}::timestamptz
        and not exists (select 1 from legal_hold h where h.user_id is null or h.user_id = ${owner_id})
      order by updated_at limit ${deletedAtOnce} for update skip locked)`.execute(db)
  return numAffectedRows > 0n
}

/**
 * Returns the unstarted conversation, and updates its `updated_at` so that neither the quota nor the retention rule deletes it while the person has it
 * open.
 */
async function findUnstarted(
  { db, now }: Context,
  owner_id: string,
  assistant_id: string,
  project_id: string | null,
  library: string | null,
): Promise<string | null> {
  const row = await db
    .selectFrom('conversation')
    .where('owner_id', '=', owner_id)
    .where('assistant_id', '=', assistant_id)
    .where('started', '=', false)
    .where('context_changed', '=', false)
    .where(sql<boolean>`coalesce(project_id, ${noProject}) = coalesce(${project_id}::uuid, ${noProject})`)
    .where(sql<boolean>`coalesce(library, '') = coalesce(${library}::text, '')`)
    .select(['id', 'updated_at'])
    .executeTakeFirst()
  if (row === undefined) return null
  // Most are opened again within minutes and need no update.
  if (Date.parse(row.updated_at) < now().getTime() - protectedMs / 2)
    await db.updateTable('conversation').set({ updated_at: now() }).where('id', '=', row.id).where('owner_id', '=', owner_id).execute()
  return row.id
}
