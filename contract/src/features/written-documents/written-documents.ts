import * as z from 'zod/mini'
import { creationKey, expectedUpdate, id, idParams, messageAnswer, pageOf, pageQuery, requiredLine, text, timestamp } from '../../common.ts'
import { maxUnpagedRows } from '../../constants.ts'
import { limits } from '../../limits.ts'
import { modelLevel } from '../models.ts'
import { route } from '../../route.ts'
import { proposalParams, sentBlocks, writtenBlock, writtenLimits, writtenVersionParams } from './blocks.ts'

const writtenKinds = ['note', 'courrier', 'deliberation', 'arrete', 'compte_rendu', 'libre'] as const
const writtenKind = z.enum(writtenKinds, 'Sorte de document inconnue')
export type WrittenKind = z.infer<typeof writtenKind>

const reference = z.optional(z.nullable(id))
const title = requiredLine(limits.title, 'Donnez un titre à ce document')

/** Fields of a written document in lists. */
const listedFields = {
  id,
  title: z.string(),
  kind: writtenKind,
  /** Number of its latest version. */
  version: z.number(),
  /** Role of the caller. `owner`: owns it; `writer`: may change it; `reader`: may only read it. */
  role: z.enum(['owner', 'writer', 'reader']),
  /** Name of the owner; null when the caller owns it. */
  owner: z.nullable(z.string()),
  conversation_id: z.nullable(id),
  project_id: z.nullable(id),
  assistant_id: z.nullable(id),
  /** Minimum level of the models that may read it: the highest of what it was written from. */
  min_level: modelLevel,
  /** Number of proposals that wait for a decision. */
  open_proposals: z.number(),
  created_at: timestamp,
  updated_at: timestamp,
}
const listedWrittenDocument = z.object(listedFields)
export type ListedWrittenDocument = z.infer<typeof listedWrittenDocument>
const writtenDocument = z.object({ ...listedFields, blocks: z.array(writtenBlock) })
export type WrittenDocument = z.infer<typeof writtenDocument>

/** Why a version was saved. `pause`: what was written before ten minutes without a change, or before another version. */
const versionReasons = ['creation', 'import', 'proposition', 'pause', 'export', 'partage', 'nommee', 'restauration'] as const

const versionFields = {
  id,
  number: z.number(),
  reason: z.enum(versionReasons),
  name: z.nullable(z.string()),
  /** Person who wrote it; null when the account was deleted. */
  author: z.nullable(z.string()),
  /** Id of the model that proposed the accepted text, and name of the assistant of the conversation; null when a person wrote the version. */
  model: z.nullable(z.string()),
  assistant: z.nullable(z.string()),
  created_at: timestamp,
}
const listedVersion = z.object(versionFields)
export type WrittenVersion = z.infer<typeof listedVersion>

/** Why a proposal could not be placed in the document, or conflicts with it. */
export const proposalReasons = ['unclosed', 'unreadable', 'empty', 'unknown_block', 'outside_selection', 'overlap', 'unchanged', 'changed_since'] as const

const proposal = z.object({
  id,
  /** Reply that proposed it; null when it was deleted. */
  message_id: z.nullable(id),
  kind: z.enum(['replace', 'insert', 'delete']),
  state: z.enum(['open', 'accepted', 'refused', 'conflict', 'unplaced']),
  /** Texts of both sides, without marks; null where there is none. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  before_blocks: z.array(writtenBlock),
  after_blocks: z.array(writtenBlock),
  /** Block above an insertion; null: it comes first. */
  above: z.nullable(z.string()),
  reason: z.optional(z.enum(proposalReasons)),
  created_at: timestamp,
})
export type Proposal = z.infer<typeof proposal>

/** Result of a decision: the proposal, and the document as it now is. */
const decision = z.object({ proposal, document: writtenDocument })

/** Body limit of a call that carries a whole document, in bytes. */
const bodyLimit = 8 * 1024 * 1024

export const writtenDocuments = {
  list: route({
    method: 'GET',
    path: '/written-documents',
    access: 'user',
    summary: `Ses documents rédigés et ceux que l’on partage avec soi, sans leur texte, le dernier modifié d’abord (${maxUnpagedRows} au plus) ; \`search\` cherche dans le titre et le texte.`,
    query: z.object({ conversation_id: z.optional(id), project_id: z.optional(id), search: z.optional(text(limits.title)) }),
    answer: z.array(listedWrittenDocument),
  }),
  page: route({
    method: 'GET',
    path: '/written-documents/page',
    access: 'user',
    summary: 'Une page de ces documents, le dernier modifié d’abord.',
    query: z.object({ ...pageQuery, search: z.optional(text(limits.title)) }),
    answer: pageOf(listedWrittenDocument),
  }),
  create: route({
    method: 'POST',
    path: '/written-documents',
    access: 'user',
    status: 201,
    bodyLimit,
    summary: 'Crée un document rédigé, vide, d’un texte en Markdown ou de blocs. Avec `conversation_id`, il devient celui que cette conversation rédige.',
    body: z.object({
      ...creationKey,
      title,
      kind: z._default(writtenKind, 'libre'),
      markdown: z.optional(text(400_000)),
      blocks: z.optional(sentBlocks),
      conversation_id: reference,
      project_id: reference,
      assistant_id: reference,
    }),
    answer: writtenDocument,
  }),
  get: route({ method: 'GET', path: '/written-documents/:id', access: 'user', summary: 'Un de ces documents.', params: idParams, answer: writtenDocument }),
  update: route({
    method: 'PUT',
    path: '/written-documents/:id',
    access: 'user',
    bodyLimit,
    summary: 'Modifie un document que l’on peut rédiger ; les champs absents ne changent pas. `conversation_id`, `project_id` : son propriétaire.',
    params: idParams,
    body: z.object({
      title: z.optional(title),
      kind: z.optional(writtenKind),
      blocks: z.optional(sentBlocks),
      conversation_id: reference,
      project_id: reference,
      expected_updated_at: expectedUpdate,
    }),
    answer: writtenDocument,
  }),
  remove: route({
    method: 'DELETE',
    path: '/written-documents/:id',
    access: 'user',
    summary: 'Supprime un de ses documents, avec ses versions.',
    params: idParams,
    answer: messageAnswer,
  }),
}

