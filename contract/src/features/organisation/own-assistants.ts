import * as z from 'zod/mini'
import { expectedUpdate, id, idParams, messageAnswer, nullableTimestamp, text, timestamp } from '../../common.ts'
import { limits } from '../../limits.ts'
import { route } from '../../route.ts'
import { namedPerson } from './people.ts'
import { libraryDocument, receivedFiles, uploadFields } from '../documents.ts'
import {
  gateReason,
  assistant,
  assistantChangeFields,
  assistantVersion,
  assistantVersionSummary,
  newAssistantBody,
  restoredAssistant,
  versionParams,
} from '../assistants.ts'

/** Team that an assistant is proposed to; null: everyone. */
const proposedTo = z.nullable(z.object({ id, name: z.string() }))

const ownProposal = z.object({
  id,
  team: proposedTo,
  note: z.string(),
  proposed_at: timestamp,
  /** Null while the proposal is pending. */
  refused_at: nullableTimestamp,
  refusal_reason: z.nullable(z.string()),
})
export type OwnProposal = z.infer<typeof ownProposal>

const ownAssistant = z.extend(assistant, {
  /** « l’organisation » when the assistant has no owner. */
  owner_name: z.string(),
  file_count: z.number(),
  is_own: z.boolean(),
  suspended_at: nullableTimestamp,
  suspension_reason: z.nullable(z.string()),
  /** Teams that have access, and the number of people with a personal grant. */
  shared_with: z.object({ teams: z.array(z.object({ id, name: z.string() })), people: z.number() }),
  proposals: z.array(ownProposal),
})
export type OwnAssistant = z.infer<typeof ownAssistant>

/** Paths whose answers show an assistant or a proposal. */
export const assistantChanges = [
  '/conversations/recent',
  '/own-assistants',
  '/assistants',
  '/assistant-favorites',
  '/assistant-proposals',
  '/rights',
  '/users',
] as const
/** Paths whose answers show the files of an assistant, or their number. */
const fileChanges = ['/own-assistants', '/assistants', '/upload'] as const
const proposalParams = z.object({ id, proposal_id: id })

export const ownAssistants = {
  list: route({
    method: 'GET',
    path: '/own-assistants',
    access: 'user',
    summary: 'Les assistants que l’on a créés, par nom, avec qui peut les utiliser et ce que l’on a proposé ; puis ceux d’autres que l’on peut modifier.',
    answer: z.array(ownAssistant),
  }),
  documentCategories: route({
    method: 'GET',
    path: '/own-assistants/document-categories',
    access: 'user',
    summary: 'Les catégories de documents que ses assistants peuvent interroger : celles qui sont ouvertes à soi.',
    answer: z.array(z.object({ id, display_name: z.string(), document_count: z.number() })),
  }),
  create: route({
    method: 'POST',
    path: '/own-assistants',
    access: 'user',
    status: 201,
    changes: assistantChanges,
    summary: `Crée un assistant pour soi (${limits.ownAssistants} par personne) ; personne d’autre ne le voit.`,
    body: newAssistantBody,
    answer: ownAssistant,
  }),
  copy: route({
    method: 'POST',
    path: '/own-assistants/copy',
    access: 'user',
    status: 201,
    changes: assistantChanges,
    summary: 'Copie pour soi un assistant que l’on peut utiliser, avec ceux de ses documents que l’on peut interroger ; ses fichiers ne sont pas copiés.',
    body: z.object({ assistant_id: id }),
    answer: ownAssistant,
  }),
  update: route({
    method: 'PUT',
    path: '/own-assistants/:id',
    access: 'user',
    changes: assistantChanges,
    summary: 'Modifie un de ses assistants, ou un de ceux que l’on peut modifier, sauf ses documents ; les champs absents ne changent pas.',
    params: idParams,
    body: z.object({ ...assistantChangeFields, gate_reason: gateReason, expected_updated_at: expectedUpdate }),
    answer: ownAssistant,
  }),
  remove: route({
    method: 'DELETE',
    path: '/own-assistants/:id',
    access: 'user',
    changes: assistantChanges,
    summary: 'Supprime un de ses assistants, pour tous ceux qui l’utilisent ; les conversations restent.',
    params: idParams,
    answer: messageAnswer,
  }),
  propose: route({
    method: 'POST',
    path: '/own-assistants/:id/proposals',
    access: 'user',
    status: 201,
    changes: assistantChanges,
    summary:
      'Propose un de ses assistants à un service (`team_id`) ou à tous ; un refus antérieur est remplacé. Publié à tous, il n’a plus ses fichiers, qui restent les documents de leur propriétaire.',
    params: idParams,
    body: z.object({ team_id: z._default(z.nullable(id), null), note: z._default(text(limits.reason), '') }),
    answer: ownAssistant,
  }),
  withdraw: route({
    method: 'DELETE',
    path: '/own-assistants/:id/proposals/:proposal_id',
    access: 'user',
    changes: assistantChanges,
    summary: 'Retire une proposition, ou efface un refus que l’on a lu.',
    params: proposalParams,
    answer: ownAssistant,
  }),
  handOver: route({
    method: 'POST',
    path: '/own-assistants/:id/hand-over',
    access: 'user',
    changes: assistantChanges,
    summary:
      'Transmet un de ses assistants à quelqu’un d’autre, par son nom d’utilisateur ou son adresse exacts ; les deux en reçoivent un courriel. Ses fichiers ne le suivent pas : ils restent les documents de qui le transmet.',
    params: idParams,
    body: namedPerson,
    answer: messageAnswer,
  }),
}

