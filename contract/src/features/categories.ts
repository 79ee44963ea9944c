import * as z from 'zod/mini'
import { assistantCategory, assistantIcon } from './assistants.ts'
import { creationKey, id, idParams, messageAnswer } from '../common.ts'
import { defaultIcon } from '../icons.ts'
import { categoryName } from './documents.ts'
import { modelLevel } from './models.ts'
import { route } from '../route.ts'

const managedAssistantCategory = z.extend(assistantCategory, { assistant_count: z.number(), active_count: z.number() })
export type ManagedAssistantCategory = z.infer<typeof managedAssistantCategory>

const managedDocumentCategory = z.object({
  id,
  name: z.string(),
  /** Name shown in the library chat. */
  display_name: z.string(),
  /** Offered even when empty; other categories disappear with their last document. */
  is_known: z.boolean(),
  document_count: z.number(),
  /** Earlier names that still lead to this category. */
  former_names: z.array(z.string()),
  /** Names of the teams and people who have access; null: everyone. */
  open_to: z.nullable(z.array(z.string())),
  /** Minimum level of the models that may read its documents. */
  min_level: modelLevel,
  /** It holds the articles of a corpus: it is deleted with it, and takes no document. */
  is_corpus: z.boolean(),
})
export type ManagedDocumentCategory = z.infer<typeof managedDocumentCategory>

/** `move_to` receives the content of the deleted category. Without it, only an empty category is deleted. */
const removal = z.object({ move_to: z.optional(id) })

export const assistantCategories = {
  list: route({
    method: 'GET',
    path: '/administration/assistant-categories',
    access: 'admin',
    summary: 'Les catégories d’assistants et leurs nombres, dans l’ordre alphabétique.',
    answer: z.array(managedAssistantCategory),
  }),
  create: route({
    method: 'POST',
    path: '/administration/assistant-categories',
    access: 'admin',
    changes: ['/administration/assistant-categories', '/assistants'],
    status: 201,
    summary: 'Crée une catégorie d’assistants ; ni la casse ni les accents ne distinguent deux noms.',
    body: z.object({ ...creationKey, name: categoryName, icon: z._default(assistantIcon, defaultIcon) }),
    answer: managedAssistantCategory,
  }),
  update: route({
    method: 'PUT',
    path: '/administration/assistant-categories/:id',
    access: 'admin',
    changes: ['/administration/assistant-categories', '/assistants'],
    summary: 'Renomme une catégorie d’assistants ou change son icône ; les champs absents ne changent pas.',
    params: idParams,
    body: z.object({ name: z.optional(categoryName), icon: z.optional(assistantIcon) }),
    answer: managedAssistantCategory,
  }),
  remove: route({
    method: 'DELETE',
    path: '/administration/assistant-categories/:id',
    access: 'admin',
    changes: ['/administration/assistant-categories', '/assistants'],
    summary: 'Supprime une catégorie d’assistants ; ce qu’elle contient va dans `move_to`, obligatoire si elle n’est pas vide.',
    params: idParams,
    query: removal,
    answer: messageAnswer,
  }),
}

export const documentCategories = {
  list: route({
    method: 'GET',
    path: '/administration/document-categories',
    access: 'admin',
    summary: 'Les catégories de documents, leurs nombres et leurs anciens noms, dans l’ordre alphabétique.',
    answer: z.array(managedDocumentCategory),
  }),
  create: route({
    method: 'POST',
    path: '/administration/document-categories',
    access: 'admin',
    changes: ['/administration/document-categories', '/bibliotheque', '/rag/categories'],
    status: 201,
    summary:
      'Crée une catégorie de documents, qui reste même vide ; sans `display_name`, la bibliothèque montre son nom. `min_level` : le niveau minimal des modèles qui lisent ses documents.',
    body: z.object({ ...creationKey, name: categoryName, display_name: z.optional(categoryName), min_level: z._default(modelLevel, 1) }),
    answer: managedDocumentCategory,
  }),
  update: route({
    method: 'PUT',
    path: '/administration/document-categories/:id',
    access: 'admin',
    changes: ['/administration/document-categories', '/bibliotheque', '/rag/categories', '/assistants'],
    summary:
      'Renomme une catégorie de documents (l’ancien nom continue d’y mener) ou fixe le niveau minimal des modèles qui lisent ses documents ; les champs absents ne changent pas.',
    params: idParams,
    body: z.object({ name: z.optional(categoryName), display_name: z.optional(categoryName), min_level: z.optional(modelLevel) }),
    answer: managedDocumentCategory,
  }),
  remove: route({
    method: 'DELETE',
    path: '/administration/document-categories/:id',
    access: 'admin',
    changes: ['/administration/document-categories', '/bibliotheque', '/rag/categories', '/assistants'],
    summary: 'Supprime une catégorie de documents ; ce qu’elle contient va dans `move_to`, obligatoire si elle n’est pas vide, où son nom mène désormais.',
    params: idParams,
    query: removal,
    answer: messageAnswer,
  }),
}
