import type { Body, Project } from '@parvis/contract'
import type { routes } from '@parvis/contract'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import { nextUpdate, requireUnchanged } from '../../platform/errors/stale-write.ts'
import { projectColumns } from './queries.ts'

type ProjectChanges = Body<typeof routes.projects.update>

/**
 * Changes the given fields of a project of this person.
 * @throws {AppError} `request.not_found`, `request.stale` where it changed since the caller read it: from another window, nobody else can
 */
export function updateProject(context: Context, id: string, owner_id: string, { expected_updated_at, ...fields }: ProjectChanges): Promise<Project> {
  return context.db.transaction().execute(async (trx) => {
    const own = trx.selectFrom('project').where('id', '=', id).where('owner_id', '=', owner_id)
    const held = await own.select(projectColumns).forUpdate().executeTakeFirstOrThrow(notFound)
    await requireUnchanged(expected_updated_at, held, async () => ({ by: null, is_own: true }))
    return trx
      .updateTable('project')
      .set({ ...fields, updated_at: nextUpdate(context.now(), held.updated_at) })
      .where('id', '=', id)
      .where('owner_id', '=', owner_id)
      .returning(projectColumns)
      .executeTakeFirstOrThrow()
  })
}
