import type { ConversationWithMessages } from '@parvis/contract'
import { ApiError } from '../../api/transport/api-error.ts'
import { isOverQuota } from './chat-failures.ts'
import type { ReplyRequest } from './chat-port.ts'
import type { ChatMessage } from '../chat-state.ts'
import { announce, awaiting, begin, fail, load, over, show, type Asked, type Delivery, type Lost, type Question, type Step } from './delivery-state.ts'

// How a reply is asked for, followed, refused and looked for: each function is a step that the turn takes.

/** Waits before asking whether a message whose answer was lost has arrived, in milliseconds. */
const lostAnswerWaits = [400, 1_200]

const writing = 'L’assistant rédige…'

/** Names the reply that another takes the place of: asked twice, or from a page that shows an older one, it is not replaced again. */
export const replaced = (last: ChatMessage | undefined) => (last?.role === 'assistant' && last.id !== null ? { message_id: last.id } : {})

/** Shows the conversation as the server has it. */
export const showFound = (delivery: Delivery, { messages, ...conversation }: ConversationWithMessages): Delivery =>
  show(delivery, { type: 'loaded', conversation, messages })

const read = (delivery: Delivery, request: ReplyRequest, step: Step): Delivery => awaiting(delivery, step, (ticket) => ({ type: 'reply', ticket, request }))

/** Asks for a reply. `text`: what goes back to the composer if it is refused. */
export const ask = (delivery: Delivery, request: ReplyRequest, text: string): Delivery =>
  read(announce(delivery, writing), request, { type: 'reading', asked: { request, text } })

/** The assistant speaks first. */
export const askOpening = (delivery: Delivery, conversation_id: string, key: string): Delivery =>
  read(
    announce(show({ ...delivery, atEnd: 'greet' }, { type: 'opening', key }), writing),
    { action: 'opening', conversation_id, history: [] },
    { type: 'opening', key },
  )

/** Sends a question that the screen already shows; without a conversation one is sought first. */
export function post(delivery: Delivery, question: Question): Delivery {
  const { conversation } = delivery.chat
  if (conversation) return postIn(delivery, conversation.id, question)
  return awaiting(delivery, { type: 'placing', question }, (ticket) => ({ type: 'enter', ticket }))
}

/** Sends a question in a conversation; null when there is none to be had: the exchange then happens without being kept. */
export function postIn(delivery: Delivery, conversation_id: string | null, { content, client_message_id, message_id }: Question): Delivery {
  const { messages, reply } = delivery.chat
  const said = messages.filter(({ status, key }) => status !== 'erreur' && key !== reply?.key)
  const history = conversation_id === null ? said.map(({ role, content }) => ({ role, content })) : [{ role: 'user' as const, content }]
  const action = message_id === undefined ? { action: 'send' as const } : { action: 'edit' as const, message_id }
  return ask(delivery, { ...action, conversation_id, history, client_message_id }, content)
}

/** Sends a question that failed once more, under the name it had. */
export function sendAgain(delivery: Delivery, question: ChatMessage, replyKey: string): Delivery {
  const { key, content } = question
  const client_message_id = question.client_message_id ?? key
  const isShown = delivery.chat.messages.some((message) => message.key === key)
  const shown = begin(delivery, isShown ? { type: 'regenerated', replyKey } : { type: 'sent', key, replyKey, content, client_message_id })
  return post(shown, { content, client_message_id })
}

/** Goes on from what the server has at the end of the conversation. */
export function takeUp(delivery: Delivery, key: string): Delivery {
  const last = delivery.chat.messages.at(-1)
  if (last?.status === 'en_cours') return follow(delivery)
  if (last?.role === 'assistant' && last.status === 'complete') return over(delivery)
  const action = last === undefined ? 'opening' : last.status === 'interrompue' ? 'continue' : 'regenerate'
  const event = { opening: { type: 'opening', key }, continue: { type: 'continued' }, regenerate: { type: 'regenerated', replyKey: key } } as const
  const conversation_id = delivery.chat.conversation?.id ?? null
  return ask({ ...show(delivery, event[action]), atEnd: 'greet' }, { action, conversation_id, history: [], ...replaced(last) }, '')
}

