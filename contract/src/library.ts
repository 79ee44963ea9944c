import * as z from 'zod/mini'
import { text, verbatimText } from './common.ts'
import { limits } from './constants.ts'
import { source } from './events.ts'
import { route } from './route.ts'

export const libraryCategory = z.object({
  name: z.string(), display_name: z.string(), document_count: z.number(), vector_store_exists: z.boolean(), files: z.array(z.string()),
})
export type LibraryCategory = z.infer<typeof libraryCategory>

export const library = {
  categories: route({
    method: 'GET', path: '/rag/categories', access: 'user', summary: 'Les catégories que la bibliothèque peut interroger.',
    answer: z.object({ status: z.literal('success'), categories: z.array(libraryCategory), message: z.optional(z.string()) }),
  }),
  upload: route({
    method: 'POST', path: '/upload', access: 'user', status: 201, multipart: true, summary: 'Charge des documents (parties `document`) pour les interroger soi-même.',
    answer: z.object({ document_id: z.string(), files: z.array(z.object({ document_id: z.string(), filename: z.string(), size: z.number() })) }),
  }),
  ask: route({
    method: 'POST', path: '/rag', access: 'user', summary: 'Interroge les documents chargés.',
    body: z.object({ message: verbatimText(limits.message, 'Écrivez une question avant d’envoyer.'), document_id: z.optional(z.nullable(text(200))) }),
    answer: z.object({ response: z.string(), sources: z.array(source) }),
  }),
}
