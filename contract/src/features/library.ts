import * as z from 'zod/mini'
import { id, text, verbatimText } from '../common.ts'
import { limits } from '../limits.ts'
import { libraryDocument, receivedFiles, uploadFields } from './documents.ts'
import { quote, source } from '../events.ts'
import { route } from '../route.ts'
import { day } from './documents/validity.ts'

const libraryCategory = z.object({
  name: z.string(),
  display_name: z.string(),
  /** Earlier names that still lead to this category; open pages and stored conversations may contain them. */
  former_names: z.array(z.string()),
  /** Documents in force today, as all the counts below. */
  document_count: z.number(),
  /** Documents that can be searched. */
  indexed_count: z.number(),
  /** Documents that could not be read. Those neither indexed nor unreadable are still being read. */
  unreadable_count: z.number(),
  /** True when at least one document is indexed and none is still being read. */
  vector_store_exists: z.boolean(),
  /** Three file names at most (specification, chapter 9); `document_count` is the total. */
  files: z.array(z.string()),
})
export type LibraryCategory = z.infer<typeof libraryCategory>

export const library = {
  categories: route({
    method: 'GET',
    path: '/rag/categories',
    access: 'user',
    summary: 'Les catégories que la bibliothèque peut interroger : celles qui ont des documents.',
    answer: z.object({ status: z.literal('success'), categories: z.array(libraryCategory), message: z.optional(z.string()) }),
  }),
  examples: route({
    method: 'GET',
    path: '/rag/examples',
    access: 'user',
    summary: 'Trois questions au plus, tirées des titres des documents d’une catégorie (`*` : de toutes).',
    query: z.object({ category: text(limits.category) }),
    answer: z.object({ questions: z.array(z.string()) }),
  }),
  upload: route({
    method: 'POST',
    path: '/upload',
    access: 'user',
    status: 201,
    multipart: { part: 'document', several: true },
    summary:
      'Charge des documents (parties `document`) pour les interroger soi-même ; un fichier refusé pour ce qu’il est n’empêche pas les autres, et `refused` dit pourquoi. Aucun gardé, ou un fichier plus grand que permis : l’envoi entier est refusé.',
    body: uploadFields,
    answer: z.extend(receivedFiles, { document_id: z.string() }),
  }),
  uploads: route({
    method: 'GET',
    path: '/upload',
    access: 'user',
    summary: 'Les documents que l’on a chargés pour soi.',
    answer: z.object({ documents: z.array(libraryDocument) }),
  }),
  ask: route({
    method: 'POST',
    path: '/rag',
    access: 'user',
    summary: 'Interroge les documents chargés, en vigueur le jour `as_of` (par défaut aujourd’hui).',
    body: z.object({
      message: verbatimText(limits.message, 'Écrivez une question avant d’envoyer.'),
      document_id: z.optional(z.nullable(text(200))),
      as_of: z.optional(z.nullable(day)),
    }),
    answer: z.object({ response: z.string(), sources: z.array(source), quotes: z.array(quote) }),
  }),
  quotes: route({
    method: 'GET',
    path: '/rag/messages/:message_id/quotes',
    access: 'user',
    summary: 'Les citations d’une de ses réponses, cherchées dans les passages cités.',
    params: z.object({ message_id: id }),
    answer: z.object({ quotes: z.array(quote) }),
  }),
}