/** Follows the last message if it is still being written. */
export function follow(delivery: Delivery): Delivery {
  const last = delivery.chat.messages.at(-1)
  if (last?.status !== 'en_cours' || last.id === null) return over(delivery)
  const stream_id = last.id
  const shown = show(delivery, { type: 'resumed', key: last.key, stream_id })
  return awaiting(shown, { type: 'reading', asked: null }, (ticket) => ({ type: 'resume', ticket, stream_id }))
}

/** Shows why a message was not taken, gives its text back, and shows what there is: perhaps a reply under way in another tab. */
export function refuse(delivery: Delivery, error: ApiError, text: string): Delivery {
  const refused = show(delivery, { type: 'refused', notice: error.message, text })
  const { conversation } = refused.chat
  return conversation ? load(refused, { type: 'refreshing' }, conversation.id) : follow(refused)
}

/** Deals with a reply that could not be read. A stream that is refused is a red message in the thread (specification, chapter 8). */
export function afterFailure(delivery: Delivery, { request, text }: Asked, error: unknown): Delivery {
  if (!(error instanceof ApiError)) return fail(delivery, error)
  // What was to be replaced has been, in another tab perhaps.
  const isOutdated = error.status === 404 && request.message_id !== undefined
  // No stream was asked for: its conversation could not be made.
  const isBefore = error.status === 422 && request.conversation_id === null
  if (isOutdated || isBefore || error.status === 409) return refuse(delivery, error, text)
  // Without an answer nobody knows whether the message has arrived. A stream that had begun has already been looked for.
  const isLost = error.status === 0 && request.conversation_id !== null && delivery.chat.reply?.stream_id === null
  return isLost ? lookLater(show(delivery, { type: 'cut', isCut: true }), { request, error, attempt: 0 }) : fail(delivery, error)
}

/** An opening that could not be had is a greeting all the same, unless another tab has it, or there is no room for its conversation. */
export function afterFailedOpening(delivery: Delivery, error: unknown, key: string): Delivery {
  if (error instanceof ApiError && error.status === 409) {
    // Another tab is opening the same conversation: its greeting is shown here too.
    const atEnd = error.code === 'conversations.reply_running' ? 'closeNotice' : null
    return refuse({ ...delivery, atEnd }, error, '')
  }
  const opened = delivery.chat.reply === null ? show(delivery, { type: 'opening', key }) : delivery
  return over(show(opened, { type: 'openingFailed', greeting: delivery.options.failedGreeting }))
}

/** No conversation to write in: said where the person can mend it; elsewhere the exchange happens without being kept. */
export const afterNoPlace = (delivery: Delivery, question: Question, error: unknown): Delivery =>
  isOverQuota(error) ? refuse(delivery, error, question.content) : postIn(delivery, null, question)

/** Waits before it is asked whether a message has arrived; past the last wait it is given up. */
export function lookLater(delivery: Delivery, lost: Lost): Delivery {
  const ms = lostAnswerWaits[lost.attempt]
  if (ms === undefined) return fail(delivery, lost.error)
  return awaiting(delivery, { type: 'waiting', lost }, (ticket) => ({ type: 'pause', ticket, ms, isForStop: false }))
}

/** Follows the reply to a message that had arrived; sends one that had not again under the same name: it cannot be there twice. */
export function afterLook(delivery: Delivery, { request }: Lost, found: ConversationWithMessages): Delivery {
  const { client_message_id, message_id } = request
  const last = found.messages.at(-1)
  const isThere = client_message_id
    ? found.messages.some((message) => message.client_message_id === client_message_id)
    : last?.status === 'en_cours' || (message_id !== undefined && last?.id !== message_id)
  return isThere ? follow(showFound(delivery, found)) : read(show(delivery, { type: 'cut', isCut: false }), request, { type: 'reading', asked: null })
}
