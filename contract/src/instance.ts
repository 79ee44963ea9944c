import * as z from 'zod/mini'
import { route } from './route.ts'

/** What the pages need to know of this instance before anybody signs in. Nothing secret. */
export const instanceInfo = z.object({
  registration: z.enum(['ouverte', 'validation', 'fermee']),
  signup_request_url: z.nullable(z.string()),
  password_policy: z.enum(['contrat', 'cnil']),
  model: z.object({ name: z.string(), built_in: z.boolean() }),
  max_upload_mb: z.number(),
})
export type InstanceInfo = z.infer<typeof instanceInfo>

const status = z.object({ status: z.enum(['ok', 'unavailable']) })

export const instance = {
  info: route({ method: 'GET', path: '/instance', access: 'public', summary: 'Ce que les pages doivent savoir de cette installation.', answer: instanceInfo }),
  health: route({ method: 'GET', path: '/health', access: 'public', summary: 'Le processus vit.', answer: status }),
  ready: route({ method: 'GET', path: '/health/ready', access: 'public', summary: 'Le service peut travailler : la base répond.', answer: status }),
  metrics: route({ method: 'GET', path: '/metrics', access: 'loopback_or_admin', kind: 'text', summary: 'Mesures au format Prometheus.' }),
  openapi: route({
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    summary: 'Ce document, au format OpenAPI.',
    answer: z.record(z.string(), z.unknown()),
  }),
}
