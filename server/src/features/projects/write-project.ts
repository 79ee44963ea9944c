import type { RouteBody, Project, routes } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { nextUpdate, assertUnchanged, type LastAuthor } from '../../platform/errors/stale-write.ts'
import { applyQuotas } from '../quotas/storage-quotas.ts'
import { personName } from '../teams/queries.ts'
import { findProject, requireWriter } from './queries.ts'
import { createOnce } from '../../platform/db/create-once.ts'
import { inTransaction, withRetries } from '../../platform/db/retry-transaction.ts'

type ProjectChanges = RouteBody<typeof routes.projects.update>

/** Creates a project. Repeating the `client_id` returns the existing one. @throws {AppError} `projects.quota` from the database */
export function createProject(
  { db, config }: Pick<Context, 'db' | 'config'>,
  owner_id: string,
  { client_id, ...fields }: RouteBody<typeof routes.projects.create>,
): Promise<Project> {
  return createOnce(
    db,
    { kind: 'project', person_id: owner_id, client_id },
    async (trx, id) => {
      await applyQuotas(trx, config.quotas)
      const createdProject = await trx
        .insertInto('project')
        .values({ ...fields, ...id, owner_id })
        .returning('id')
        .executeTakeFirstOrThrow()
      return createdProject.id
    },
    (trx, id) => findProject(trx, id, owner_id),
  )
}

/**
 * Changes the given fields of a project in which this person may write, and records them as its last author. Only its owner and managers change its
 * status and its level.
 * @throws {AppError} `request.not_found`, `projects.read_only`, `projects.not_manager`, `projects.level_not_manager`, `request.stale`
 */
export function updateProject(context: Context, id: string, person_id: string, { expected_updated_at, ...fields }: ProjectChanges): Promise<Project> {
  return inTransaction(context.db, async (trx) => {
    await requireWriter(trx, id, person_id, 'locked')
    const current = (await findProject(trx, id, person_id)) ?? throwMissing()
    await assertUnchanged(expected_updated_at, current, () => lastAuthorOf(trx, id, person_id))
    if (fields.status !== undefined && fields.status !== current.status && current.role === 'writer') throw new AppError('projects.not_manager')
    if (fields.min_level !== undefined && fields.min_level !== current.min_level && current.role === 'writer') throw new AppError('projects.level_not_manager')
    await trx
      .updateTable('project')
      .set({ ...fields, updated_at: nextUpdate(context.now(), current.updated_at) })
      .where('id', '=', id)
      .execute()
    await trx
      .insertInto('project_author')
      .values({ project_id: id, author_id: person_id })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ author_id: person_id }))
      .execute()
    return (await findProject(trx, id, person_id)) ?? throwMissing()
  })
}

/** Deletes a project of this person. @throws {AppError} `request.not_found`, `projects.not_owner` for a person who may only use it */
export async function removeProject({ db }: Pick<Context, 'db'>, id: string, person_id: string): Promise<void> {
  const deletedProject = await withRetries(() =>
    db.deleteFrom('project').where('id', '=', id).where('owner_id', '=', person_id).returning('id').executeTakeFirst(),
  )
  if (deletedProject !== undefined) return
  throw (await findProject(db, id, person_id)) === null ? notFound() : new AppError('projects.not_owner')
}

async function lastAuthorOf(db: Db, id: string, person_id: string): Promise<LastAuthor> {
  const { rows } = await sql<{ by: string | null; is_own: boolean }>`
    select case when u.id <> ${person_id}::uuid then ${personName} end as by, u.id = ${person_id}::uuid as is_own
    from project p left join project_author a on a.project_id = p.id join app_user u on u.id = coalesce(a.author_id, p.owner_id) where p.id = ${id}`.execute(db)
  return rows[0] ?? { by: null, is_own: false }
}

function throwMissing(): never {
  throw notFound()
}
