import * as z from 'zod/mini'
import { id, idParams, instant, messageAnswer, nullableTimestamp, password, requiredLine, timestamp } from '../../common.ts'
import { limits } from '../../limits.ts'
import { route } from '../../route.ts'
import { modelLevel } from '../models.ts'
import { secondFactorProof } from './passkeys.ts'

/**
 * Rights of a key on `/v1`. `chat`: its owner's assistants. `library`: questions to the shared library. `documents:read`: the extracts of the documents that
 * answers cite, beside their names and pages.
 */
export const apiKeyScopes = ['chat', 'library', 'documents:read'] as const
export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** Maximum life of a key, in days. */
export const maxKeyDays = 366

const fields = {
  name: z.string(),
  scopes: z.array(z.enum(apiKeyScopes)),
  /** Ids of the assistants that the key may use; null: all those of its owner. */
  assistant_ids: z.nullable(z.array(z.string())),
  /** Highest level of the requests that the key may make; null: no ceiling. */
  level_max: z.nullable(modelLevel),
  expires_at: timestamp,
}

const apiKey = z.object({
  id,
  /** First characters of the value, which tell keys apart. */
  prefix: z.string(),
  ...fields,
  created_at: timestamp,
  last_used_at: nullableTimestamp,
  /** Network of the last use, `192.0.2.0/24` or `2001:db8:1::/48`; null before the first one. */
  last_used_from: z.nullable(z.string()),
})
export type ApiKey = z.infer<typeof apiKey>

/** Personal API keys, by which other software uses `/v1` for a person. */
export const apiKeys = {
  list: route({ method: 'GET', path: '/keys', access: 'user', summary: 'Ses clés pour d’autres logiciels, sans leur valeur.', answer: z.array(apiKey) }),
  create: route({
    method: 'POST',
    path: '/keys',
    access: 'user',
    changes: ['/keys'],
    status: 201,
    summary: `Crée une clé ; \`value\` n’est donnée qu’une fois. \`expires_at\` est obligatoire, à ${maxKeyDays} jours au plus. Demande \`current_password\`, ou \`code\` ou \`passkey\` s’il y a une double authentification (sans mot de passe, une connexion de moins de dix minutes). \`API_KEYS\` dit qui le peut. Voir [cles.md](cles.md).`,
    body: z.object({
      name: requiredLine(limits.apiKeyName, 'Donnez un nom à cette clé'),
      scopes: z
        .array(z.enum(apiKeyScopes, `Droits admis : ${apiKeyScopes.join(', ')}`), 'Choisissez au moins un droit')
        .check(z.minLength(1, 'Choisissez au moins un droit'), z.maxLength(10)),
      expires_at: instant,
      level_max: z.optional(z.nullable(modelLevel)),
      /** Empty or absent: all the assistants of the owner. */
      assistant_ids: z.optional(z.nullable(z.array(id).check(z.maxLength(limits.apiKeyAssistants, 'Trop d’assistants')))),
      current_password: z.optional(password),
      ...secondFactorProof,
    }),
    answer: z.object({ value: z.string(), ...apiKey.shape }),
  }),
  revoke: route({
    method: 'DELETE',
    path: '/keys/:id',
    access: 'user',
    changes: ['/keys'],
    summary: 'Révoque une de ses clés, aussitôt.',
    params: idParams,
    answer: messageAnswer,
  }),
}
