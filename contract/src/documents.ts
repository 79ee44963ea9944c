import * as z from 'zod/mini'
import { id, idParams, messageAnswer, requiredText, text } from './common.ts'
import { defaultDocumentCategory, limits } from './constants.ts'
import { route } from './route.ts'

export const documentState = z.enum(['en_attente', 'en_cours', 'indexe', 'echec'])
export const libraryDocument = z.object({
  id, original_filename: z.string(), description: z.string(), category: z.string(), file_size_readable: z.string(),
  uploader_name: z.string(), upload_date: z.string(),
  state: documentState, state_reason: z.nullable(z.string()), page_count: z.nullable(z.number()), can_edit: z.boolean(),
})
export type LibraryDocument = z.infer<typeof libraryDocument>

export const documents = {
  categories: route({
    method: 'GET', path: '/bibliotheque/categories', access: 'user', summary: 'Les catégories de la base documentaire et leurs nombres.',
    answer: z.object({ categories: z.array(z.string()), counts: z.record(z.string(), z.number()) }),
  }),
  list: route({
    method: 'GET', path: '/bibliotheque/documents', access: 'user', summary: 'Les documents de la base.',
    query: z.object({ category: z.optional(text(limits.category)) }), answer: z.object({ documents: z.array(libraryDocument) }),
  }),
  download: route({ method: 'GET', path: '/bibliotheque/documents/:id/download', access: 'user', kind: 'file', summary: 'Le fichier, sous son nom d’origine.', params: idParams }),
  update: route({
    method: 'PUT', path: '/bibliotheque/documents/:id', access: 'user', summary: 'Change la catégorie ou la description d’un document.', params: idParams,
    body: z.object({ category: z.optional(requiredText(limits.category)), description: z.optional(text(limits.description)) }),
    answer: z.object({ message: z.string(), document: libraryDocument }),
  }),
  remove: route({ method: 'DELETE', path: '/bibliotheque/documents/:id', access: 'user', summary: 'Supprime un document et son index.', params: idParams, answer: messageAnswer }),
  upload: route({
    method: 'POST', path: '/bibliotheque/upload', access: 'user', status: 201, multipart: true, summary: 'Dépose un document (partie `file`).',
    body: z.object({ category: z._default(text(limits.category), defaultDocumentCategory), description: z._default(text(limits.description), '') }),
    answer: z.object({ message: z.string(), document: libraryDocument }),
  }),
}
