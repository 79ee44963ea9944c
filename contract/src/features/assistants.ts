import * as z from 'zod/mini'
import {
  creationKey,
  expectedUpdate,
  id,
  idParams,
  messageAnswer,
  nullableTimestamp,
  queryFlag,
  requiredLine,
  requiredText,
  timestamp,
  verbatimText,
} from '../common.ts'
import { defaultIcon, iconNames } from '../icons.ts'
import { limits } from '../limits.ts'
import { maskingMode } from './masking/kinds.ts'
import { modelId, modelLevel } from './models.ts'
import { useAnswers } from './governance/register.ts'
import { route } from '../route.ts'

export const assistantIcon = z.enum(iconNames, 'Cette icône n’est pas dans la liste')

export const assistantCategory = z.object({ id, name: z.string(), icon: z.string() })
export type AssistantCategory = z.infer<typeof assistantCategory>

export const assistant = z.object({
  id,
  name: z.string(),
  description: z.string(),
  prompt_content: z.string(),
  /** Suggested questions, in the order in which they are shown. */
  starters: z.array(z.string()),
  category_id: id,
  category: z.object({ id, name: z.string(), icon: z.string() }),
  /** Document categories that its conversations always search, in the order of their ids. `document_categories` gives their display names. */
  document_category_ids: z.array(id),
  document_categories: z.array(z.string()),
  /** Number of the assistant's own files; absent from an assistant of the organisation. */
  file_count: z.optional(z.number()),
  icon: z.string(),
  is_active: z.boolean(),
  /** Minimum level of the models that answer for it. */
  min_level: modelLevel,
  /** Id in the settings of its preferred model; null: the first one of its level. */
  model_id: z.nullable(z.string()),
  /** A person may choose another model of its level. */
  model_choice: z.boolean(),
  /** Masking of its conversations; null: that of the settings. An assistant of a person masks no less than the settings. */
  masking: z.nullable(maskingMode),
  usage_count: z.number(),
  /** Name of the owner. This field and the three below are absent from an assistant of the organisation. */
  owner_name: z.optional(z.string()),
  is_own: z.optional(z.boolean()),
  /** Suspended by an administrator: only administrators and its owner see it, and the reason. */
  suspended_at: z.optional(nullableTimestamp),
  suspension_reason: z.optional(z.nullable(z.string())),
  updated_at: timestamp,
})
export type Assistant = z.infer<typeof assistant>

/** Assistant without its instructions, suggested questions and documents, which are its largest fields. */
const listedAssistant = z.omit(assistant, { prompt_content: true, starters: true, document_category_ids: true, document_categories: true, file_count: true })
export type ListedAssistant = z.infer<typeof listedAssistant>

const isDistinct = (texts: readonly string[]) => new Set(texts).size === texts.length
const tooManyCategories = `${limits.assistantDocumentCategories} catégories de documents au plus`

/** Schema of a list of document categories, by id or by name. */
export const documentCategoriesOf = <S extends z.ZodMiniType<string>>(schema: S) =>
  z
    .array(schema, 'Une liste est attendue')
    .check(z.maxLength(limits.assistantDocumentCategories, tooManyCategories), z.refine(isDistinct, 'Une catégorie de documents y est deux fois'))

const starters = z
  .array(requiredLine(limits.starter, 'Une question proposée ne peut pas être vide'), 'Une liste est attendue')
  .check(z.maxLength(limits.starters, `${limits.starters} questions proposées au plus`), z.refine(isDistinct, 'Deux questions proposées sont les mêmes'))

/** Fields of an assistant that a form fills in, for the organisation's and for a person's own. */
export const assistantFields = {
  name: requiredText(limits.name),
  description: requiredText(limits.description),
  prompt_content: verbatimText(limits.promptContent),
  starters,
  category_id: id,
  document_category_ids: documentCategoriesOf(id),
  icon: assistantIcon,
  min_level: modelLevel,
  model_id: z.nullable(modelId),
  model_choice: z.boolean(),
  masking: z.nullable(maskingMode),
}

/** Body of a creation, with the defaults of the fields that may be left out. */
export const newAssistantBody = z.object({
  ...creationKey,
  ...assistantFields,
  starters: z._default(starters, []),
  document_category_ids: z._default(assistantFields.document_category_ids, []),
  icon: z._default(assistantIcon, defaultIcon),
  min_level: z._default(modelLevel, 1),
  model_id: z._default(assistantFields.model_id, null),
  model_choice: z._default(z.boolean(), false),
  masking: z._default(assistantFields.masking, null),
})

/** Why the change is made although the tests of the assistant do not pass, for the audit trail. */
export const gateReason = z.optional(requiredText(limits.reason, 'Dites pourquoi'))

