import * as z from 'zod/mini'
import { route } from '../route.ts'

/** How long `changes.follow` goes on at most, in seconds: whoever may no longer come in is told nothing past that. */
const longest = 600

const seconds = z.pipe(
  z.optional(z.string()),
  z.transform((value) => (value !== undefined && /^\d{1,3}$/.test(value) ? Math.min(Number(value), longest) : longest)),
)

/** Of `ago`, in milliseconds: what is longer is answered as if nothing were known. */
const longestAgo = 86_400_000

const ago = z.pipe(
  z.optional(z.string()),
  z.transform((value) => (value !== undefined && /^\d{1,12}$/.test(value) ? Math.min(Number(value), longestAgo) : undefined)),
)

export const changes = {
  follow: route({
    method: 'GET',
    path: '/changes',
    access: 'user',
    kind: 'events',
    summary: `Ce qui change de ce que l’on voit, au fil de l’eau (\`text/event-stream\`) : \`data\` donne les débuts des chemins dont la réponse n’est plus la même, sans rien de leur contenu. Un onglet qui dit son nom par \`tab\`, et par \`X-Tab\` dans ses autres appels, n’apprend pas ce qu’il change lui-même. Avec \`ago\`, les millisecondes depuis sa première demande, il apprend d’abord ce qui a changé depuis. Finit au bout de \`seconds\` (${longest} au plus).`,
    query: z.object({ tab: z.optional(z.string().check(z.maxLength(64))), seconds, ago }),
  }),
}

/** What an event of `changes.follow` carries. */
export type Changed = { changed: readonly string[] }
