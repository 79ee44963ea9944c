import * as z from 'zod/mini'
import { expectedUpdate, id, idParams, instant, nullableTimestamp, requiredText, text, timestamp } from '../../common.ts'
import { limits } from '../../limits.ts'
import { registerRules } from '../../field-rules.ts'
import { day } from '../documents/validity.ts'
import { letterheadFormats } from '../letterheads.ts'
import { maskingMode } from '../masking/kinds.ts'
import { modelLevel } from '../models.ts'
import { route } from '../../route.ts'
import { useAreas } from './use-areas.ts'

const area = z.enum(useAreas, 'Cet usage n’est pas dans la liste')
const areas = z
  .array(area, 'Une liste est attendue')
  .check(z.refine<(typeof useAreas)[number][]>((list) => new Set(list).size === list.length, 'Un usage y est deux fois'))

/** Answer to the questions on the sensitive uses of an assistant. `reason`: required with an area, and against the opinion. */
export const useAnswers = z.object({ areas, reason: z._default(text(limits.reason), '') })
export type UseAnswers = z.infer<typeof useAnswers>

const areaSign = z.object({ area, passages: z.array(z.string()) })
export type AreaSign = z.infer<typeof areaSign>

/**
 * `a_classer`: nobody answered; `a_revoir`: the texts or documents changed since; `a_confirmer`: a second administrator must confirm; `confirme`: a sensitive
 * use that was confirmed.
 */
export const registerClassifications = ['a_classer', 'ordinaire', 'a_confirmer', 'confirme', 'a_revoir'] as const
/** `en_attente`: published when its use is confirmed. */
export const registerStates = ['publie', 'inactif', 'suspendu', 'en_attente', 'clos'] as const

const summaryFields = {
  id,
  /** Null: the assistant was deleted. */
  assistant_id: z.nullable(id),
  name: z.string(),
  /** Name of its owner; null: the organisation, or a deleted account. */
  owner: z.nullable(z.string()),
  state: z.enum(registerStates),
  classification: z.enum(registerClassifications),
  /** Areas answered; null: nobody answered. */
  areas: z.nullable(areas),
  /** Areas that the rules see in its texts. */
  opinion: z.array(areaSign),
  responsible: z.string(),
  /** Day on which the sheet is to be read again. */
  review_on: z.nullable(day),
  opened_at: timestamp,
  closed_at: nullableTimestamp,
  completed_at: nullableTimestamp,
  updated_at: timestamp,
}
const registerSummary = z.object(summaryFields)
export type RegisterSummary = z.infer<typeof registerSummary>

/** Fields of a sheet that a person completes. */
export const sheetTexts = ['purpose', 'service', 'audience', 'people_concerned', 'personal_data', 'human_decision', 'legal_basis', 'responsible'] as const
export type SheetText = (typeof sheetTexts)[number]

const usedModel = z.object({ label: z.string(), level: modelLevel, level_name: z.string(), /** Null: on this server. */ host: z.nullable(z.string()) })
export type UsedModel = z.infer<typeof usedModel>

const registerSheet = z.object({
  ...summaryFields,
  purpose: z.string(),
  service: z.string(),
  audience: z.string(),
  people_concerned: z.string(),
  personal_data: z.string(),
  human_decision: z.string(),
  legal_basis: z.string(),
  description: z.string(),
  category: z.nullable(z.string()),
  created_at: timestamp,
  min_level: modelLevel,
  /** Models that may answer for it, the preferred one first. */
  models: z.array(usedModel),
  model_choice: z.boolean(),
  /** Masking of personal data in its questions, by its own setting or that of the instance. */
  masking: maskingMode,
  document_categories: z.array(z.object({ name: z.string(), min_level: modelLevel })),
  file_count: z.number(),
  everyone: z.boolean(),
  teams: z.array(z.string()),
  people: z.number(),
  usage_count: z.number(),
  /** Retention of conversations in days; null: for ever. */
  conversations_days: z.nullable(z.number()),
  areas_reason: z.string(),
  answered_by: z.nullable(z.string()),
  answered_at: nullableTimestamp,
  confirmed_by: z.nullable(z.string()),
  confirmed_at: nullableTimestamp,
  confirmed_alone: z.boolean(),
  completed_by: z.nullable(z.string()),
  /** The caller may confirm. `alone`: as the only active administrator, who answered too. */
  can_confirm: z.enum(['no', 'yes', 'alone']),
})
export type RegisterSheet = z.infer<typeof registerSheet>

