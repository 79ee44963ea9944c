import type { ConversationWithChanges, Message, ReplyEvent, ReplyModel } from '@parvis/contract'
import { localDay } from '../../ui/words/formats.ts'
import { clampChanges } from '../context/context-changes.ts'
import type { ChatMessage, ChatState, RunningReply } from './state.ts'

/** A change of what the screen shows (specification, chapter 4). */
export type ScreenChange = (chat: ChatState) => ChatState

/** Shows the conversation as the server has it; null when it is not saved. */
export const showConversation =
  (conversation: ConversationWithChanges | null, messages: readonly Message[]): ScreenChange =>
  (chat) => ({ ...chat, phase: 'ready', conversation, messages: fromServer(messages, chat.messages), reply: null })

/** Converts the server's messages for display, and keeps the keys of those already shown. */
function fromServer(messages: readonly Message[], shown: readonly ChatMessage[]): ChatMessage[] {
  return messages.flatMap((message) => {
    if (message.role === 'system') return []
    const existing = shown.find(
      ({ id, client_message_id }) => id === message.id || (client_message_id !== null && client_message_id === message.client_message_id),
    )
    const {
      id,
      role,
      content,
      status,
      finish_reason,
      error,
      sources,
      progress = null,
      feedback,
      reviews,
      client_message_id,
      versions = [],
      images,
      masked,
      created_at,
      as_of,
    } = message
    // The database has no text for a running reply: the displayed text stays.
    const text = status === 'en_cours' && existing !== undefined && existing.content.startsWith(content) ? existing.content : content
    const shownMessage = {
      id,
      role,
      content: text,
      status,
      finish_reason,
      error,
      sources,
      progress,
      feedback,
      reviews,
      client_message_id,
      versions,
      images,
      masked,
      day: as_of ?? localDay(created_at),
    }
    return [{ key: existing?.key ?? id, ...shownMessage, ...substitutionOf(message) }]
  })
}

/** Fields of a message that another model than the expected one wrote; none for any other. */
const substitutionOf = ({ model, model_reason, expected_model, needed_level }: Pick<Message, 'model' | keyof ReplyModel>) =>
  model && model_reason ? { substitution: { model, model_reason, expected_model, needed_level } } : {}

export const setConversation =
  (conversation: ConversationWithChanges): ScreenChange =>
  (chat) => ({ ...chat, conversation })

export const setNotice =
  (notice: string | null): ScreenChange =>
  (chat) => ({ ...chat, notice })

export const startSwitching: ScreenChange = (chat) => ({ ...chat, phase: 'switching', notice: null })

export const editMessage =
  (key: string, changes: Partial<ChatMessage>): ScreenChange =>
  (chat) => ({ ...chat, messages: chat.messages.map((message) => (message.key === key ? { ...message, ...changes } : message)) })

/** Shows the empty introduction of the assistant. */
export const startOpening =
  (key: string): ScreenChange =>
  (chat) => ({ ...chat, phase: 'opening', messages: [emptyReply(key)], reply: running(key), notice: null })

/** Shows the fallback greeting in place of the introduction being written. */
export const failOpening = (greeting: string): ScreenChange => finish({ content: greeting, status: 'erreur', finish_reason: 'error' })

/** A question of the person, under the key that its message has on the screen. */
type NewQuestion = Pick<ChatMessage, 'key' | 'content'> & { client_message_id: string }

/** Adds a question and its empty reply. */
export const addQuestion =
  (question: NewQuestion, replyKey: string): ScreenChange =>
  (chat) =>
    startWriting(chat, [...chat.messages, questionMessage(question), emptyReply(replyKey)], replyKey)

/** Replaces the question of key `target`, and everything after it, by another one and its empty reply. */
export const replaceQuestion =
  (target: string, question: NewQuestion, replyKey: string): ScreenChange =>
  (chat) => {
    const at = chat.messages.findIndex(({ key }) => key === target)
    return at === -1 ? chat : startWriting(chat, [...chat.messages.slice(0, at), questionMessage(question), emptyReply(replyKey)], replyKey, at)
  }

/** Replaces the last reply, if there is one, by an empty one. */
export const replaceReply =
  (replyKey: string): ScreenChange =>
  (chat) => {
    const remaining = chat.messages.at(-1)?.role === 'assistant' ? chat.messages.slice(0, -1) : chat.messages
    return startWriting(chat, [...remaining, emptyReply(replyKey)], replyKey, remaining.length)
  }

