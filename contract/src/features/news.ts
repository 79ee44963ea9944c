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
