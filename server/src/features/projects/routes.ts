import { routes } from '@parvis/contract'
import { notFound } from '../../platform/errors/app-error.ts'
import { handle } from '../../platform/http/handler.ts'
import type { Handler } from '../../platform/http/handler.ts'
import { findProject, listProjects, pageOfProjects, projectColumns } from './queries.ts'
import { updateProject } from './write-project.ts'

const { projects } = routes

export const projectsHandlers: Handler[] = [
  handle(projects.list, ({ context, caller }) => listProjects(context.db, caller.id)),

  handle(projects.page, ({ context, caller, query }) => pageOfProjects(context, caller.id, query)),

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

  handle(projects.update, ({ context, caller, params, body }) => updateProject(context, params.id, caller.id, body)),

  handle(projects.remove, async ({ context, caller, params }) => {
    await context.db.deleteFrom('project').where('id', '=', params.id).where('owner_id', '=', caller.id).returning('id').executeTakeFirstOrThrow(notFound)
    return { message: 'Projet supprimé' }
  }),
]
