import * as z from 'zod/mini'
import { id } from '../common.ts'
import { route } from '../route.ts'

/** Confidentiality level of a model server: 1 (outside the organisation), 2 (sovereign), 3 (inside). A request needs a minimum level. */
export const modelLevel = z.union([z.literal(1), z.literal(2), z.literal(3)], 'Niveau attendu : 1, 2 ou 3')
export type ModelLevel = z.infer<typeof modelLevel>

/** Id of a model in the list of the settings. */
export const modelId = z.string().check(z.minLength(1), z.maxLength(100))

/** Model of the settings. `available` is false once its server does not answer. */
const listedModel = z.object({
  id: z.string(),
  label: z.string(),
  level: modelLevel,
  /** The model reads pictures. */
  images: z.boolean(),
  available: z.boolean(),
})
export type ListedModel = z.infer<typeof listedModel>

/**
 * Reason why another model than the expected one wrote a reply. `unavailable`: the expected one did not answer. `level`: its level is too low for the
 * documents of the reply.
 */
export const modelReason = z.enum(['unavailable', 'level'])
export type ModelReason = z.infer<typeof modelReason>

export const models = {
  list: route({
    method: 'GET',
    path: '/models',
    access: 'user',
    summary: 'Les modèles de l’installation, dans l’ordre de préférence ; `available` : son serveur répond.',
    answer: z.array(listedModel),
  }),
}

/** Limits of a recording: size in bytes, whatever `MAX_UPLOAD_MB` says, and duration in seconds. */
export const recordingLimits = { bytes: 10 * 1024 * 1024, seconds: 300 } as const

export const transcriptions = {
  create: route({
    method: 'POST',
    path: '/transcriptions',
    access: 'user',
    // Nothing is stored.
    changes: [],
    whenFull: true,
    multipart: { part: 'file' },
    summary:
      'Écrit ce que dit un enregistrement sonore (partie `file` : WebM, Ogg, MP4, WAV, MP3 ou FLAC, 10 Mo au plus) ; rien n’en est gardé. `text` est vide quand rien n’a été entendu. `conversation_id` : celle où le texte ira, dont le niveau est respecté (409 `llm.no_model_for_level`).',
    body: z.object({ conversation_id: z.optional(id) }),
    answer: z.object({ text: z.string() }),
  }),
}
