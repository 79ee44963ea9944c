import * as z from 'zod/mini'
import { messageAnswer } from '../common.ts'
import { route } from '../route.ts'

/** Kinds of news marked as seen when their list is opened. Shared conversations have `POST /shares/seen`; an assistant to review stays until a decision. */
const newsKind = z.enum(['refusals', 'projects', 'assistants'], 'Valeur attendue : refusals, projects ou assistants')
export type NewsKind = z.infer<typeof newsKind>

export const newsCounts = z.object({
  /** Proposed assistants that the caller has to review. */
  to_review: z.number(),
  /** Refused proposals of the caller, not seen yet. */
  refusals: z.number(),
  /** Conversations shared with the caller, new or updated. */
  conversations: z.number(),
  /** Projects that others shared with the caller since the caller last opened the list of projects. */
  projects: z.number(),
  /** Assistants that others shared with the caller since the caller last opened the catalogue. */
  assistants: z.number(),
})
export type News = z.infer<typeof newsCounts>

export const news = {
  seen: route({
    method: 'POST',
    path: '/news/seen',
    access: 'user',
    changes: ['/conversations/recent'],
    summary: 'Dit que la personne a vu ses propositions refusées, les projets ou les assistants qu’on lui a ouverts : ils ne sont plus comptés.',
    body: z.object({ kind: newsKind }),
    answer: messageAnswer,
  }),
}

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
