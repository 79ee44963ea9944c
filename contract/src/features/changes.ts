import * as z from 'zod/mini'
import { route } from '../route.ts'

/** Maximum duration of `changes.follow`, in seconds. It bounds how long a person whose access was withdrawn still receives events. */
const maxFollowSeconds = 600

const seconds = z.pipe(
  z.optional(z.string()),
  z.transform((value) => (value !== undefined && /^\d{1,3}$/.test(value) ? Math.min(Number(value), maxFollowSeconds) : maxFollowSeconds)),
)

/** Maximum value of `ago`, in milliseconds. A longer one is lowered to it, which is still older than any change that the server remembers. */
const maxAgoMs = 86_400_000

const ago = z.pipe(
  z.optional(z.string()),
  z.transform((value) => (value !== undefined && /^\d{1,12}$/.test(value) ? Math.min(Number(value), maxAgoMs) : undefined)),
)

export const changes = {
  follow: route({
    method: 'GET',
    path: '/changes',
    access: 'user',
    kind: 'events',
    summary: `Ce qui change de ce que l’on voit, au fil de l’eau (\`text/event-stream\`) : \`data\` donne les débuts des chemins dont la réponse n’est plus la même, sans rien de leur contenu. Un onglet qui dit son nom par \`tab\`, et par \`X-Tab\` dans ses autres appels, n’apprend pas ce qu’il change lui-même. Avec \`ago\`, les millisecondes depuis sa première demande, il apprend d’abord ce qui a changé depuis. Finit au bout de \`seconds\` (${maxFollowSeconds} au plus).`,
    query: z.object({ tab: z.optional(z.string().check(z.maxLength(64))), seconds, ago }),
  }),
}

/** Data of one event of `changes.follow`: the path prefixes whose answers have changed. */
export type ChangeEvent = { changed: readonly string[] }
