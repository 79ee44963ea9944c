import type { Day } from '@parvis/contract'
import { sql, type Updateable } from 'kysely'
import type { Caller } from '../../../context.ts'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import { isForeignKeyViolation } from '../../../platform/db/errors.ts'
import type { ConversationChangeTable, ConversationTable } from '../../../platform/db/schema/conversations.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { isAssistantUsableBy } from '../../../authorization/assistants.ts'
import { isProjectUsableBy } from '../../../authorization/projects.ts'
import { findAssistant } from '../../assistants/queries.ts'
import { findLibrary } from '../../documents/categories.ts'
import { lockConversation } from '../add-message.ts'
import { defaultTitle } from '../title.ts'

/** Context of the conversation from the next question on; undefined leaves a value unchanged, null removes it. */
type WantedContext = {
  assistant_id?: string | undefined
  project_id?: string | null | undefined
  library?: string | null | undefined
  as_of?: Day | null | undefined
}
type LockedConversation = Awaited<ReturnType<typeof lockConversation>>
/** Columns to update, and the values recorded in the thread. */
interface ContextChange {
  update: Updateable<ConversationTable>
  kind: ConversationChangeTable['kind']
  former: string | null
  name: string | null
  /** Ids of assistants, whose names are not unique. */
  ids?: { former: string | null; now: string }
}

const assistantMissing = 'Cet assistant n’existe pas, ou n’est plus proposé.'
export const projectMissing = 'Ce projet n’existe pas, ou n’existe plus.'
const replyRunning =
  'Une réponse est en cours dans cette conversation. Attendez sa fin ou arrêtez-la avant de changer d’assistant, de projet, de bibliothèque ou de date.'

/**
 * Changes the assistant, project, library and day of a conversation, and records each change in its thread. Must be called in a transaction.
 * @throws {AppError} `request.not_found` for a conversation, project or assistant that does not exist or is not open to this person;
 *   `library.category_unknown`; `conversations.documents_alone`; `conversations.reply_running`, because the reply being written uses the previous context
 */
export async function changeContext(db: Db, caller: Caller, id: string, wantedContext: WantedContext): Promise<void> {
  // The chosen rows are locked before the conversation, in the same order as their deletion: otherwise the two could deadlock.
  const assistant = wantedContext.assistant_id === undefined ? undefined : await requireShownAssistant(db, wantedContext.assistant_id, caller)
  const project = wantedContext.project_id ? await requireUsableProject(db, wantedContext.project_id, caller.id) : null
  const library = wantedContext.library?.trim() ? await requireLibrary(db, wantedContext.library, caller.id) : null
  const conversation = await lockConversation(db, id, caller.id)
  const changes = [
    assistant && (await assistantChange(db, conversation, assistant, caller.id)),
    wantedContext.project_id !== undefined && (await projectChange(db, conversation, project, caller.id)),
    wantedContext.library !== undefined && (await libraryChange(db, conversation, library, caller.id)),
    wantedContext.as_of !== undefined && dayChange(conversation, wantedContext.as_of),
  ].filter((change) => !!change)
  if (changes.length === 0) return
  if (conversation.document_search && (assistant || library !== null)) throw new AppError('conversations.documents_alone')
  if (await isAnswering(db, id)) throw new AppError('conversations.reply_running', { sentence: replyRunning })
  await updateContext(db, id, Object.assign({}, ...changes.map(({ update }) => update)))
  for (const change of changes) await recordChange(db, conversation, change)
}

/**
 * Returns an assistant with which this person may open a conversation.
 * @throws {AppError} `request.not_found`
 */
async function requireShownAssistant(db: Db, id: string, caller: Caller) {
  await db.selectFrom('assistant').where('id', '=', id).select('id').forKeyShare().execute()
  const assistant = await findAssistant(db, id, caller)
  if (assistant === null) throw new AppError('request.not_found', { sentence: assistantMissing })
  return assistant
}

async function requireUsableProject(db: Db, id: string, person_id: string) {
  const project = await db
    .selectFrom('project')
    .where('id', '=', id)
    .where(isProjectUsableBy(sql`id`, person_id))
    .select(['id', 'name'])
    .forKeyShare()
    .executeTakeFirst()
  if (project === undefined) throw new AppError('request.not_found', { sentence: projectMissing })
  return project
}