/** Fields of a change; absent ones do not change. */
export const assistantChangeFields = {
  name: z.optional(assistantFields.name),
  description: z.optional(assistantFields.description),
  prompt_content: z.optional(assistantFields.prompt_content),
  starters: z.optional(starters),
  category_id: z.optional(id),
  document_category_ids: z.optional(assistantFields.document_category_ids),
  icon: z.optional(assistantIcon),
  min_level: z.optional(modelLevel),
  model_id: z.optional(assistantFields.model_id),
  model_choice: z.optional(z.boolean()),
  masking: z.optional(assistantFields.masking),
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
    summary:
      'Le catalogue : les assistants de l’organisation, les siens et ceux que d’autres partagent avec soi. Les inactifs ne sont montrés qu’aux administrateurs, qui voient aussi ce que des personnes ont partagé ou proposé.',
    query: z.object({ is_active: z.optional(queryFlag) }),
    answer: z.array(assistant),
  }),
  catalogue: route({
    method: 'GET',
    path: '/assistants/catalogue',
    access: 'user',
    summary: 'Les assistants que l’on peut choisir, sans leurs instructions ni leurs questions : le catalogue tel qu’il se montre.',
    answer: z.array(listedAssistant),
  }),
  get: route({ method: 'GET', path: '/assistants/:id', access: 'user', summary: 'Un assistant.', params: idParams, answer: assistant }),
  create: route({
    method: 'POST',
    path: '/assistants',
    access: 'admin',
    status: 201,
    summary: 'Crée un assistant.',
    body: z.extend(newAssistantBody, { is_active: z._default(z.boolean(), true), use: z.optional(useAnswers) }),
    answer: assistant,
  }),
  update: route({
    method: 'PUT',
    path: '/assistants/:id',
    access: 'admin',
    summary: 'Modifie un assistant ; les champs absents ne changent pas.',
    params: idParams,
    body: z.object({
      ...assistantChangeFields,
      is_active: z.optional(z.boolean()),
      gate_reason: gateReason,
      use: z.optional(useAnswers),
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

/** Favourite assistants of the caller; no one else sees them. */
export const assistantFavorites = {
  list: route({
    method: 'GET',
    path: '/assistant-favorites',
    access: 'user',
    summary: 'Ses assistants favoris, le premier choisi d’abord ; un assistant inactif n’y est pas.',
    answer: z.array(z.object({ assistant_id: id, assistant_name: z.string() })),
  }),
  add: route({
    method: 'PUT',
    path: '/assistant-favorites/:id',
    access: 'user',
    summary: 'Met un assistant parmi ses favoris ; il peut y être déjà.',
    params: idParams,
    answer: messageAnswer,
  }),
  remove: route({
    method: 'DELETE',
    path: '/assistant-favorites/:id',
    access: 'user',
    summary: 'Retire un assistant de ses favoris ; il peut ne pas y être.',
    params: idParams,
    answer: messageAnswer,
  }),
}

const versionedField = z.enum(['name', 'description', 'prompt_content', 'starters', 'document_categories'])
export type VersionedField = z.infer<typeof versionedField>

const versionSummaryFields = {
  /** Starts at 1, for the first known text of the assistant; each change adds 1. */
  number: z.number(),
  /** Fields that differ from the previous version; empty for the first. */
  changed: z.array(versionedField),
  /** Null: written by the installation, or by a person whose account was deleted. */
  author: z.nullable(z.string()),
  /** Number of the version that this one restored. */
  restored_from: z.nullable(z.number()),
  created_at: timestamp,
}

export const assistantVersionSummary = z.object(versionSummaryFields)
export type AssistantVersionSummary = z.infer<typeof assistantVersionSummary>

export const assistantVersion = z.object({
  ...versionSummaryFields,
  name: z.string(),
  description: z.string(),
  prompt_content: z.string(),
  starters: z.array(z.string()),
  /** `is_gone`: the category was deleted since, and a restoration leaves it out. */
  document_categories: z.array(z.object({ name: z.string(), is_gone: z.boolean() })),
})
export type AssistantVersion = z.infer<typeof assistantVersion>

// Only the form of a number is checked: one that no version has is answered in the same way as an impossible one.
const versionNumber = z.string().check(z.regex(/^[1-9]\d{0,8}$/))
export const versionParams = z.object({ id, number: versionNumber })

export const restoredAssistant = z.extend(assistant, { left_out: z.array(z.string()) })

export const assistantVersions = {
  list: route({
    method: 'GET',
    path: '/assistants/:id/versions',
    access: 'admin',
    summary: 'Les versions d’un assistant (nom, description, consignes, questions proposées, documents), la plus récente d’abord.',
    params: idParams,
    answer: z.array(assistantVersionSummary),
  }),
  get: route({
    method: 'GET',
    path: '/assistants/:id/versions/:number',
    access: 'admin',
    summary: 'Une version d’un assistant, avec ses textes.',
    params: versionParams,
    answer: assistantVersion,
  }),
  restore: route({
    method: 'POST',
    path: '/assistants/:id/versions/:number/restore',
    access: 'admin',
    summary:
      'Redonne à un assistant les textes et les documents d’une version ; cela fait une nouvelle version. `left_out` : les catégories de documents supprimées depuis.',
    params: versionParams,
    answer: restoredAssistant,
  }),
}
