import * as z from 'zod/mini'
import { id, idParams, instant, messageAnswer } from '../../common.ts'
import { maxUnpagedRows, shareDays } from '../../constants.ts'
import { limits } from '../../limits.ts'
import { shareSubjectsRequired } from '../../field-rules.ts'
import { source } from '../../events.ts'
import { route } from '../../route.ts'
import { conversation } from '../conversations.ts'

const days = z.union(
  shareDays.map((number) => z.literal(number)),
  `Durée attendue : ${shareDays.join(', ')} jours`,
)

/** Team or person that a conversation is shared with. */
const subject = z.object({ kind: z.enum(['team', 'user']), id, name: z.string() })

/** Share, as its owner sees it. */
const givenShare = z.object({
  id,
  conversation_id: id,
  title: z.string(),
  /** Teams and people; deleted ones are left out. When it is empty, no one can read the share. */
  subjects: z.array(subject),
  message_count: z.number(),
  /** Number of visible messages added to the conversation since the copy was made. */
  newer: z.number(),
  created_at: z.string(),
  /** Time at which the copy was made. */
  taken_at: z.string(),
  expires_at: z.string(),
  is_expired: z.boolean(),
})
export type GivenShare = z.infer<typeof givenShare>

const receivedShare = z.object({
  id,
  title: z.string(),
  assistant_name: z.nullable(z.string()),
  /** Name of the person who shares the conversation. */
  owner_name: z.string(),
  message_count: z.number(),
  taken_at: z.string(),
  expires_at: z.string(),
  /** The caller has already continued this version of the share in a conversation of their own. */
  is_continued: z.boolean(),
  /** `new`: the caller has never opened the share; `updated`: not since it was last updated; null: seen. */
  news: z.nullable(z.enum(['new', 'updated'])),
})
export type ReceivedShare = z.infer<typeof receivedShare>

const sharedMessage = z.object({
  /** Position in the conversation, from 1. */
  place: z.number(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  status: z.enum(['complete', 'interrompue', 'erreur']),
  finish_reason: z.nullable(z.enum(['stop', 'length', 'stopped', 'cut', 'crash', 'error'])),
  error: z.nullable(z.string()),
  /** Sources of the answer. Those whose document the reader has no access to have only their number. */
  sources: z.array(source),
  /** Name of the assistant that answered. */
  author: z.nullable(z.string()),
  created_at: z.string(),
})
export type SharedMessage = z.infer<typeof sharedMessage>

const sharedConversation = z.extend(receivedShare, {
  /** The caller is the owner of the share. */
  is_own: z.boolean(),
  assistant_icon: z.nullable(z.string()),
  /** A conversation that continues the share would have the same assistant; true when the share has none. */
  keeps_assistant: z.boolean(),
  messages: z.array(sharedMessage),
})
export type SharedConversation = z.infer<typeof sharedConversation>

export const shares = {
  create: route({
    method: 'POST',
    path: '/conversations/:id/shares',
    access: 'user',
    status: 201,
    changes: ['/shares'],
    summary: `Partage une de ses conversations, en lecture seule, telle qu’elle est jusqu’à un message (\`message_id\` ; sans lui, la dernière réponse finie), avec des services (\`teams\`) et des personnes (\`people\`, que \`GET /people\` trouve), pour ${shareDays.join(', ')} jours.`,
    params: idParams,
    body: z
      .object({
        message_id: z.optional(id),
        teams: z._default(z.array(id).check(z.maxLength(limits.shareSubjects, `${limits.shareSubjects} services au plus`)), []),
        people: z._default(z.array(id).check(z.maxLength(limits.shareSubjects, `${limits.shareSubjects} personnes au plus`)), []),
        days: z._default(days, 30),
      })
      .check(z.refine(({ teams, people }) => teams.length + people.length > 0, { path: ['teams'], error: shareSubjectsRequired })),
    answer: givenShare,
  }),
  list: route({
    method: 'GET',
    path: '/shares',
    access: 'user',
    summary:
      'Ce que l’on partage (`given`, terminé ou non ; `conversation` : d’une seule de ses conversations) et ce que d’autres partagent avec soi (`received`), du plus récent au plus ancien.',
    query: z.object({ conversation: z.optional(id) }),
    answer: z.object({ given: z.array(givenShare), received: z.array(receivedShare) }),
  }),
  seen: route({
    method: 'POST',
    path: '/shares/seen',
    access: 'user',
    changes: ['/conversations/recent'],
    summary:
      'Dit quelles copies partagées avec soi on a vues (`taken_at` : celui de la copie) : elles ne sont plus nouvelles. Ce que l’on ne peut pas lire est ignoré.',
    body: z.object({
      shares: z.array(z.object({ id, taken_at: instant })).check(z.maxLength(maxUnpagedRows)),
    }),
    answer: messageAnswer,
  }),
  get: route({
    method: 'GET',
    path: '/shares/:id',
    access: 'user',
    summary:
      'Une conversation partagée avec soi, ou par soi. Une source dont on ne peut pas lire le document n’a que son numéro. La même réponse 404 pour ce qui est terminé, retiré, inconnu, ou partagé avec d’autres.',
    params: idParams,
    answer: sharedConversation,
  }),
  update: route({
    method: 'PUT',
    path: '/shares/:id',
    access: 'user',
    summary:
      'Met un de ses partages à jour, à la même adresse (`refresh` : jusqu’à la dernière réponse finie), ou le prolonge (`days`, à partir de maintenant).',
    params: idParams,
    body: z
      .object({ refresh: z._default(z.boolean(), false), days: z.optional(days) })
      .check(z.refine((changes) => changes.refresh || changes.days !== undefined, { path: ['days'], error: 'Rien à changer' })),
    answer: givenShare,
  }),
  remove: route({
    method: 'DELETE',
    path: '/shares/:id',
    access: 'user',
    summary: 'Retire un de ses partages, avec sa copie ; ce que d’autres en ont continué reste à eux.',
    params: idParams,
    answer: messageAnswer,
  }),
  continue: route({
    method: 'POST',
    path: '/shares/:id/continue',
    access: 'user',
    status: 201,
    changes: ['/conversations', '/shares'],
    summary:
      'En fait une conversation à soi, avec le même assistant s’il est encore proposé, sans les fichiers (201) ; la même, tant qu’elle existe et que le partage n’a pas été mis à jour (200).',
    params: idParams,
    answer: z.object({ conversation }),
  }),
}
