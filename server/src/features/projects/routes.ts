import { routes } from '@parvis/contract'
import { notFound } from '../../app-error.ts'
import { handle } from '../../http/handler.ts'
import type { Handler } from '../../http/handler.ts'
import { findProject, listProjects, projectColumns } from './queries.ts'

const { projects } = routes

export const projectsHandlers: Handler[] = [
  handle(projects.list, ({ context, caller }) => listProjects(context.db, caller.id)),

  handle(projects.create, ({ context, caller, body }) =>
    context.db
      .insertInto('project')
      .values({ ...body, owner_id: caller.id })
      .returning(projectColumns)
      .executeTakeFirstOrThrow(),
  ),

  handle(projects.get, async ({ context, caller, params }) => {
    const project = await findProject(context.db, params.id, caller.id)
    if (project === null) throw notFound()
    return project
  }),

  handle(projects.update, async ({ context, caller, params, body }) => {
    const project = await context.db
      .updateTable('project')
      .set({ ...body, updated_at: context.now() })
      .where('id', '=', params.id)
      .where('owner_id', '=', caller.id)
      .returning(projectColumns)
      .executeTakeFirst()
    if (project === undefined) throw notFound()
    return project
  }),

  handle(projects.remove, async ({ context, caller, params }) => {
    const removed = await context.db.deleteFrom('project').where('id', '=', params.id).where('owner_id', '=', caller.id).returning('id').executeTakeFirst()
    if (removed === undefined) throw notFound()
    return { message: 'Projet supprimé' }
  }),
]