async function requireLibrary(db: Db, name: string, reader_id: string) {
  const library = await findLibrary(db, name, reader_id)
  if (library === null) throw new AppError('library.category_unknown')
  return library
}

/** Null when the assistant does not change. `projectChange` and `libraryChange` do the same. */
async function assistantChange(
  db: Db,
  locked: LockedConversation,
  { id, name, category }: Awaited<ReturnType<typeof requireShownAssistant>>,
  owner_id: string,
): Promise<ContextChange | null> {
  if (locked.assistant_id === id) return null
  const formerName =
    locked.assistant_id === null
      ? null
      : await db
          .selectFrom('assistant')
          .where('id', '=', locked.assistant_id)
          .where(isAssistantUsableBy(sql`id`, owner_id))
          .select('name')
          .executeTakeFirst()
  // A conversation without a question has its assistant's name as title.
  const isNamedAfterAssistant = !locked.started && !locked.title_chosen && locked.title === defaultTitle(locked.assistant_name)
  return {
    update: { assistant_id: id, assistant_name: name, assistant_category: category.name, ...(isNamedAfterAssistant && { title: defaultTitle(name) }) },
    kind: 'assistant',
    former: formerName?.name ?? locked.assistant_name,
    name,
    ids: { former: locked.assistant_id, now: id },
  }
}

async function projectChange(
  db: Db,
  locked: LockedConversation,
  project: { id: string; name: string } | null,
  owner_id: string,
): Promise<ContextChange | null> {
  if (locked.project_id === (project?.id ?? null)) return null
  const formerName =
    locked.project_id === null
      ? null
      : await db
          .selectFrom('project')
          .where('id', '=', locked.project_id)
          .where(isProjectUsableBy(sql`id`, owner_id))
          .select('name')
          .executeTakeFirst()
  return { update: { project_id: project?.id ?? null }, kind: 'project', former: formerName?.name ?? null, name: project?.name ?? null }
}

async function libraryChange(
  db: Db,
  locked: LockedConversation,
  library: Awaited<ReturnType<typeof requireLibrary>> | null,
  reader_id: string,
): Promise<ContextChange | null> {
  // For a category that the person can no longer read, the name they knew.
  const formerLibrary = locked.library === null ? null : ((await findLibrary(db, locked.library, reader_id)) ?? { id: undefined, display_name: locked.library })
  if (formerLibrary === null ? library === null : formerLibrary.id === library?.id) return null
  return { update: { library: library?.name ?? null }, kind: 'library', former: formerLibrary?.display_name ?? null, name: library?.display_name ?? null }
}

function dayChange({ as_of }: LockedConversation, wanted: Day | null): ContextChange | null {
  return as_of === wanted ? null : { update: { as_of: wanted }, kind: 'as_of', former: as_of, name: wanted }
}

const isAnswering = async (db: Db, id: string) =>
  (await db.selectFrom('message').where('conversation_id', '=', id).where('status', '=', 'en_cours').select('id').executeTakeFirst()) !== undefined

async function updateContext(db: Db, id: string, update: ContextChange['update']): Promise<void> {
  try {
    await db
      .updateTable('conversation')
      .set({ ...update, context_changed: true })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    if (isForeignKeyViolation(error)) throw notFound()
    throw error
  }
}

/** Records the change in the thread. Several changes between two messages make one line; none when they return to the initial value. */
async function recordChange(db: Db, { id, owner_id }: LockedConversation, { kind, former, name, ids }: ContextChange): Promise<void> {
  const lastPosition = sql`coalesce((select max(position) from message where conversation_id = ${id}), 0)`
  const isReverted = ids ? sql`former_id = ${ids.now}::uuid` : sql`former is not distinct from ${name}::text`
  const reverted = await sql`
    delete from conversation_change where conversation_id = ${id} and after_position = ${lastPosition} and kind = ${kind} and ${isReverted}`.execute(db)
  if (reverted.numAffectedRows) return
  await sql`
    insert into conversation_change (conversation_id, owner_id, after_position, kind, former, former_id, name)
    values (${id}, ${owner_id}, ${lastPosition}, ${kind}, ${former}::text, ${ids?.former ?? null}::uuid, ${name}::text)
    on conflict (conversation_id, after_position, kind) do update set name = excluded.name, changed_at = now()`.execute(db)
}
