import { routes, type RouteBody, type Conversation } from '@parvis/contract'
import type { Caller, Context } from '../../context.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import type { FindGrounding } from '../chat/grounding.ts'
import { sendMessage } from '../chat/send-message.ts'
import { findConversation } from '../conversations/queries.ts'
import { addUpload } from '../documents/uploads/add-upload.ts'
import { todayInParis } from '../../platform/paris.ts'
import { toLibraryDocument } from '../documents/present.ts'
import { listOwnUploads } from '../documents/queries.ts'
import { streamAnswer, answerWithSources } from './answer.ts'
import { libraryCategories, exampleQuestions } from './categories/categories.ts'
import { conversationGround } from './conversation-ground.ts'
import { quotesOfMessage } from './sources/used-pages.ts'
import { documentsGround, libraryGround, requireScope, type LibraryRequest } from './ground.ts'

const { library, chat } = routes
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const libraryHandlers: RouteHandler[] = [
  handle(library.categories, async ({ context, caller }) => ({
    status: 'success' as const,
    categories: await libraryCategories(context.db, caller.id, todayInParis(context)),
  })),

  handle(library.examples, async ({ context, caller, query }) => ({
    questions: await exampleQuestions(context.db, await requireScope(context, caller, { category: query.category }), todayInParis(context)),
  })),

  handle(library.upload, async ({ context, caller, upload }) => {
    const { upload_id, ...received } = await addUpload(context, caller, upload!, 'private')
    return { document_id: upload_id, ...received }
  }),

  handle(library.uploads, async ({ context, caller }) => ({
    documents: (await listOwnUploads(context.db, caller.id)).map((row) => toLibraryDocument(row, caller, todayInParis(context))),
  })),

  handle(library.ask, ({ context, caller, body, disconnected }) => {
    // The specification's client sends a placeholder when no document is uploaded: anything that is not a UUID counts as none.
    const document_id = uuid.test(body.document_id ?? '') ? body.document_id! : null
    return answerWithSources(context, caller, { document_id }, body, disconnected)
  }),

  handle(library.quotes, async ({ context, caller, params }) => ({ quotes: await quotesOfMessage(context.db, params.message_id, caller.id) })),

  handle(chat.libraryStream, async ({ context, caller, body }) => {
    const { conversation_id, action, message, message_id, client_message_id, rewrite, as_of, written_document_id, block_ids } = body
    if (!conversation_id && message.trim() === '') throw new AppError('chat.no_question')
    if (!conversation_id) return streamAnswer(context, caller, libraryRequestOf(body, null), body)
    const conversation = await findConversation(context.db, conversation_id, caller.id)
    if (conversation === null) throw notFound()
    const ground = conversation.document_search
      ? documentsGround(context, conversation)
      : await savedConversationGround(context, caller, conversation, libraryRequestOf(body, conversation.library))
    const turn = { action, content: message, message_id, client_message_id, rewrite, as_of, written_document_id, block_ids }
    return sendMessage(context, caller, { conversation_id, ...turn }, ground)
  }),
]

/**
 * Returns the grounding of a saved conversation: its category, with the attached files.
 * @throws {AppError} as `requireScope`
 */
async function savedConversationGround(context: Context, caller: Caller, { documents }: Conversation, request: LibraryRequest): Promise<FindGrounding> {
  const scope = await requireScope(context, caller, request)
  const hasFiles = documents.some(({ document_id }) => document_id !== null)
  return hasFiles && 'category' in request ? conversationGround(context, request.category, true) : libraryGround(context, scope)
}

/**
 * Returns the target of a question: an uploaded document, a named category, or the category of the saved conversation.
 * @throws {AppError} `request.invalid` without any
 */
function libraryRequestOf(body: RouteBody<typeof chat.libraryStream>, conversationCategory: string | null): LibraryRequest {
  if (body.document_id) return { document_id: body.document_id }
  const category = body.category || body.library_category || body.library || conversationCategory || ''
  if (category.trim() === '')
    throw new AppError('request.invalid', { fields: { category: 'Choisissez une catégorie de documents' }, sentence: 'Choisissez une catégorie de documents' })
  return { category }
}
