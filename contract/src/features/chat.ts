import * as z from 'zod/mini'
import { clientId, id, messageAnswer, text, verbatimText } from '../common.ts'
import { messageRole } from './messages.ts'
import { modelId, modelLevel } from './models.ts'
import { limits } from '../limits.ts'
import { source } from '../events.ts'
import { route } from '../route.ts'
import { day } from './documents/validity.ts'
import { blockIds } from './written-documents/blocks.ts'

const messageTooLong = `Votre message dépasse ${new Intl.NumberFormat('fr-FR').format(limits.message)} caractères. Raccourcissez-le, ou interrogez le texte depuis la page Document.`

const chatTurn = z.object({ role: messageRole, content: text(limits.message, messageTooLong) })
export type ChatTurn = z.infer<typeof chatTurn>

/**
 * Action of a stream in a stored conversation. `send`: a new question. `opening`: the assistant introduces itself.
 * `regenerate`: another answer to the same question. `edit`: the question `message_id` is rewritten, and the messages after it are set aside. `continue`:
 * resumes an interrupted answer.
 */
const chatAction = z.enum(['send', 'opening', 'regenerate', 'edit', 'continue'])
export type ChatAction = z.infer<typeof chatAction>

/** Form in which to rewrite the last answer, with the same content. */
const rewriteStyle = z.enum(['shorter', 'simpler', 'formal', 'table'])
export type RewriteStyle = z.infer<typeof rewriteStyle>

const storedConversationFields = {
  conversation_id: z.optional(z.nullable(id)),
  client_message_id: z.optional(clientId),
  assistant_id: z.optional(z.nullable(id)),
  project_id: z.optional(z.nullable(id)),
  library: z.optional(z.nullable(text(limits.category))),
  /** Simple chatbot, stored conversation: its system prompt from now on; null for the default one. */
  prompt_id: z.optional(z.nullable(id)),
  library_category: z.optional(z.nullable(text(limits.category))),
  action: z._default(chatAction, 'send'),
  message_id: z.optional(id),
  /** Day at which the question is answered, from the documents then in force. Without it: the date that the question asks for, that of the conversation, or today. */
  as_of: z.optional(z.nullable(day)),
  /** Document that the reply may propose to change. Without it: the latest written document of the conversation; null: none. */
  written_document_id: z.optional(z.nullable(id)),
  /** Blocks of this document that the reply may change; without it: all. */
  block_ids: z.optional(blockIds),
  /** With `regenerate`: another version of the last answer, with the same content and sources in another form. */
  rewrite: z.optional(rewriteStyle),
}

const streamParams = z.object({ stream_id: id })

export const chat = {
  stream: route({
    method: 'POST',
    path: '/chat/mistral/stream',
    access: 'user',
    kind: 'stream',
    changes: ['/conversations'],
    bodyLimit: 8 * 1024 * 1024,
    summary:
      'Diffuse une réponse. Avec `conversation_id`, le serveur garde la question et la réponse ; `as_of` (`AAAA-MM-JJ`) interroge les documents en vigueur ce jour-là.',
    body: z.object({
      messageHistory: z._default(z.array(chatTurn).check(z.maxLength(limits.turns, 'Trop de messages')), []),
      ...storedConversationFields,
      /** Without `conversation_id`: minimum level of the models, beyond that of the assistant and the project, and preferred model. */
      min_level: z.optional(modelLevel),
      model_id: z.optional(z.nullable(modelId)),
    }),
  }),
  libraryStream: route({
    method: 'POST',
    path: '/rag/query/stream',
    access: 'user',
    kind: 'stream',
    changes: ['/conversations'],
    summary:
      'Diffuse une réponse fondée sur une catégorie de documents, ou sur les documents de la conversation, en vigueur le jour `as_of` (par défaut aujourd’hui).',
    body: z.object({
      message: text(limits.message, messageTooLong),
      category: z.optional(text(limits.category)),
      document_id: z.optional(z.nullable(id)),
      ...storedConversationFields,
    }),
  }),
  resume: route({
    method: 'GET',
    path: '/streams/:stream_id',
    access: 'user',
    kind: 'stream',
    summary: 'Reprend la lecture d’une réponse après `Last-Event-ID`.',
    params: streamParams,
  }),
  stop: route({
    method: 'POST',
    path: '/streams/:stream_id/stop',
    whenFull: true,
    access: 'user',
    changes: ['/conversations'],
    summary: 'Arrête une réponse ; ce qui est reçu est gardé.',
    params: streamParams,
    answer: messageAnswer,
  }),
  simple: route({
    method: 'POST',
    path: '/chat',
    access: 'user',
    summary: 'Une question, une réponse entière.',
    body: z.object({ message: verbatimText(limits.message, 'Écrivez un message avant d’envoyer.') }),
    answer: z.object({ response: z.string(), sources: z.array(source) }),
  }),
}