/** Resumes the last reply from where it stopped. */
export const continueReply: ScreenChange = (chat) => {
  const last = chat.messages.at(-1)
  if (last?.role !== 'assistant') return chat
  const remaining = chat.messages.slice(0, -1)
  return startWriting(chat, [...remaining, { ...last, status: 'en_cours', finish_reason: null, error: null }], last.key, remaining.length)
}

/** Follows a reply that the server is already writing. */
export const followReply =
  (key: string, stream_id: string): ScreenChange =>
  (chat) => ({ ...chat, reply: running(key, stream_id) })

export const editReply =
  (changes: Partial<RunningReply>): ScreenChange =>
  (chat) =>
    chat.reply ? { ...chat, reply: { ...chat.reply, ...changes } } : chat

/** Adds text to the reply being written. A resumed stream repeats its beginning: the displayed text stays until the received text is longer. */
export const appendText =
  (text: string): ScreenChange =>
  (chat) => {
    const { reply } = chat
    if (!reply) return chat
    const received = reply.received + text
    const messages = chat.messages.map((message) =>
      message.key !== reply.key || message.content.startsWith(received) ? message : { ...message, content: received },
    )
    return { ...chat, reply: { ...reply, received }, messages }
  }

/** Changes the message of the reply being written. */
export const editReplyMessage =
  (changes: Partial<ChatMessage>): ScreenChange =>
  (chat) =>
    chat.reply ? editMessage(chat.reply.key, changes)(chat) : chat

type ReplyEnd = Omit<Extract<ReplyEvent, { type: 'done' }>, 'type' | 'id'>

/** Ends the reply being written as the server did. */
export const endReply =
  ({ status, finish_reason, message_id, images, as_of, masked, masked_question, ...model }: ReplyEnd): ScreenChange =>
  (chat) => {
    const at = chat.messages.findIndex(({ key }) => key === chat.reply?.key)
    const question = chat.messages[at - 1]
    const shown = question?.role === 'user' && masked_question ? editMessage(question.key, { masked: masked_question })(chat) : chat
    return finish({
      status,
      finish_reason,
      id: message_id,
      images,
      masked,
      day: as_of,
      substitution: undefined,
      ...substitutionOf(model),
      // Without a saved message, the progress of the reading is not saved either.
      ...(message_id === null && { progress: null }),
    })(shown)
  }

/** Ends the reply being written by a failure. What was already written stays. */
export const failReply =
  ({ content, error }: { content: string; error: string | null }): ScreenChange =>
  (chat) => {
    const hasPartialText = chat.messages.some((message) => message.key === chat.reply?.key && message.content !== '')
    return hasPartialText
      ? finish({ status: 'interrompue', finish_reason: 'cut', error })(chat)
      : finish({ status: 'erreur', finish_reason: 'error', content, error })(chat)
  }

/** Removes a refused question and its empty reply, shows why, and returns the text to the composer. */
export const refuseQuestion =
  (notice: string, text: string): ScreenChange =>
  (chat) => {
    const last = chat.messages.at(-1)
    const at = chat.messages.length - (last?.key === chat.reply?.key ? 1 : 0)
    const refusedQuestion = chat.messages[at - 1]
    const messages = chat.messages.slice(0, refusedQuestion?.role === 'user' && refusedQuestion.content === text ? at - 1 : at)
    return { ...chat, phase: 'ready', messages, reply: null, notice, returned: text === '' ? chat.returned : { text } }
  }

/**
 * Shows `messages` and marks the one of `key` as being written. Clears the notice.
 * @param remainingCount number of messages that stay: context changes made after them move to just after them, as on the server
 */
const startWriting = (chat: ChatState, messages: readonly ChatMessage[], key: string, remainingCount = Infinity): ChatState => ({
  ...chat,
  conversation: clampChanges(chat.conversation, remainingCount),
  phase: 'ready',
  messages,
  reply: running(key),
  notice: null,
})

/** Applies the last changes to the message of the reply being written: the person can write again. */
const finish =
  (changes: Partial<ChatMessage>): ScreenChange =>
  (chat) => ({ ...editReplyMessage(changes)(chat), phase: 'ready', reply: null })

const running = (key: string, stream_id: string | null = null): RunningReply => ({ key, stream_id, received: '', isStopping: false, isCut: false })

const blank = {
  id: null,
  status: 'complete',
  finish_reason: null,
  error: null,
  progress: null,
  feedback: null,
  client_message_id: null,
  versions: [],
} as const

const questionMessage = (question: NewQuestion): ChatMessage => ({ ...blank, ...question, sources: [], role: 'user' })

const emptyReply = (key: string): ChatMessage => ({ ...blank, sources: [], key, role: 'assistant', content: '', status: 'en_cours' })
