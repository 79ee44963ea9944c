import { routes } from '@parvis/contract'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import type { ConversationGround } from './grounding.ts'
import { sendMessage } from './send-message.ts'
import { startUnsavedReply, collectReply } from './unsaved-reply.ts'

const { chat } = routes

/** @param conversationGround grounds replies in documents; passed in because it belongs to the library feature */
export const chatHandlers = (conversationGround: ConversationGround): RouteHandler[] => [
  handle(chat.stream, ({ context, caller, body }) => {
    const { conversation_id, action, message_id, client_message_id, rewrite, messageHistory, assistant_id, project_id, prompt_id } = body
    const { min_level, model_id, as_of, written_document_id, block_ids } = body
    const library = body.library || body.library_category || null
    const ground = conversationGround(context, library)
    const unsaved = { history: messageHistory, assistant_id, project_id, library, min_level, model_id, as_of }
    if (!conversation_id) return startUnsavedReply(context, caller, unsaved, ground)
    const content = messageHistory.findLast((turn) => turn.role === 'user')?.content ?? ''
    const turn = { action, content, message_id, client_message_id, rewrite, prompt_id, as_of, written_document_id, block_ids }
    return sendMessage(context, caller, { conversation_id, ...turn }, ground)
  }),

  handle(chat.resume, ({ context, caller, params, lastEventId }) => context.replies.read(params.stream_id, caller.id, lastEventId)),

  handle(chat.stop, async ({ context, caller, params }) => {
    const wasRunning = await context.replies.stop(params.stream_id, caller.id)
    return { message: wasRunning ? 'Réponse arrêtée' : 'Cette réponse était déjà terminée' }
  }),

  handle(chat.simple, async ({ context, caller, body, disconnected }) => {
    const reading = await startUnsavedReply(context, caller, { history: [{ role: 'user', content: body.message }] })
    return collectReply(reading, disconnected)
  }),
]
