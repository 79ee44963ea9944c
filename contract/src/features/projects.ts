import * as z from 'zod/mini'
import { creationKey, expectedUpdate, id, idParams, messageAnswer, requiredText, text, pageOf, pageQuery } from '../common.ts'
import { maxUnpagedRows } from '../constants.ts'
import { limits } from '../limits.ts'
import { projectRules } from '../field-rules.ts'
import { libraryDocument, receivedFiles, uploadFields } from './documents.ts'
import { modelLevel } from './models.ts'
import { route } from '../route.ts'

const projectStatus = z.enum(['valid', 'archived'], 'État attendu : valid ou archived')
export const project = z.object({
  id,
  name: z.string(),
  description: z.string(),
  content: z.string(),
  status: projectStatus,
  /** Role of the caller. `owner`: owns the project; `manager`: manages it with the owner; `writer`: may edit it; `reader`: may only read it. */
  role: z.enum(['owner', 'manager', 'writer', 'reader']),
  /** Name of the owner; null when the caller owns the project. */
  owner: z.nullable(z.string()),
  /** Minimum level of the models that may read it and its files. */
  min_level: modelLevel,
  created_at: z.string(),
  updated_at: z.string(),
})
export type Project = z.infer<typeof project>
/** Project of a list, without its content (100,000 characters at most). */
const listedProject = z.omit(project, { content: true })
export type ListedProject = z.infer<typeof listedProject>

const optionalText = (max: number) =>
  z.pipe(
    z.nullable(text(max)),
    z.transform((value) => value ?? ''),
  )

export const projects = {
  list: route({
    method: 'GET',
    path: '/projects',
    access: 'user',
    summary: `Ses projets et ceux que l’on partage avec soi, sans leur contenu, le dernier modifié d’abord (${maxUnpagedRows} au plus).`,
    answer: z.array(listedProject),
  }),
  page: route({
    method: 'GET',
    path: '/projects/page',
    access: 'user',
    summary:
      'Une page de ses projets et de ceux que l’on partage avec soi, sans leur contenu : les valides d’abord, puis le dernier modifié ; `search` garde ceux dont le nom ou la description contiennent ce texte.',
    query: z.object({ ...pageQuery, search: z.optional(text(limits.title)) }),
    answer: pageOf(listedProject),
  }),
  create: route({
    method: 'POST',
    path: '/projects',
    access: 'user',
    status: 201,
    summary: 'Crée un projet.',
    body: z.object({
      ...creationKey,
      name: requiredText(projectRules.name.max, projectRules.name.required),
      description: z._default(optionalText(projectRules.description.max), ''),
      content: z._default(optionalText(projectRules.content.max), ''),
      status: z._default(projectStatus, 'valid'),
      min_level: z._default(modelLevel, 1),
    }),
    answer: project,
  }),
  get: route({ method: 'GET', path: '/projects/:id', access: 'user', summary: 'Un de ces projets.', params: idParams, answer: project }),
  update: route({
    method: 'PUT',
    path: '/projects/:id',
    access: 'user',
    summary: 'Modifie un de ses projets, ou un de ceux où l’on écrit ; les champs absents ne changent pas. `status` : son propriétaire et ses responsables.',
    params: idParams,
    body: z.object({
      name: z.optional(requiredText(projectRules.name.max, projectRules.name.required)),
      description: z.optional(optionalText(projectRules.description.max)),
      content: z.optional(optionalText(projectRules.content.max)),
      status: z.optional(projectStatus),
      min_level: z.optional(modelLevel),
      expected_updated_at: expectedUpdate,
    }),
    answer: project,
  }),
  files: route({
    method: 'GET',
    path: '/projects/:id/files',
    access: 'user',
    summary: 'Les fichiers d’un de ces projets, le dernier ajouté d’abord.',
    params: idParams,
    answer: z.object({ documents: z.array(libraryDocument) }),
  }),
  addFiles: route({
    method: 'POST',
    path: '/projects/:id/files',
    access: 'user',
    status: 201,
    multipart: { part: 'document', several: true },
    summary:
      'Ajoute des fichiers (parties `document`) à un projet où l’on écrit ; un fichier refusé pour ce qu’il est n’empêche pas les autres, et `refused` dit pourquoi.',
    params: idParams,
    body: uploadFields,
    answer: receivedFiles,
  }),
  removeFile: route({
    method: 'DELETE',
    path: '/projects/:id/files/:document_id',
    access: 'user',
    summary: 'Retire un fichier d’un projet où l’on écrit ; il est supprimé si aucune conversation ne le tient.',
    params: z.object({ id, document_id: id }),
    answer: messageAnswer,
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/:id',
    access: 'user',
    changes: ['/projects', '/conversations'],
    summary: 'Supprime un de ses projets ; ses conversations restent, sans projet.',
    params: idParams,
    answer: messageAnswer,
  }),
}
