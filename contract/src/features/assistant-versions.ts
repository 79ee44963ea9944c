import * as z from 'zod/mini'
import { assistant } from './assistants.ts'
import { id, idParams, timestamp } from '../common.ts'
import { route } from '../route.ts'

const versionedField = z.enum(['name', 'description', 'prompt_content'])
export type VersionedField = z.infer<typeof versionedField>

const summary = {
  /** 1 is the first text known of the assistant; each change takes the next one. */
  number: z.number(),
  /** What differs from the version before; empty for the first. */
  changed: z.array(versionedField),
  /** null: made by the installation, or by somebody whose account is gone. */
  author: z.nullable(z.string()),
  /** The version whose text it took again. */
  restored_from: z.nullable(z.number()),
  created_at: timestamp,
}

const assistantVersionSummary = z.object(summary)
export type AssistantVersionSummary = z.infer<typeof assistantVersionSummary>

const assistantVersion = z.object({ ...summary, name: z.string(), description: z.string(), prompt_content: z.string() })
export type AssistantVersion = z.infer<typeof assistantVersion>

// A number that cannot be one is the same answer as a number that does not exist.
const number = z.string().check(z.regex(/^[1-9]\d{0,8}$/))
const versionParams = z.object({ id, number })

export const assistantVersions = {
  list: route({
    method: 'GET',
    path: '/assistants/:id/versions',
    access: 'admin',
    summary: 'Les versions d’un assistant (nom, description, consignes), la plus récente d’abord.',
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
    summary: 'Redonne à un assistant les textes d’une version ; cela fait une nouvelle version.',
    params: versionParams,
    answer: assistant,
  }),
}
