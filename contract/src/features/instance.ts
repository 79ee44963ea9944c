import * as z from 'zod/mini'
import { signInMethods } from './sign-in/sign-in-methods.ts'
import { retentionKinds } from './retention.ts'
import { maskingMode } from './masking/kinds.ts'
import { modelLevel } from './models.ts'
import { route } from '../route.ts'

/** Text of a legal page; null when the administrator has not given it. */
const optionalText = z.nullable(z.string())

/** Public facts about this instance, which the pages need before anyone signs in. Contains nothing secret. */
const instanceInfo = z.object({
  registration: z.enum(['ouverte', 'validation', 'fermee']),
  signup_request_url: z.nullable(z.string()),
  /** Everyone may search accounts by part of a name (`DIRECTORY_SEARCH=oui`). */
  directory_search: z.boolean(),
  ways_in: signInMethods,
  password_policy: z.enum(['contrat', 'cnil']),
  model: z.object({ name: z.string(), built_in: z.boolean(), /** Hosts that questions are sent to; empty: none. */ hosts: z.array(z.string()) }),
  /** Models of the settings, in order of preference. `host`: null when nothing leaves this server. `images`: the model reads pictures. */
  models: z.array(z.object({ id: z.string(), label: z.string(), level: modelLevel, host: z.nullable(z.string()), images: z.optional(z.literal(true)) })),
  /** Names of the levels 1, 2 and 3. */
  level_names: z.array(z.string()),
  /** Level of the embeddings server; 3 when embeddings are computed on this server. */
  embeddings_level: modelLevel,
  /** Null: embeddings are computed on this server. */
  embeddings_host: z.nullable(z.string()),
  /** Server that writes dictated texts; null: dictation is not installed. */
  transcription: z.nullable(z.object({ host: z.string(), level: modelLevel })),
  /** Masking of personal data for model servers; below this level of a model it is always `masquer` (null: no level). */
  masking: z.object({ mode: maskingMode, below_level: z.nullable(modelLevel) }),
  /** Null: mails are stored on the server as files. */
  mail_host: z.nullable(z.string()),
  max_upload_mb: z.number(),
  /** Whether a corpus of dated texts is installed, with which references are resolved. */
  has_corpora: z.boolean(),
  /** Whether the charter must be accepted before the first question (`CHARTER=oui`). */
  charter: z.boolean(),
  /** Whether sensitive uses are declared before an assistant is published (`USE_REGISTER=oui`). */
  use_register: z.boolean(),
  /** Whether a token limit is set for anyone. */
  token_limits: z.boolean(),
  publisher: z.object({ name: optionalText, contact: optionalText, director: optionalText }),
  hosting: optionalText,
  dpo: optionalText,
  accessibility: z.object({
    contact: optionalText,
    scheme: optionalText,
    /** `non` also when there is no audit, or when the last one is more than three years old. */
    state: z.enum(['non', 'partielle', 'totale']),
    audit: z.nullable(z.object({ date: z.string(), /** Percentage of criteria met. */ rate: z.number(), by: optionalText })),
  }),
  log_retention_days: z.nullable(z.number()),
  backup_retention_days: z.nullable(z.number()),
  /** Retention in days, by kind of data; null: for ever. */
  retention: z.record(z.enum(retentionKinds), z.nullable(z.number())),
})
export type InstanceInfo = z.infer<typeof instanceInfo>

const status = z.object({ status: z.enum(['ok', 'unavailable']) })
const ready = z.object({ ...status.shape, files: z.optional(z.literal('unavailable')) })

export const instance = {
  info: route({ method: 'GET', path: '/instance', access: 'public', summary: 'Ce que les pages doivent savoir de cette installation.', answer: instanceInfo }),
  health: route({ method: 'GET', path: '/health', access: 'public', summary: 'Le processus vit.', answer: status }),
  ready: route({
    method: 'GET',
    path: '/health/ready',
    access: 'public',
    summary: 'Le service peut travailler : la base répond. `files` n’est là que si les fichiers ne sont pas joignables ; le reste sert encore.',
    answer: ready,
  }),
  metrics: route({ method: 'GET', path: '/metrics', access: 'loopback_or_admin', kind: 'text', summary: 'Mesures au format Prometheus.' }),
  openapi: route({
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    summary: 'Ce document, au format OpenAPI.',
    answer: z.record(z.string(), z.unknown()),
  }),
}
