import * as z from 'zod/mini'
import { creationKey, expectedUpdate, id, idParams, messageAnswer, requiredText, timestamp, verbatimText } from '../common.ts'
import { limits } from '../constants.ts'
import { route } from '../route.ts'

export const prompt = z.object({
  id,
  name: z.string(),
  content: z.string(),
  updated_at: timestamp,
  /**
   * Use of the prompt by the simple chatbot: `/chatbot?prompt=1` opens the standard one, any other value of `prompt` the specialised one. Null for most
   * prompts.
   */
  chatbot_use: z.nullable(z.enum(['standard', 'specialised'])),
})
export type Prompt = z.infer<typeof prompt>

const required = 'Le nom et le contenu du prompt sont requis'

export const prompts = {
  list: route({
    method: 'GET',
    path: '/prompts',
    access: 'user',
    summary:
      'Les prompts de tous qui sont ouverts à qui les demande ; un administrateur, qui les gère, les a tous. Ce qu’il peut utiliser lui-même est dans `GET /prompts/choices`.',
    answer: z.array(prompt),
  }),
  save: route({
    method: 'POST',
    path: '/prompts',
    access: 'admin',
    forbidden: 'prompts.forbidden',
    status: 201,
    summary: 'Crée un prompt, ou le modifie quand `id` est donné (200).',
    body: z.object({
      ...creationKey,
      id: z.optional(id),
      name: requiredText(limits.name, required),
      content: verbatimText(limits.promptContent, required),
      expected_updated_at: expectedUpdate,
    }),
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