const fileList = z.object({ documents: z.array(libraryDocument) })

/** Documents of the owner that the conversations with an assistant search, beside its categories. */
export const ownAssistantFiles = {
  list: route({
    method: 'GET',
    path: '/own-assistants/:id/files',
    access: 'user',
    summary: 'Les fichiers d’un de ses assistants, le dernier ajouté d’abord.',
    params: idParams,
    answer: fileList,
  }),
  add: route({
    method: 'POST',
    path: '/own-assistants/:id/files',
    access: 'user',
    status: 201,
    changes: fileChanges,
    multipart: { part: 'document', several: true },
    summary: `Ajoute des fichiers (parties \`document\`) à un de ses assistants (${limits.files} au plus) ; un fichier refusé pour ce qu’il est n’empêche pas les autres, et \`refused\` dit pourquoi. Ceux à qui l’assistant est ouvert lisent les passages que ses réponses citent.`,
    params: idParams,
    body: uploadFields,
    answer: receivedFiles,
  }),
  addDocuments: route({
    method: 'POST',
    path: '/own-assistants/:id/documents',
    access: 'user',
    status: 201,
    changes: fileChanges,
    summary: 'Ajoute à un de ses assistants des documents que l’on a chargés.',
    params: idParams,
    body: z.object({
      documents: z.array(id).check(z.minLength(1, 'Choisissez un document'), z.maxLength(limits.files, `${limits.files} documents au plus`)),
    }),
    answer: fileList,
  }),
  remove: route({
    method: 'DELETE',
    path: '/own-assistants/:id/files/:document_id',
    access: 'user',
    changes: fileChanges,
    summary: 'Retire un fichier d’un de ses assistants ; envoyé à un assistant, il est supprimé si rien d’autre ne le tient.',
    params: z.object({ id, document_id: id }),
    answer: messageAnswer,
  }),
}

export const ownAssistantVersions = {
  list: route({
    method: 'GET',
    path: '/own-assistants/:id/versions',
    access: 'user',
    summary: 'Les versions d’un de ses assistants, la plus récente d’abord.',
    params: idParams,
    answer: z.array(assistantVersionSummary),
  }),
  get: route({
    method: 'GET',
    path: '/own-assistants/:id/versions/:number',
    access: 'user',
    summary: 'Une version d’un de ses assistants, avec ses textes.',
    params: versionParams,
    answer: assistantVersion,
  }),
  restore: route({
    method: 'POST',
    path: '/own-assistants/:id/versions/:number/restore',
    access: 'user',
    changes: assistantChanges,
    summary: 'Redonne à un de ses assistants les textes et les documents d’une version. `left_out` : les catégories de documents supprimées ou fermées depuis.',
    params: versionParams,
    answer: restoredAssistant,
  }),
}
