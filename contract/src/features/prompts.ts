import * as z from 'zod/mini'
import {
  creationKey,
  expectedUpdate,
  id,
  idParams,
  messageAnswer,
  pageOf,
  pageQuery,
  requiredText,
  timestamp,
  verbatimText,
  requiredLine,
  text,
} from '../common.ts'
import { limits } from '../limits.ts'
import { route } from '../route.ts'
import { personalPromptRules } from '../field-rules.ts'

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

const requiredMessage = 'Le nom et le contenu du prompt sont requis'

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
      name: requiredText(limits.name, requiredMessage),
      content: verbatimText(limits.promptContent, requiredMessage),
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

const personalPrompt = z.object({ id, name: z.string(), content: z.string(), created_at: timestamp, updated_at: timestamp })

export type PersonalPrompt = z.infer<typeof personalPrompt>

/** Personal prompt of a list; `beginning` is the first words of its content. */
const listedPersonalPrompt = z.object({ id, name: z.string(), beginning: z.string(), created_at: timestamp, updated_at: timestamp })

export type ListedPersonalPrompt = z.infer<typeof listedPersonalPrompt>

/** Prompt that the person can insert into a message: a shared one or one of their own. */
const promptChoice = z.object({ id, name: z.string(), origin: z.enum(['shared', 'own']), beginning: z.string() })

export type PromptChoice = z.infer<typeof promptChoice>

const { name, content } = personalPromptRules

// The prompt choices include the personal prompts.
const changes = ['/personal-prompts', '/prompts/choices'] as const

export const personalPrompts = {
  page: route({
    method: 'GET',
    path: '/personal-prompts',
    access: 'user',
    summary: 'Une page de ses prompts, par nom, avec leurs premiers mots ; `search` garde ceux dont le nom ou le texte contiennent ces mots.',
    query: z.object({ ...pageQuery, search: z.optional(text(limits.title)) }),
    answer: pageOf(listedPersonalPrompt),
  }),
  create: route({
    method: 'POST',
    path: '/personal-prompts',
    access: 'user',
    status: 201,
    changes,
    summary: `Garde un prompt pour soi (${limits.personalPrompts} par personne).`,
    body: z.object({ ...creationKey, name: requiredLine(name.max, name.required), content: verbatimText(content.max, content.required) }),
    answer: personalPrompt,
  }),
  get: route({ method: 'GET', path: '/personal-prompts/:id', access: 'user', summary: 'Un de ses prompts.', params: idParams, answer: personalPrompt }),
  update: route({
    method: 'PUT',
    path: '/personal-prompts/:id',
    access: 'user',
    changes,
    summary: 'Modifie un de ses prompts ; les champs absents ne changent pas.',
    params: idParams,
    body: z.object({
      name: z.optional(requiredLine(name.max, name.required)),
      content: z.optional(verbatimText(content.max, content.required)),
      expected_updated_at: expectedUpdate,
    }),
    answer: personalPrompt,
  }),
  remove: route({
    method: 'DELETE',
    path: '/personal-prompts/:id',
    access: 'user',
    changes,
    summary: 'Supprime un de ses prompts.',
    params: idParams,
    answer: messageAnswer,
  }),
}

export const promptChoices = {
  list: route({
    method: 'GET',
    path: '/prompts/choices',
    access: 'user',
    summary:
      'Ce qu’un message peut reprendre : ses prompts, puis ceux de tous qui sont ouverts à qui les demande, administrateurs compris, par nom, avec leurs premiers mots.',
    answer: z.array(promptChoice),
  }),
  get: route({
    method: 'GET',
    path: '/prompts/choices/:id',
    access: 'user',
    summary: 'Le texte d’un prompt à insérer, de tous ou à soi ; celui d’une autre personne n’existe pas.',
    params: idParams,
    answer: z.object({ id, name: z.string(), content: z.string() }),
  }),
}
