import { sql } from 'kysely'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import { isForeignKeyViolation } from '../../../platform/db/errors.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { findCategory } from '../../documents/categories.ts'
import { lockConversation } from '../add-message.ts'

/** What a conversation is to rest on from its next question; undefined leaves it, null takes it away. */
type Context = { project_id?: string | null | undefined; library?: string | null | undefined }
type Named = { former: string | null; name: string | null }

const projectGone = 'Ce projet n’existe pas, ou n’existe plus.'
const whileWriting = 'Une réponse est en cours dans cette conversation. Attendez sa fin ou arrêtez-la avant de changer de projet ou de bibliothèque.'

/**
 * Changes the project and the library of a conversation, and tells it in its thread. What is being written rests on what was: a change
 * waits for its end. To be called in a transaction.
 * @throws {AppError} `request.not_found` for a conversation or a project that is missing or somebody else's; `library.category_unknown`,
 * `conversations.documents_alone`, `conversations.reply_running`
 */
export async function changeContext(db: Db, owner_id: string, id: string, wanted: Context): Promise<void> {
  // The project first, as its removal does: two that wait for each other would both fail.
  const project = wanted.project_id ? await ownProject(db, wanted.project_id, owner_id) : null
  const library = wanted.library?.trim() ? await knownLibrary(db, wanted.library) : null
  const kept = await lockConversation(db, id, owner_id)
  const former = {
    project: kept.project_id === null ? null : await db.selectFrom('project').where('id', '=', kept.project_id).select(['id', 'name']).executeTakeFirst(),
    library: kept.library === null ? null : ((await findCategory(db, kept.library)) ?? { id: null, name: kept.library, display_name: kept.library }),
  }
  const changes: [kind: 'project' | 'library', names: Named][] = []
  if (wanted.project_id !== undefined && kept.project_id !== (project?.id ?? null))
    changes.push(['project', { former: former.project?.name ?? null, name: project?.name ?? null }])
  if (wanted.library !== undefined && (kept.library === null ? library !== null : former.library?.id !== library?.id))
    changes.push(['library', { former: former.library?.display_name ?? null, name: library?.display_name ?? null }])
  if (changes.length === 0) return
  if (kept.document_search && library !== null) throw new AppError('conversations.documents_alone')
  if (await isAnswering(db, id)) throw new AppError('conversations.reply_running', { sentence: whileWriting })
  await keep(db, id, {
    ...(wanted.project_id !== undefined && { project_id: project?.id ?? null }),
    ...(wanted.library !== undefined && { library: library?.name ?? null }),
  })
  for (const [kind, names] of changes) await tell(db, { id, owner_id }, kind, names)
}

async function ownProject(db: Db, id: string, owner_id: string) {
  const found = await db.selectFrom('project').where('id', '=', id).where('owner_id', '=', owner_id).select(['id', 'name']).forKeyShare().executeTakeFirst()
  if (found === undefined) throw new AppError('request.not_found', { sentence: projectGone })
  return found
}

async function knownLibrary(db: Db, name: string) {
  const found = await findCategory(db, name)
  if (found === null) throw new AppError('library.category_unknown')
  return found
}

const isAnswering = async (db: Db, id: string) =>
  (await db.selectFrom('message').where('conversation_id', '=', id).where('status', '=', 'en_cours').select('id').executeTakeFirst()) !== undefined

async function keep(db: Db, id: string, context: { project_id?: string | null; library?: string | null }): Promise<void> {
  try {
    await db
      .updateTable('conversation')
      .set({ ...context, context_changed: true })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    if (isForeignKeyViolation(error)) throw notFound()
    throw error
  }
}

/** What changes several times between two messages is told once; not at all where it comes back to what it was. */
async function tell(db: Db, { id, owner_id }: { id: string; owner_id: string }, kind: 'project' | 'library', { former, name }: Named): Promise<void> {
  const place = sql`coalesce((select max(position) from message where conversation_id = ${id}), 0)`
  const back = await sql`
    delete from conversation_change where conversation_id = ${id} and after_position = ${place} and kind = ${kind}
      and former is not distinct from ${name}::text`.execute(db)
  if (back.numAffectedRows) return
  await sql`
    insert into conversation_change (conversation_id, owner_id, after_position, kind, former, name)
    values (${id}, ${owner_id}, ${place}, ${kind}, ${former}::text, ${name}::text)
    on conflict (conversation_id, after_position, kind) do update set name = excluded.name, changed_at = now()`.execute(db)
}
