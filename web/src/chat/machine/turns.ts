import type { ConversationWithMessages } from '@parvis/contract'
import { ApiError } from '../../api/transport/api-error.ts'
import { isOverQuota } from '../answer/reply-sentences.ts'
import type { ReplyRequest } from './port.ts'
import type { ChatMessage } from './screen.ts'
import {
  announce,
  awaitEffect,
  beginTurn,
  endWithFailure,
  awaitLoad,
  endTurn,
  applyChatEvent,
  type RequestedReply,
  type Delivery,
  type LostRequest,
  type SentQuestion,
  type DeliveryStep,
} from './state.ts'

// Transitions of a turn: requesting a reply, reading it, handling a refusal or a lost answer.

/** Delays, in milliseconds, before each lookup that checks whether a message reached the server, when its response was lost. */
const lostAnswerDelaysMs = [400, 1_200]

const writingAnnouncement = 'L’assistant rédige…'

/** Id of the reply to replace. The server then replaces it once only, even if the request is repeated or comes from an outdated page. */
export const replacedIdOf = (last: ChatMessage | undefined) => (last?.role === 'assistant' && last.id !== null ? { message_id: last.id } : {})

/** Shows the conversation as the server has it. */
export const showLoaded = (delivery: Delivery, { messages, ...conversation }: ConversationWithMessages): Delivery =>
  applyChatEvent(delivery, { type: 'loaded', conversation, messages })

const startReading = (delivery: Delivery, request: ReplyRequest, step: DeliveryStep): Delivery =>
  awaitEffect(delivery, step, (ticket) => ({ type: 'reply', ticket, request }))

/** Requests a reply. `text` returns to the composer if the request is refused. */
export const requestReply = (delivery: Delivery, request: ReplyRequest, text: string): Delivery =>
  startReading(announce(delivery, writingAnnouncement), request, { type: 'reading', requested: { request, text } })

/** Requests the assistant's introduction. */
export const requestOpening = (delivery: Delivery, conversation_id: string, key: string): Delivery =>
  startReading(
    announce(applyChatEvent({ ...delivery, atEnd: 'greet' }, { type: 'opening', key }), writingAnnouncement),
    { action: 'opening', conversation_id, history: [] },
    { type: 'opening', key },
  )

/** Sends a question that the screen already shows. Without a conversation, fetches or creates one first. */
export function sendQuestion(delivery: Delivery, question: SentQuestion): Delivery {
  const { conversation } = delivery.chat
  if (conversation) return sendQuestionIn(delivery, conversation.id, question)
  return awaitEffect(delivery, { type: 'placing', question }, (ticket) => ({ type: 'enter', ticket }))
}

/** Sends a question in a conversation. With null, the exchange is not saved and the request carries all the turns, except failed ones. */
export function sendQuestionIn(delivery: Delivery, conversation_id: string | null, { content, client_message_id, message_id }: SentQuestion): Delivery {
  const { messages, reply } = delivery.chat
  const previousMessages = messages.filter(({ status, key }) => status !== 'erreur' && key !== reply?.key)
  const history = conversation_id === null ? previousMessages.map(({ role, content }) => ({ role, content })) : [{ role: 'user' as const, content }]
  const action = message_id === undefined ? { action: 'send' as const } : { action: 'edit' as const, message_id }
  return requestReply(delivery, { ...action, conversation_id, history, client_message_id }, content)
}

/** Sends a failed question again under the same client id. */
export function resendQuestion(delivery: Delivery, question: ChatMessage, replyKey: string): Delivery {
  const { key, content } = question
  const client_message_id = question.client_message_id ?? key
  const isShown = delivery.chat.messages.some((message) => message.key === key)
  const shown = beginTurn(delivery, isShown ? { type: 'regenerated', replyKey } : { type: 'sent', key, replyKey, content, client_message_id })
  return sendQuestion(shown, { content, client_message_id })
}

/**
 * Continues from the last message of the server: follows a running reply, completes an interrupted one, answers a failed or unanswered question again, or
 * requests the introduction of an empty conversation. A complete reply ends the turn.
 */
export function continueFromServer(delivery: Delivery, key: string): Delivery {
  const last = delivery.chat.messages.at(-1)
  if (last?.status === 'en_cours') return followLast(delivery)
  if (last?.role === 'assistant' && last.status === 'complete') return endTurn(delivery)
  const action = last === undefined ? 'opening' : last.status === 'interrompue' ? 'continue' : 'regenerate'
  const event = { opening: { type: 'opening', key }, continue: { type: 'continued' }, regenerate: { type: 'regenerated', replyKey: key } } as const
  const conversation_id = delivery.chat.conversation?.id ?? null
  return requestReply({ ...applyChatEvent(delivery, event[action]), atEnd: 'greet' }, { action, conversation_id, history: [], ...replacedIdOf(last) }, '')
}

