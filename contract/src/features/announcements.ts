import * as z from 'zod/mini'
import { id, messageAnswer, requiredText } from '../common.ts'
import { announcementRules } from '../field-rules.ts'
import { route } from '../route.ts'

const day = z.string('Indiquez une date').check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Indiquez une date'))

export const announcement = z.object({
  /** Changes at each publication, so that people who dismissed the previous message see the new one. */
  id,
  text: z.string(),
  tone: z.enum(['info', 'attention']),
  /** Last day on which the message is shown, in Paris; null: until it is removed. */
  ends_on: z.nullable(z.string()),
  /** Whether the announcement also appears on the sign-in page, for anonymous visitors. */
  on_sign_in: z.boolean(),
})
export type Announcement = z.infer<typeof announcement>

/**
 * Optimistic lock: id of the message that the caller saw, null for none. If another one, or none, is shown by then, the call is refused with
 * `request.stale`. Omitted: no check.
 */
const replacedId = z.optional(z.nullable(id))

const current = z.object({ announcement: z.nullable(announcement) })

export const announcements = {
  current: route({
    method: 'GET',
    path: '/announcement',
    access: 'user',
    beforeSecondFactor: true,
    summary: 'Le message adressé à tous, s’il y en a un.',
    answer: current,
  }),
  atSignIn: route({
    method: 'GET',
    path: '/announcement/sign-in',
    access: 'public',
    summary: 'Le message adressé à tous, s’il doit paraître aussi sur la page de connexion.',
    answer: current,
  }),
  publish: route({
    method: 'PUT',
    path: '/announcement',
    access: 'admin',
    summary: 'Publie un message adressé à tous ; il remplace le précédent, qui peut être nommé (`replaces`) : un autre paru depuis n’est pas remplacé.',
    body: z.object({
      text: requiredText(announcementRules.text.max, announcementRules.text.required),
      tone: z._default(z.enum(['info', 'attention'], 'Ton attendu : info ou attention'), 'info'),
      ends_on: z._default(z.nullable(day), null),
      on_sign_in: z._default(z.boolean(), false),
      replaces: replacedId,
    }),
    answer: announcement,
  }),
  remove: route({
    method: 'DELETE',
    path: '/announcement',
    access: 'admin',
    summary: 'Retire le message adressé à tous ; celui qui est nommé (`id`), à moins qu’un autre ne paraisse depuis.',
    query: z.object({ id: z.optional(id) }),
    answer: messageAnswer,
  }),
}
