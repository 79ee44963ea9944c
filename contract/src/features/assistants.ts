import * as z from 'zod/mini'
import { expectedUpdate, id, idParams, messageAnswer, queryFlag, requiredText, timestamp, verbatimText } from '../common.ts'
import { defaultIcon, iconNames, limits } from '../constants.ts'
import { route } from '../route.ts'

export const assistantIcon = z.enum(iconNames, 'Cette icône n’est pas dans la liste')

export const assistantCategory = z.object({ id, name: z.string(), icon: z.string() })
export type AssistantCategory = z.infer<typeof assistantCategory>

export const assistant = z.object({
  id,
  name: z.string(),
  description: z.string(),
  prompt_content: z.string(),
  category_id: id,
  category: z.object({ id, name: z.string(), icon: z.string() }),
  icon: z.string(),
  is_active: z.boolean(),
  usage_count: z.number(),
  updated_at: timestamp,
})
export type Assistant = z.infer<typeof assistant>

export const assistantFields = {
  name: requiredText(limits.name),
  description: requiredText(limits.description),
  prompt_content: verbatimText(limits.promptContent),
  category_id: id,
}

export const assistants = {
  categories: route({
    method: 'GET',
    path: '/assistants/categories',
    access: 'user',
    summary: 'Les catégories d’assistants.',
    answer: z.array(assistantCategory),
  }),
  list: route({
    method: 'GET',
    path: '/assistants',
    access: 'user',
    summary: 'Le catalogue ; les assistants inactifs ne sont montrés qu’aux administrateurs.',
    query: z.object({ is_active: z.optional(queryFlag) }),
    answer: z.array(assistant),
  }),
  get: route({ method: 'GET', path: '/assistants/:id', access: 'user', summary: 'Un assistant.', params: idParams, answer: assistant }),
  create: route({
    method: 'POST',
    path: '/assistants',
    access: 'admin',
    status: 201,
    summary: 'Crée un assistant.',
    body: z.object({ ...assistantFields, icon: z._default(assistantIcon, defaultIcon), is_active: z._default(z.boolean(), true) }),
    answer: assistant,
  }),
  update: route({
    method: 'PUT',
    path: '/assistants/:id',
    access: 'admin',
    summary: 'Modifie un assistant ; les champs absents ne changent pas.',
    params: idParams,
    body: z.object({
      name: z.optional(assistantFields.name),
      description: z.optional(assistantFields.description),
      prompt_content: z.optional(assistantFields.prompt_content),
      category_id: z.optional(id),
      icon: z.optional(assistantIcon),
      is_active: z.optional(z.boolean()),
      expected_updated_at: expectedUpdate,
    }),
    answer: assistant,
  }),
  remove: route({
    method: 'DELETE',
    path: '/assistants/:id',
    access: 'admin',
    summary: 'Supprime un assistant ; les conversations restent.',
    params: idParams,
    answer: messageAnswer,
  }),
  incrementUsage: route({
    method: 'POST',
    path: '/assistants/:id/increment-usage',
    access: 'user',
    summary: 'Compte une utilisation, une fois par personne et par minute.',
    params: idParams,
    answer: z.object({ message: z.string(), usage_count: z.number() }),
  }),
}
