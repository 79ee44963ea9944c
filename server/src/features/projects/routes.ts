import { routes } from '@parvis/contract'
import { notFound } from '../../platform/errors/app-error.ts'
import { audited } from '../../audit/audited.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { findProject, listProjects, pageOfProjects } from './queries.ts'
import { handOver, handOverProjectsOf } from './hand-over.ts'
import { addProjectFiles, listProjectFiles, removeProjectFile } from './project-files.ts'
import { createProject, removeProject, updateProject } from './write-project.ts'

const { projects, projectHandOver } = routes

export const projectsHandlers: RouteHandler[] = [
  handle(projects.list, ({ context, caller }) => listProjects(context.db, caller.id)),

  handle(projects.page, ({ context, caller, query }) => pageOfProjects(context, caller.id, query)),

  handle(projects.create, ({ context, caller, body }) => createProject(context, caller.id, body)),

  handle(projects.get, async ({ context, caller, params }) => {
    const project = await findProject(context.db, params.id, caller.id)
    if (project === null) throw notFound()
    return project
  }),

  handle(projects.update, ({ context, caller, params, body }) => updateProject(context, params.id, caller.id, body)),

  handle(projects.files, async ({ context, caller, params }) => ({ documents: await listProjectFiles(context, caller, params.id) })),

  handle(projects.addFiles, ({ context, caller, params, upload }) => addProjectFiles(context, caller, params.id, upload!)),

  handle(projects.removeFile, async ({ context, caller, params }) => {
    await removeProjectFile(context.db, caller.id, params.id, params.document_id)
    return { message: 'Fichier retiré du projet' }
  }),

  handle(projects.remove, async (call) => {
    const { context, caller, params } = call
    // Audited because the project's files are deleted too, and others may have worked in it.
    await audited(call, 'project.remove', () => removeProject(context, params.id, caller.id), params.id)
    return { message: 'Projet supprimé' }
  }),

  handle(projectHandOver.give, async (call) => {
    const { context, caller, params, body } = call
    // The audit trail does not record project names, which are personal.
    const { name, heir } = await audited(call, 'project.hand_over', () => handOver(context, caller, params.id, body), params.id)
    return { message: `«\u00a0${name}\u00a0» est maintenant à ${heir}. Vous en êtes responsable.` }
  }),

  handle(projectHandOver.giveOf, async (call) => {
    const count = await audited(call, 'projects.hand_over_of', () => handOverProjectsOf(call.context, call.params.id), call.params.id, {
      count: (value) => value,
    })
    return { message: count === 1 ? 'Un projet est confié à son responsable.' : `${count}\u00a0projets sont confiés chacun à son responsable.` }
  }),
]