const sheetText = z.optional(text(registerRules.text.max))
const paths = ['/administration/register', '/assistants', '/own-assistants', '/assistant-proposals', '/instance'] as const
const exportFormat = z.enum(['csv', ...letterheadFormats], 'Format attendu : csv, docx ou odt')
export type RegisterFormat = z.infer<typeof exportFormat>

export const register = {
  list: route({
    method: 'GET',
    path: '/administration/register',
    access: 'admin',
    summary: 'Le registre des usages : une fiche par assistant partagé, par nom, puis celles des assistants supprimés.',
    answer: z.object({
      /** Sensitive uses are declared and confirmed before a publication (`USE_REGISTER=oui`). */
      is_required: z.boolean(),
      entries: z.array(registerSummary),
    }),
  }),
  get: route({
    method: 'GET',
    path: '/administration/register/:id',
    access: 'admin',
    summary: 'Une fiche du registre, avec ce que le produit sait de l’assistant maintenant.',
    params: idParams,
    answer: registerSheet,
  }),
  update: route({
    method: 'PUT',
    path: '/administration/register/:id',
    access: 'admin',
    summary: 'Complète une fiche ; les champs absents ne changent pas. Une fiche close ne change plus (409 `register.closed`).',
    params: idParams,
    changes: paths,
    body: z.object({
      purpose: sheetText,
      service: sheetText,
      audience: sheetText,
      people_concerned: sheetText,
      personal_data: sheetText,
      human_decision: sheetText,
      legal_basis: sheetText,
      responsible: sheetText,
      review_on: z.optional(z.nullable(day)),
      expected_updated_at: expectedUpdate,
    }),
    answer: registerSheet,
  }),
  answer: route({
    method: 'PUT',
    path: '/administration/register/:id/areas',
    access: 'admin',
    summary: 'Dit à quels usages sensibles sert un assistant ; une confirmation antérieure tombe. Un motif est demandé avec un usage, ou contre l’avis.',
    params: idParams,
    changes: paths,
    body: z.extend(useAnswers, { expected_updated_at: expectedUpdate }),
    answer: registerSheet,
  }),
  confirm: route({
    method: 'POST',
    path: '/administration/register/:id/confirmation',
    access: 'admin',
    summary:
      'Confirme un usage sensible qu’une autre personne a déclaré ; l’assistant qui attendait est publié. Seul administrateur actif, on confirme soi-même, et la fiche le dit.',
    params: idParams,
    changes: paths,
    // Required, so that nobody confirms what they have not read.
    body: z.object({ expected_updated_at: instant }),
    answer: registerSheet,
  }),
  opinion: route({
    method: 'POST',
    path: '/assistants/use-opinion',
    access: 'user',
    summary: 'L’avis des règles sur les usages sensibles que des textes laissent voir, avec leurs passages. Rien n’est gardé, aucun modèle n’est appelé.',
    body: z.object({
      name: text(limits.name),
      description: text(limits.description),
      prompt_content: requiredText(limits.promptContent),
      starters: z._default(z.array(text(limits.starter)).check(z.maxLength(limits.starters)), []),
      document_categories: z._default(z.array(text(limits.name)).check(z.maxLength(limits.assistantDocumentCategories)), []),
    }),
    answer: z.object({ signs: z.array(areaSign) }),
  }),
  export: route({
    method: 'GET',
    path: '/administration/register/export',
    access: 'admin',
    kind: 'file',
    summary: 'Le registre entier, en CSV, en Word ou en OpenDocument, à sa date ; l’export est inscrit au journal.',
    query: z.object({ format: exportFormat }),
  }),
  impact: route({
    method: 'GET',
    path: '/administration/register/impact',
    access: 'admin',
    kind: 'file',
    summary: 'Le dossier d’analyse d’impact, en Word ou en OpenDocument, fait des réglages du moment ; ce qui n’est pas connu y reste à compléter.',
    query: z.object({ format: z.enum(letterheadFormats, 'Format attendu : docx ou odt') }),
  }),
}
