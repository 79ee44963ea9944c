import { routes } from '@parvis/contract'
import { withRetries } from '../../platform/db/retry-transaction.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import { recordAuditEvent } from '../../audit/audited.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { addMessage } from './add-message.ts'
import { setProjects } from './context/set-projects.ts'
import { attachUploadedDocuments, receiveFilesInto, detachDocument, setDocumentLevel } from './documents.ts'
import { requireKnownModel } from '../models/models.ts'
import { giveFeedback } from './give-feedback.ts'
import { findOrCreateConversation } from './find-or-create.ts'
import { countNews, markNewsSeen } from './news/count-news.ts'
import { readOwnStats, readOwnTokenUsage } from './own-stats.ts'
import { listConversations, openConversation, recentConversations } from './queries.ts'
import { pageOfSearch, searchConversations } from './search-conversations.ts'
import { showVersion } from './messages/show-version.ts'
import { updateConversation } from './update-conversation.ts'
import { placeRepliesOfConversation } from '../written-proposals/place-reply.ts'

const { conversations } = routes

export const conversationsHandlers: RouteHandler[] = [
  handle(conversations.list, ({ context, caller, query }) =>
    query.search?.trim() ? searchConversations(context, caller.id, query.search) : listConversations(context.db, caller.id),
  ),

  handle(conversations.page, ({ context, caller, query }) => pageOfSearch(context, caller.id, query)),

  handle(conversations.recent, async ({ context, caller }) => ({
    conversations: await recentConversations(context.db, caller.id),
    news: await countNews(context, caller),
  })),

  handle(routes.news.seen, async ({ context, caller, body }) => {
    await markNewsSeen(context, caller.id, body.kind)
    return { message: 'C’est noté' }
  }),

  handle(conversations.stats, ({ context, caller }) => readOwnStats(context.db, caller.id)),

  handle(conversations.consumption, ({ context, caller }) => readOwnTokenUsage(context.db, caller.id, context.now())),

  handle(conversations.get, async ({ context, caller, params }) => {
    const conversation = await openConversation(context, params.id, caller.id)
    if (conversation === null) throw notFound()
    return conversation
  }),

  handle(conversations.findOrCreate, async ({ context, caller, body, setStatus }) => {
    const { conversation, created } = await findOrCreateConversation(context, caller, body)
    setStatus(created ? 201 : 200)
    return conversation
  }),

  handle(conversations.addDocuments, ({ context, caller, params, body }) => attachUploadedDocuments(context.db, params.id, caller.id, body.documents)),

  handle(conversations.setDocumentLevel, ({ context, caller, params, body }) =>
    setDocumentLevel(context.db, params.id, caller.id, params.document_id, body.min_level),
  ),

  handle(conversations.removeDocument, ({ context, caller, params }) => detachDocument(context.db, params.id, caller.id, params.document_id)),

  handle(conversations.addFiles, ({ context, caller, params, upload }) => receiveFilesInto(context, caller, params.id, upload!)),

  handle(conversations.addMessage, async ({ context, caller, params, body, setStatus }) => {
    const { message, created } = await addMessage(context, caller.id, params.id, body)
    setStatus(created ? 201 : 200)
    return message
  }),

  handle(conversations.update, ({ context, caller, params, body }) => {
    requireKnownModel(context, body.model_id)
    return updateConversation(context.db, caller, params.id, body)
  }),

  handle(conversations.setProjects, ({ context, caller, body }) => setProjects(context.db, caller.id, body.conversations)),

  handle(conversations.remove, async (call) => {
    const { context, caller, params } = call
    // What its replies propose to a document outlives them.
    await placeRepliesOfConversation(context, params.id, caller.id)
    const ownConversations = context.db.deleteFrom('conversation').where('id', '=', params.id).where('owner_id', '=', caller.id)
    await withRetries(() => ownConversations.returning('id').executeTakeFirstOrThrow(notFound))
    context.replies.cancel((run) => run.conversation_id === params.id)
    // The audit trail does not record which conversation was deleted.
    await recordAuditEvent(call, { act: 'conversation.remove', outcome: 'done', count: 1 })
    return { message: 'Conversation supprimée' }
  }),

  handle(conversations.showVersion, async ({ context, caller, params }) => {
    await showVersion(context.db, caller.id, params)
    return { message: 'Version affichée' }
  }),

  handle(conversations.feedback, ({ context, caller, params, body }) => giveFeedback(context, caller.id, params, body)),
]
