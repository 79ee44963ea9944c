import type { RewriteStyle } from '@parvis/contract'
import { requestReply, sendQuestion, replacedIdOf, resendQuestion } from './turns.ts'
import type { ChatEvent, ChatState } from './screen.ts'
import { awaitEffect, beginTurn, abortAwaited, canAct, awaitLoad, applyChatEvent, type Delivery } from './state.ts'
import { stop } from './stop-reply.ts'

/** Actions of the person or the page. Keys are drawn by the caller, so that the reducer stays deterministic. */
export type ChatCommand =
  | { type: 'start'; key: string }
  | { type: 'send'; key: string; replyKey: string; content: string }
  | { type: 'edit'; target: string; key: string; replyKey: string; content: string }
  | { type: 'regenerate'; key: string; rewrite?: RewriteStyle }
  | { type: 'showVersion'; key: string; id: string }
  | { type: 'resume'; key: string }
  | { type: 'stop' }
  | { type: 'catchUp' }
  | { type: 'leave' }
  /** Changes the display only. */
  | { type: 'show'; event: ChatEvent }

/** Whether a text can be sent now: not blank, and no reply is being written. */
export const canSend = (chat: ChatState, text: string): boolean => text.trim() !== '' && canAct(chat)

/** Applies a command. One that is not possible now changes nothing. */
export function handleCommand(delivery: Delivery, command: ChatCommand): Delivery {
  const { chat, awaited } = delivery
  switch (command.type) {
    case 'start':
      return start(delivery, command.key)
    case 'send': {
      const { key, content } = command
      if (!canSend(chat, content)) return delivery
      return sendQuestion(beginTurn(delivery, { ...command, type: 'sent', client_message_id: key }), { content, client_message_id: key })
    }
    case 'edit':
      return edit(delivery, command)
    case 'regenerate':
      return regenerate(delivery, command)
    case 'showVersion':
      return showVersion(delivery, command)
    case 'resume':
      return resume(delivery, command.key)
    case 'stop':
      return stop(delivery)
    case 'catchUp': {
      const last = chat.messages.at(-1)
      if (awaited !== null || !canAct(chat) || !chat.conversation || !last || last.id === null || last.status === 'erreur') return delivery
      return awaitLoad(delivery, { type: 'catchingUp', shownMessages: chat.messages }, chat.conversation.id)
    }
    case 'leave':
      return abortAwaited(delivery)
    case 'show':
      return applyChatEvent(delivery, command.event)
  }
}

/** Fetches or creates the conversation. Does nothing if that is already in progress. */
function start(delivery: Delivery, key: string): Delivery {
  const currentStep = delivery.awaited?.step.type
  if (currentStep === 'entering' || currentStep === 'opening') return delivery
  return awaitEffect({ ...delivery, atEnd: null }, { type: 'entering', key }, (ticket) => ({ type: 'enter', ticket }))
}

/** Edits one of the person's questions. The messages after it become an earlier version. */
function edit(delivery: Delivery, { target, key, replyKey, content }: Extract<ChatCommand, { type: 'edit' }>): Delivery {
  const { chat } = delivery
  const rewritten = chat.messages.find((message) => message.key === target)
  if (!canSend(chat, content) || rewritten?.role !== 'user') return delivery
  const question = { content, client_message_id: key }
  const shown = beginTurn(
    { ...delivery, replacing: { key: replyKey, turn: rewritten } },
    { type: 'edited', target, key, replyKey, content, client_message_id: key },
  )
  if (rewritten.id !== null) return sendQuestion(shown, { ...question, message_id: rewritten.id })
  return chat.conversation
    ? awaitLoad(shown, { type: 'naming', question, target: rewritten.client_message_id }, chat.conversation.id)
    : sendQuestion(shown, question)
}

/** Requests another answer to the last question, or the last answer in another form. */
function regenerate(delivery: Delivery, { key, rewrite }: Extract<ChatCommand, { type: 'regenerate' }>): Delivery {
  const { chat } = delivery
  const lastQuestion = chat.messages.findLast(({ role }) => role === 'user')
  if (!canAct(chat)) return delivery
  if (!chat.conversation) return lastQuestion && rewrite === undefined ? resendQuestion(delivery, lastQuestion, key) : delivery
  const form = rewrite === undefined ? {} : { rewrite }
  const last = chat.messages.at(-1)
  const request = { action: 'regenerate' as const, conversation_id: chat.conversation.id, history: [], ...replacedIdOf(last), ...form }
  return requestReply(beginTurn({ ...delivery, replacing: last ? { key, turn: last, rewrite } : null }, { type: 'regenerated', replyKey: key }), request, '')
}

/** Shows another version of a message, with the messages that followed it. */
function showVersion(delivery: Delivery, { key, id }: Extract<ChatCommand, { type: 'showVersion' }>): Delivery {
  const { chat } = delivery
  const turn = chat.messages.find((message) => message.key === key)
  if (!canAct(chat) || chat.conversation === null || turn === undefined || turn.id === id || !turn.versions.includes(id)) return delivery
  const conversation_id = chat.conversation.id
  const shown = applyChatEvent(delivery, { type: 'switching' })
  return awaitEffect(shown, { type: 'switching', key, id }, (ticket) => ({ type: 'showVersion', ticket, conversation_id, message_id: id }))
}

/** Resumes the last, incomplete reply. Reloads the conversation first, as the reply may have been completed, or be in progress, elsewhere. */
function resume(delivery: Delivery, key: string): Delivery {
  const { chat, replacing } = delivery
  const { messages, conversation } = chat
  const last = messages.at(-1)
  const lastQuestion = messages.at(-2)
  if (!canAct(chat) || last === undefined) return delivery
  if (conversation === null) return lastQuestion?.role === 'user' ? resendQuestion(delivery, lastQuestion, key) : start(delivery, key)
  // A reply that has a server id has already replaced what it was to replace.
  const again = last.id === null && replacing?.key === last.key ? { ...replacing, key } : null
  const shown = beginTurn({ ...delivery, replacing: again }, last.status === 'erreur' ? { type: 'regenerated', replyKey: key } : { type: 'continued' })
  return awaitLoad(shown, { type: 'resuming', key, previous: lastQuestion }, conversation.id)
}
