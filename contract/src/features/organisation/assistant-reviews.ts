import * as z from 'zod/mini'
import { id, idParams, instant, messageAnswer, nullableTimestamp, requiredText, timestamp } from '../../common.ts'
import { limits } from '../../limits.ts'
import { route } from '../../route.ts'
import { gateReason } from '../assistants.ts'
import { useAnswers } from '../governance/register.ts'
import { assistantChanges } from './own-assistants.ts'
import { namedPerson } from './people.ts'

const pendingProposalFields = {
  /** Id of the proposal. */
  id,
  assistant_id: id,
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  owner_name: z.string(),
  /** The caller made the proposal. */
  is_own: z.boolean(),
  /** Team that the assistant is proposed to; null: everyone. */
  team: z.nullable(z.object({ id, name: z.string() })),
  note: z.string(),
  proposed_at: timestamp,
  suspended_at: nullableTimestamp,
}
const pendingProposal = z.object(pendingProposalFields)
export type PendingProposal = z.infer<typeof pendingProposal>

const proposedAssistant = z.object({
  ...pendingProposalFields,
  category: z.string(),
  prompt_content: z.string(),
  starters: z.array(z.string()),
  /** Names of the document categories that the assistant searches. Each user finds in them only the documents they have access to. */
  document_categories: z.array(z.string()),
  /** Number of the assistant's own files. They are detached when it is published to everyone. */
  file_count: z.number(),
  /** The register holds an answer on its sensitive uses, about its present texts. */
  use_is_answered: z.boolean(),
  /** Value to send back in `expected_updated_at` of `publish`, so that a text changed meanwhile is not published. */
  updated_at: timestamp,
})
export type ProposedAssistant = z.infer<typeof proposedAssistant>

const reason = requiredText(limits.reason, 'Dites pourquoi')

export const assistantReviews = {
  list: route({
    method: 'GET',
    path: '/assistant-proposals',
    access: 'user',
    summary: 'Les assistants proposés qui attendent, les plus anciens d’abord : tous pour un administrateur, ceux de ses services pour un responsable.',
    answer: z.array(pendingProposal),
  }),
  get: route({
    method: 'GET',
    path: '/assistant-proposals/:id',
    access: 'user',
    summary: 'Un assistant proposé, avec ses textes, pour qui en décide.',
    params: idParams,
    answer: proposedAssistant,
  }),
  publish: route({
    method: 'POST',
    path: '/assistant-proposals/:id/publish',
    access: 'user',
    changes: assistantChanges,
    summary:
      'Publie un assistant proposé. À un service : il s’ouvre à lui, et reste à son propriétaire. À tous : il devient celui de l’organisation, que seuls les administrateurs changent.',
    params: idParams,
    // Optimistic lock: required, so that no one publishes a text they have not read.
    body: z.object({ expected_updated_at: instant, gate_reason: gateReason, use: z.optional(useAnswers) }),
    answer: messageAnswer,
  }),
  refuse: route({
    method: 'POST',
    path: '/assistant-proposals/:id/refuse',
    access: 'user',
    changes: assistantChanges,
    summary: 'Refuse un assistant proposé, avec un motif que son propriétaire lit.',
    params: idParams,
    body: z.object({ reason }),
    answer: messageAnswer,
  }),
  suspend: route({
    method: 'POST',
    path: '/assistants/:id/suspension',
    access: 'admin',
    changes: assistantChanges,
    summary: 'Suspend l’assistant d’une personne, partagé ou proposé, avec un motif que son propriétaire lit : plus personne d’autre ne le voit.',
    params: idParams,
    body: z.object({ reason }),
    answer: messageAnswer,
  }),
  resume: route({
    method: 'DELETE',
    path: '/assistants/:id/suspension',
    access: 'admin',
    changes: assistantChanges,
    summary: 'Lève la suspension d’un assistant : il se rouvre à qui il était ouvert.',
    params: idParams,
    answer: messageAnswer,
  }),
  handOver: route({
    method: 'POST',
    path: '/assistants/:id/hand-over',
    access: 'admin',
    changes: assistantChanges,
    summary: 'Transmet à quelqu’un d’autre un assistant partagé dont le propriétaire a un compte désactivé ; les deux en reçoivent un courriel.',
    params: idParams,
    body: namedPerson,
    answer: messageAnswer,
  }),
}