export const writtenVersions = {
  list: route({
    method: 'GET',
    path: '/written-documents/:id/versions',
    access: 'user',
    summary: 'Les versions d’un document, la dernière d’abord.',
    params: idParams,
    answer: z.array(listedVersion),
  }),
  get: route({
    method: 'GET',
    path: '/written-documents/:id/versions/:version_id',
    access: 'user',
    summary: 'Une version, avec son texte.',
    params: writtenVersionParams,
    answer: z.object({ ...versionFields, blocks: z.array(writtenBlock) }),
  }),
  name: route({
    method: 'POST',
    path: '/written-documents/:id/versions',
    access: 'user',
    status: 201,
    summary: 'Garde le texte d’aujourd’hui comme une version, avec un nom.',
    params: idParams,
    body: z.object({ name: requiredLine(writtenLimits.versionName, 'Donnez un nom à cette version') }),
    answer: listedVersion,
  }),
  restore: route({
    method: 'POST',
    path: '/written-documents/:id/versions/:version_id/restore',
    access: 'user',
    summary: 'Rétablit le texte d’une version, comme une nouvelle version.',
    params: writtenVersionParams,
    body: z.object({ expected_updated_at: expectedUpdate }),
    answer: writtenDocument,
  }),
}

export const proposals = {
  list: route({
    method: 'GET',
    path: '/written-documents/:id/proposals',
    access: 'user',
    summary: 'Ce que des réponses proposent de changer à un document, dans l’ordre où elles l’ont proposé.',
    params: idParams,
    answer: z.array(proposal),
  }),
  accept: route({
    method: 'POST',
    path: '/written-documents/:id/proposals/:proposal_id/accept',
    access: 'user',
    bodyLimit,
    summary:
      'Accepte une proposition, telle quelle ou avec le texte `blocks`. 409 si le passage a changé depuis : rien n’est alors écrit, sauf avec `blocks`, qui remplace ce qu’il en reste.',
    params: proposalParams,
    body: z.object({ blocks: z.optional(sentBlocks) }),
    answer: decision,
  }),
  refuse: route({
    method: 'POST',
    path: '/written-documents/:id/proposals/:proposal_id/refuse',
    access: 'user',
    summary: 'Refuse une proposition.',
    params: proposalParams,
    body: z.object({}),
    answer: decision,
  }),
  acceptAll: route({
    method: 'POST',
    path: '/written-documents/:id/proposals/accept',
    access: 'user',
    summary: 'Accepte des propositions, dans leur ordre, en une version ; celles dont le passage a changé deviennent des conflits.',
    params: idParams,
    body: z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(1_000)) }),
    answer: z.object({ proposals: z.array(proposal), document: writtenDocument }),
  }),
  refuseAll: route({
    method: 'POST',
    path: '/written-documents/:id/proposals/refuse',
    access: 'user',
    summary: 'Refuse des propositions.',
    params: idParams,
    body: z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(1_000)) }),
    answer: z.object({ proposals: z.array(proposal), document: writtenDocument }),
  }),
}

const versionOfDocument = z.optional(z.string().check(z.regex(/^(?:\d{1,6}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, 'Version inconnue')))

/** Import and export of written documents. */
export const writtenFiles = {
  import: route({
    method: 'POST',
    path: '/written-documents/import',
    access: 'user',
    status: 201,
    multipart: { part: 'file' },
    summary: 'Fait un document rédigé d’un fichier Word ou OpenDocument (partie `file`) ; `warnings` dit ce qui n’a pas pu être repris.',
    body: z.object({ title: z.optional(title), kind: z._default(writtenKind, 'libre'), conversation_id: z.optional(id), project_id: z.optional(id) }),
    answer: z.object({ ...listedFields, blocks: z.array(writtenBlock), warnings: z.array(z.string()) }),
  }),
  export: route({
    method: 'GET',
    path: '/written-documents/:id/export',
    access: 'user',
    kind: 'file',
    summary:
      'Le document, ou sa version `version`, en Word ou OpenDocument sur le papier à en-tête ; avec `compare`, les modifications depuis cette version sont suivies, avec leurs auteurs. Une version est son identifiant ou son numéro.',
    params: idParams,
    query: z.object({
      format: z._default(z.enum(['docx', 'odt'], 'Format attendu : docx ou odt'), 'docx'),
      version: versionOfDocument,
      compare: versionOfDocument,
    }),
  }),
}