/** Follows the last message if it is still being written; otherwise ends the turn. */
export function followLast(delivery: Delivery): Delivery {
  const last = delivery.chat.messages.at(-1)
  if (last?.status !== 'en_cours' || last.id === null) return endTurn(delivery)
  const stream_id = last.id
  const shown = applyChatEvent(delivery, { type: 'resumed', key: last.key, stream_id })
  return awaitEffect(shown, { type: 'reading', requested: null }, (ticket) => ({ type: 'resume', ticket, stream_id }))
}

/** Shows why a message was refused, returns its text to the composer, and reloads the conversation: another tab may have a reply in progress. */
export function showRefusal(delivery: Delivery, error: ApiError, text: string): Delivery {
  const refused = applyChatEvent(delivery, { type: 'refused', notice: error.message, text })
  const { conversation } = refused.chat
  return conversation ? awaitLoad(refused, { type: 'refreshing' }, conversation.id) : followLast(refused)
}

/** Handles a reply that could not be read. A refused stream becomes an error message in the conversation (specification, chapter 8). */
export function afterFailure(delivery: Delivery, { request, text }: RequestedReply, error: unknown): Delivery {
  if (!(error instanceof ApiError)) return endWithFailure(delivery, error)
  // The message to replace no longer exists: another tab may have replaced it.
  const isOutdated = error.status === 404 && request.message_id !== undefined
  // The stream was never requested: its conversation could not be created.
  const isBefore = error.status === 422 && request.conversation_id === null
  if (isOutdated || isBefore || error.status === 409) return showRefusal(delivery, error, text)
  // Without an answer, the message may or may not have arrived. A stream that had started has already been looked for.
  const isLost = error.status === 0 && request.conversation_id !== null && delivery.chat.reply?.stream_id === null
  return isLost ? waitAndLook(applyChatEvent(delivery, { type: 'cut', isCut: true }), { request, error, attempt: 0 }) : endWithFailure(delivery, error)
}

/**
 * Shows the fallback greeting after a failed introduction. Exception: another tab is running it, or the conversation quota is reached; the refusal is then
 * shown.
 */
export function afterFailedOpening(delivery: Delivery, error: unknown, key: string): Delivery {
  if (error instanceof ApiError && error.status === 409) {
    // Another tab is opening the same conversation: its greeting is shown here too.
    const atEnd = error.code === 'conversations.reply_running' ? 'closeNotice' : null
    return showRefusal({ ...delivery, atEnd }, error, '')
  }
  const opened = delivery.chat.reply === null ? applyChatEvent(delivery, { type: 'opening', key }) : delivery
  return endTurn(applyChatEvent(opened, { type: 'openingFailed', greeting: delivery.options.failedGreeting }))
}

/**
 * Handles a failure to create the conversation of a question. A full quota is shown, as the person can delete conversations; otherwise the exchange goes
 * on unsaved.
 */
export const afterNoConversation = (delivery: Delivery, question: SentQuestion, error: unknown): Delivery =>
  isOverQuota(error) ? showRefusal(delivery, error, question.content) : sendQuestionIn(delivery, null, question)

/** Waits before looking for a message whose answer was lost. Fails after the last wait. */
export function waitAndLook(delivery: Delivery, lost: LostRequest): Delivery {
  const ms = lostAnswerDelaysMs[lost.attempt]
  if (ms === undefined) return endWithFailure(delivery, lost.error)
  return awaitEffect(delivery, { type: 'waiting', lost }, (ticket) => ({ type: 'pause', ticket, ms, isForStop: false }))
}

/** Follows the reply to a message that had arrived. One that had not is sent again under the same client id, so that it cannot be duplicated. */
export function afterLookup(delivery: Delivery, { request }: LostRequest, found: ConversationWithMessages): Delivery {
  const { client_message_id, message_id } = request
  const last = found.messages.at(-1)
  const hasArrived = client_message_id
    ? found.messages.some((message) => message.client_message_id === client_message_id)
    : last?.status === 'en_cours' || (message_id !== undefined && last?.id !== message_id)
  return hasArrived
    ? followLast(showLoaded(delivery, found))
    : startReading(applyChatEvent(delivery, { type: 'cut', isCut: false }), request, { type: 'reading', requested: null })
}
