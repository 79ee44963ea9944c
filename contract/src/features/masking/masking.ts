import * as z from 'zod/mini'
import { id, idParams, verbatimText } from '../../common.ts'
import { limits } from '../../limits.ts'
import { modelId, modelLevel } from '../models.ts'
import { route } from '../../route.ts'
import { maskedKind, maskingLimits, maskingMode } from './kinds.ts'

/**
 * Data of a message that its model did not receive. In a reply: labels that were replaced by their value. `unknown`: a label that the model invented, left as
 * it is in the text.
 */
export const maskedData = z.object({ kind: maskedKind, label: z.string(), count: z.number(), unknown: z.optional(z.literal(true)) })
export type MaskedData = z.infer<typeof maskedData>

/** Value of a conversation with its label, computed for its owner and stored nowhere. `count`: number of occurrences in the messages. */
const labelledValue = z.object({ kind: maskedKind, label: z.string(), value: z.string(), count: z.number() })
export type LabelledValue = z.infer<typeof labelledValue>

const value = verbatimText(maskingLimits.value)
const values = z.array(value, 'Une liste est attendue').check(z.maxLength(maskingLimits.values, `${maskingLimits.values} passages au plus`))

const conversationMasking = z.object({
  /** Masking of the next question, from the assistant, the settings and the level of the expected model. */
  mode: maskingMode,
  /** `masquer` because of the level of the expected model: no setting of the assistant changes it. */
  is_forced: z.boolean(),
  keep: z.array(z.string()),
  add: z.array(z.string()),
  /** Values of the conversation that are masked, in the order of their first appearance; empty for `non`. */
  values: z.array(labelledValue),
})
export type ConversationMasking = z.infer<typeof conversationMasking>

/** Part of a text that is personal data: UTF-16 offsets. */
const foundData = z.object({ kind: maskedKind, start: z.number(), end: z.number(), value: z.string() })
export type FoundData = z.infer<typeof foundData>

export const masking = {
  get: route({
    method: 'GET',
    path: '/conversations/:id/masking',
    access: 'user',
    summary:
      'Ce qui est masqué au modèle dans une de ses conversations : le mode (`non`, `prevenir`, `masquer`), ce que la personne a choisi de ne pas masquer (`keep`) et de masquer aussi (`add`), et les valeurs avec leurs étiquettes, calculées et gardées nulle part.',
    params: idParams,
    answer: conversationMasking,
  }),
  update: route({
    method: 'PUT',
    path: '/conversations/:id/masking',
    access: 'user',
    summary:
      'Remplace les listes de ce qui n’est pas masqué (`keep`) et de ce qui l’est aussi (`add`) dans une de ses conversations, pour les questions suivantes.',
    params: idParams,
    body: z.object({ keep: z.optional(values), add: z.optional(values) }),
    answer: conversationMasking,
  }),
  preview: route({
    method: 'POST',
    path: '/masking/preview',
    access: 'user',
    // Nothing is stored.
    changes: [],
    whenFull: true,
    summary:
      'Dit ce qu’un modèle verrait d’un texte avant qu’il parte : le mode qui vaut pour cette conversation (ou cet assistant), et les données personnelles trouvées dans le texte. Rien n’est gardé ni envoyé.',
    body: z.object({
      text: verbatimText(limits.message),
      conversation_id: z.optional(z.nullable(id)),
      assistant_id: z.optional(z.nullable(id)),
      model_id: z.optional(z.nullable(modelId)),
      min_level: z.optional(modelLevel),
    }),
    answer: z.object({ mode: maskingMode, is_forced: z.boolean(), found: z.array(foundData) }),
  }),
}
