import type { Conversation } from '@parvis/contract'
import { sql } from 'kysely'
import { inTransaction } from '../../../platform/db/retry-transaction.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import { isProjectUsableBy } from '../../../authorization/projects.ts'
import { listConversations } from '../queries.ts'
import { projectMissing } from './change-context.ts'

interface ProjectOfConversation {
  id: string
  project_id: string | null
}

const replyRunning = 'Une réponse est en cours dans l’une de ces conversations. Attendez sa fin ou arrêtez-la avant de changer leur projet.'

/**
 * Sets the projects of several conversations in one transaction, and records each change in its thread, as `changeContext` does for one. `updated_at` is
 * unchanged, so that lists keep their order.
 * @param wantedProjects each conversation once; a null project removes it from its project
 * @returns the conversations, most recently active first
 * @throws {AppError} `request.not_found` for a conversation or a project that does not exist or is not open to this person, `conversations.reply_running`
 */
export function setProjects(db: Db, owner_id: string, wantedProjects: readonly ProjectOfConversation[]): Promise<Conversation[]> {
  const ids = wantedProjects.map(({ id }) => id)
  return inTransaction(db, async (trx) => {
    await lockProjects(trx, owner_id, [...new Set(wantedProjects.flatMap(({ project_id }) => project_id ?? []))])
    const locked = await trx
      .selectFrom('conversation')
      .where('owner_id', '=', owner_id)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .orderBy('id')
      .select(['id', 'project_id'])
      .forUpdate()
      .execute()
    if (locked.length < ids.length) throw notFound()
    const previousProjects = new Map(locked.map(({ id, project_id }) => [id, project_id]))
    const changedProjects = wantedProjects.filter(({ id, project_id }) => previousProjects.get(id) !== project_id)
    if (changedProjects.length > 0) await writeChanges(trx, owner_id, changedProjects)
    return listConversations(trx, owner_id, ids)
  })
}

/**
 * Locks the projects against deletion until the end of the transaction.
 * @throws {AppError} `request.not_found`
 */
async function lockProjects(db: Db, person_id: string, ids: readonly string[]): Promise<void> {
  const usable = await db
    .selectFrom('project')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(isProjectUsableBy(sql`id`, person_id))
    .orderBy('id')
    .select('id')
    .forKeyShare()
    .execute()
  if (usable.length < ids.length) throw new AppError('request.not_found', { sentence: projectMissing })
}

/**
 * Records and applies the changes. Several changes of project between two messages make one line; none when they return to the initial project.
 * @throws {AppError} `conversations.reply_running`
 */
async function writeChanges(db: Db, owner_id: string, changedProjects: readonly ProjectOfConversation[]): Promise<void> {
  const ids = changedProjects.map(({ id }) => id)
  const running = await db
    .selectFrom('message')
    .where('conversation_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('status', '=', 'en_cours')
    .select('id')
    .executeTakeFirst()
  if (running !== undefined) throw new AppError('conversations.reply_running', { sentence: replyRunning })
  // The thread first: the statement reads the project that each conversation still has.
  await sql`
    with change as (
      select c.id, coalesce((select max(m.position) from message m where m.conversation_id = c.id), 0) as place, former.name as former, next.name
      from unnest(${ids}::uuid[], ${changedProjects.map(({ project_id }) => project_id)}::uuid[]) as asked (id, project_id)
      join conversation c on c.id = asked.id
      left join project former on former.id = c.project_id and ${isProjectUsableBy(sql`former.id`, owner_id)}
      left join project next on next.id = asked.project_id
    ), undone as (
      delete from conversation_change t using change
      where t.conversation_id = change.id and t.after_position = change.place and t.kind = 'project' and t.former is not distinct from change.name
      returning t.conversation_id
    )
    insert into conversation_change (conversation_id, owner_id, after_position, kind, former, name)
    select id, ${owner_id}::uuid, place, 'project', former, name from change where id not in (select conversation_id from undone)
    on conflict (conversation_id, after_position, kind) do update set name = excluded.name, changed_at = now()`.execute(db)
  await sql`
    update conversation set project_id = asked.project_id, context_changed = true
    from unnest(${ids}::uuid[], ${changedProjects.map(({ project_id }) => project_id)}::uuid[]) as asked (id, project_id)
    where conversation.id = asked.id`.execute(db)
}
