import * as z from 'zod/mini'
import { clientId, creationKey, id, idParams, messageAnswer, requiredText, text, tokenCount, verbatimText, pageOf, pageQuery } from '../common.ts'
import { maxUnpagedRows } from '../constants.ts'
import { limits } from '../limits.ts'
import { receivedFiles, uploadFields } from './documents.ts'
import { feedbackBody } from './feedback.ts'
import { message, messageRole } from './messages.ts'
import { modelId, modelLevel } from './models.ts'
import { newsCounts } from './news.ts'
import { route } from '../route.ts'
import { day } from './documents/validity.ts'

/**
 * Document attached to a conversation. `document_id` is null once it is deleted; its name stays. `after`: number of visible questions asked before it was
 * attached.
 */
const conversationDocument = z.object({
  document_id: z.nullable(id),
  filename: z.string(),
  after: z.optional(z.number()),
  /** Minimum level of the models that may read it; absent: 1. */
  min_level: z.optional(modelLevel),
})
export type ConversationDocument = z.infer<typeof conversationDocument>

export const conversation = z.object({
  id,
  title: z.string(),
  assistant_id: z.nullable(id),
  assistant_name: z.nullable(z.string()),
  assistant_category: z.nullable(z.string()),
  project_id: z.nullable(id),
  project_name: z.nullable(z.string()),
  /** Technical name of the document category that the conversation searches. */
  library: z.nullable(z.string()),
  /** Attached files, in the order in which they were added. */
  documents: z.array(conversationDocument),
  /** The conversation searches its attached documents only: it was started on the document search screen. */
  document_search: z.boolean(),
  /** System prompt of the simple chatbot; null: the default one, or the conversation has an assistant. */
  prompt_id: z.nullable(id),
  /** Id in the settings of the model that the person chose; absent: none. */
  model_id: z.optional(z.string()),
  /** Only models of level 3 may read it, as the person decided. Absent: false. */
  confidential: z.optional(z.literal(true)),
  /** Day at which its questions are answered, `YYYY-MM-DD`; null or absent: today. */
  as_of: z.optional(z.nullable(z.string())),
  pinned: z.boolean(),
  /** Hidden from the recent conversations, and listed only on request. */
  archived: z.boolean(),
  /** Number of visible messages: hidden instructions are not counted. */
  message_count: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Conversation = z.infer<typeof conversation>

/** Part of a searched text; `found` marks the words that match. The parts joined make the text. */
const foundPart = z.object({ text: z.string(), found: z.boolean() })
export type FoundPart = z.infer<typeof foundPart>

/** Conversation of a list. `match` gives the text that a search found. */
const listedConversation = z.extend(conversation, {
  match: z.optional(
    z.object({
      /** Whole title. */
      title: z.array(foundPart),
      /**
       * The message with the most matching words, the latest on a tie. Null when no message matches, and beyond the first conversations of the list.
       * `author`: the assistant that answered.
       */
      passage: z.nullable(z.object({ message_id: id, role: messageRole, author: z.nullable(z.string()), parts: z.array(foundPart) })),
    }),
  ),
})
export type ListedConversation = z.infer<typeof listedConversation>

/** `reply`: `running` while one is being written, `unseen` when one has ended since its person last opened the conversation. */
const recentConversation = z.extend(conversation, { reply: z.nullable(z.enum(['running', 'unseen'])) })
export type RecentConversation = z.infer<typeof recentConversation>

/** Change of assistant, project, library or day in a conversation. Shown between its messages; never sent to the model as a message. */
const conversationChange = z.object({
  kind: z.enum(['assistant', 'project', 'library', 'as_of']),
  /** Names before and after the change, as they were then, or days (`as_of`, `YYYY-MM-DD`); null for none, or for today. */
  former: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** Current icon of the former assistant; null for other kinds, and once the assistant is deleted. */
  former_icon: z.nullable(z.string()),
  /** Number of visible messages before the change. */
  after: z.number(),
  changed_at: z.string(),
})
export type ConversationChange = z.infer<typeof conversationChange>

const conversationWithChanges = z.extend(conversation, { changes: z.array(conversationChange) })
export type ConversationWithChanges = z.infer<typeof conversationWithChanges>

const conversationWithMessages = z.extend(conversationWithChanges, { messages: z.array(message) })
export type ConversationWithMessages = z.infer<typeof conversationWithMessages>

/** Ids of the caller's own documents, or of uploads (`document_id` in the answer to `POST /upload`). */
const documentIds = z.array(id).check(z.maxLength(limits.files, `${limits.files} documents au plus`))

export const conversations = {
  list: route({
    method: 'GET',
    path: '/conversations',
    access: 'user',
    summary: `Ses conversations, la plus récente d’abord (${maxUnpagedRows} au plus) ; \`search\` garde celles dont le titre ou les messages ont tous ces mots (ou qui commencent ainsi), sans égard aux accents ni aux majuscules, avec le passage trouvé.`,
    query: z.object({ search: z.optional(text(limits.title)) }),
    answer: z.array(listedConversation),
  }),
  page: route({
    method: 'GET',
    path: '/conversations/page',
    access: 'user',
    summary:
      'Une page de ses conversations, la plus récente d’abord ; `search` comme ci-dessus ; `assistant` garde celles d’un assistant (ou `aucun`), `project` celles d’un projet ; `archived` les archivées (`oui`) ou les autres (`non`).',
    query: z.object({
      ...pageQuery,
      search: z.optional(text(limits.title)),
      assistant: z.optional(z.union([id, z.literal('aucun')])),
      project: z.optional(id),
      archived: z.optional(z.enum(['oui', 'non'], 'Attendu : oui ou non')),
    }),
    answer: pageOf(listedConversation),
  }),
  recent: route({
    method: 'GET',
    path: '/conversations/recent',
    access: 'user',
    summary:
      'Ses conversations à portée de main, sans les archivées : les épinglées, puis les dernières actives ; `reply` dit que l’une répond (`running`), ou a répondu depuis qu’on l’a vue (`unseen`). `news` : ce qui attend la personne (assistants à relire, propositions refusées, ce que d’autres viennent de lui ouvrir).',
    answer: z.object({ conversations: z.array(recentConversation), news: newsCounts }),
  }),
  stats: route({
    method: 'GET',
    path: '/conversations/stats',
    access: 'user',
    summary:
      'Ses nombres : conversations, messages, et par assistant du catalogue. Les conversations sans assistant (chatbot simple, bibliothèque, assistant supprimé) ne comptent que dans le total.',
    answer: z.object({
      total_conversations: z.number(),
      total_messages: z.number(),
      conversations_by_assistant: z.array(z.object({ assistant_id: id, assistant_name: z.string(), count: z.number() })),
    }),
  }),
  consumption: route({
    method: 'GET',
    path: '/conversations/consumption',
    access: 'user',
    summary: 'Les jetons que le modèle a lus et écrits pour soi depuis le début du mois, à Paris.',
    // `is_counting`: replies older than the usage ledger are still being added, so the figures will grow.
    answer: z.extend(tokenCount, { is_counting: z.boolean() }),
  }),
  get: route({
    method: 'GET',
    path: '/conversations/:id',
    access: 'user',
    summary: 'Une de ses conversations avec ses messages.',
    params: idParams,
    answer: conversationWithMessages,
  }),
  findOrCreate: route({
    method: 'POST',
    path: '/conversations/find-or-create',
    access: 'user',
    summary:
      'La conversation encore sans question de la personne avec cet assistant et ce projet (200), sinon une nouvelle (201) ; `documents` : ceux que l’on a chargés et qu’elle interroge.',
    body: z.object({
      ...creationKey,
      assistant_id: z.optional(z.nullable(id)),
      project_id: z.optional(z.nullable(id)),
      library: z.optional(z.nullable(text(limits.category))),
      documents: z.optional(z.nullable(documentIds)),
      first_message: z.optional(z.nullable(text(limits.message))),
    }),
    answer: conversationWithMessages,
  }),
  addDocuments: route({
    method: 'POST',
    path: '/conversations/:id/documents',
    access: 'user',
    status: 201,
    summary: 'Ajoute des documents que l’on a chargés à une de ses conversations.',
    params: idParams,
    body: z.object({ documents: documentIds.check(z.minLength(1, 'Choisissez un document')) }),
    answer: conversation,
  }),
  setDocumentLevel: route({
    method: 'PUT',
    path: '/conversations/:id/documents/:document_id',
    access: 'user',
    summary: 'Fixe le niveau minimal des modèles qui peuvent lire un document d’une de ses conversations, où qu’il soit joint.',
    params: z.object({ id, document_id: id }),
    body: z.object({ min_level: modelLevel }),
    answer: conversation,
  }),
  removeDocument: route({
    method: 'DELETE',
    path: '/conversations/:id/documents/:document_id',
    access: 'user',
    summary:
      'Retire un document d’une de ses conversations, sauf le dernier d’une recherche documentaire ; un fichier joint que rien d’autre ne tient est supprimé.',
    params: z.object({ id, document_id: id }),
    answer: conversation,
  }),
  addFiles: route({
    method: 'POST',
    path: '/conversations/:id/files',
    access: 'user',
    status: 201,
    multipart: { part: 'document', several: true },
    summary:
      'Joint des fichiers (parties `document`) à une de ses conversations ; un fichier refusé pour ce qu’il est n’empêche pas les autres, et `refused` dit pourquoi. Supprimés avec elle, sauf si un projet les tient.',
    params: idParams,
    body: uploadFields,
    answer: receivedFiles,
  }),
  addMessage: route({
    method: 'POST',
    path: '/conversations/:id/messages',
    access: 'user',
    status: 201,
    summary: 'Enregistre un message ; le même `client_message_id` n’en crée qu’un.',
    params: idParams,
    body: z.object({ role: messageRole, content: verbatimText(limits.message), client_message_id: z.optional(clientId) }),
    answer: message,
  }),
  update: route({
    method: 'PUT',
    path: '/conversations/:id',
    access: 'user',
    summary: `Renomme une de ses conversations, l’épingle (${limits.pinned} au plus) ou la range (une conversation épinglée n’est pas archivée), ou la dit vue (\`seen\`) ; change son assistant, change ou retire (null) son projet ou sa bibliothèque, ou fixe le jour auquel ses questions sont posées (\`as_of\`, null : aujourd’hui), pour les questions suivantes, ce que dit \`changes\`, sauf pendant une réponse ; choisit son modèle (\`model_id\`, null : celui de l’assistant) ou la dit confidentielle (\`confidential\` : seuls les modèles de niveau 3 la lisent).`,
    params: idParams,
    body: z
      .object({
        title: z.optional(requiredText(limits.title, 'Le titre ne peut pas être vide')),
        pinned: z.optional(z.boolean()),
        archived: z.optional(z.boolean()),
        seen: z.optional(z.literal(true)),
        assistant_id: z.optional(id),
        project_id: z.optional(z.nullable(id)),
        library: z.optional(z.nullable(text(limits.category))),
        model_id: z.optional(z.nullable(modelId)),
        confidential: z.optional(z.boolean()),
        as_of: z.optional(z.nullable(day)),
      })
      .check(
        z.refine((changes) => Object.values(changes).some((value) => value !== undefined), { path: ['title'], error: 'Le titre ne peut pas être vide' }),
        z.refine(({ pinned, archived }) => !(pinned && archived), { path: ['archived'], error: 'Une conversation épinglée n’est pas archivée' }),
      ),
    answer: conversationWithChanges,
  }),
  setProjects: route({
    method: 'PUT',
    path: '/conversations/projects',
    access: 'user',
    summary: `Met chacune de ces conversations à soi (${limits.conversationsAtOnce} au plus) dans un projet, ou l’en retire (null) : toutes, ou aucune ; refusé pendant qu’une réponse s’écrit dans l’une d’elles.`,
    body: z.object({
      conversations: z.array(z.object({ id, project_id: z.nullable(id) })).check(
        z.minLength(1, 'Choisissez une conversation'),
        z.maxLength(limits.conversationsAtOnce, `${limits.conversationsAtOnce} conversations au plus`),
        z.refine((rows) => new Set(rows.map((row) => row.id)).size === rows.length, 'Une conversation y est deux fois'),
      ),
    }),
    answer: z.array(conversation),
  }),
  remove: route({
    method: 'DELETE',
    path: '/conversations/:id',
    access: 'user',
    summary: 'Supprime une de ses conversations et arrête sa réponse.',
    params: idParams,
    answer: messageAnswer,
  }),
  showVersion: route({
    method: 'PUT',
    path: '/conversations/:id/messages/:message_id/version',
    access: 'user',
    summary:
      'Montre une autre version d’une question ou d’une réponse (`versions` d’un message), avec la suite qu’elle avait ; celle qui était montrée, et sa suite, sont gardées. Refusé pendant qu’une réponse s’écrit.',
    params: z.object({ id, message_id: id }),
    answer: messageAnswer,
  }),
  feedback: route({
    method: 'PUT',
    path: '/conversations/:id/messages/:message_id/feedback',
    access: 'user',
    summary: 'Donne, change ou retire son avis sur une réponse ; raisons et commentaire, lus par les administrateurs, vont avec un avis négatif.',
    params: z.object({ id, message_id: id }),
    body: feedbackBody,
    answer: message,
  }),
}
