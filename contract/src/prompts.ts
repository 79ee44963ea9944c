import * as z from 'zod/mini'
import { id, idParams, messageAnswer, requiredText, verbatimText } from './common.ts'
import { limits } from './constants.ts'
import { route } from './route.ts'

export const prompt = z.object({ id, name: z.string(), content: z.string() })
export type Prompt = z.infer<typeof prompt>

const required = 'Le nom et le contenu du prompt sont requis'

export const prompts = {
  list: route({ method: 'GET', path: '/prompts', access: 'user', summary: 'Les prompts.', answer: z.array(prompt) }),
  save: route({
    method: 'POST',
    path: '/prompts',
    access: 'admin',
    forbidden: 'prompts.forbidden',
    status: 201,
    summary: 'Crée un prompt, ou le modifie quand `id` est donné (200).',
    body: z.object({ id: z.optional(id), name: requiredText(limits.name, required), content: verbatimText(limits.promptContent, required) }),
    answer: prompt,
  }),
  remove: route({
    method: 'DELETE',
    path: '/prompts/:id',
    access: 'admin',
    forbidden: 'prompts.removal_forbidden',
    summary: 'Supprime un prompt.',
    params: idParams,
    answer: messageAnswer,
  }),
}
