import type { RewriteStyle } from '@parvis/contract'
import { ask, post, replaced, sendAgain } from './ask-reply.ts'
import type { ChatEvent, ChatState } from '../chat-state.ts'
import { awaiting, begin, drop, isFree, load, show, type Delivery } from './delivery-state.ts'
import { stop } from './stop-reply.ts'

/** Actions of the person or the page. Keys are drawn by the caller, so that the reducer stays deterministic. */
export type Command =
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
export const takesText = (chat: ChatState, text: string): boolean => text.trim() !== '' && isFree(chat)

/** Applies a command. One that is not possible now changes nothing. */
export function obey(delivery: Delivery, command: Command): Delivery {
  const { chat, awaited } = delivery
  switch (command.type) {
    case 'start':
      return start(delivery, command.key)
    case 'send': {
      const { key, content } = command
      if (!takesText(chat, content)) return delivery
      return post(begin(delivery, { ...command, type: 'sent', client_message_id: key }), { content, client_message_id: key })
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
      if (awaited !== null || !isFree(chat) || !chat.conversation || !last || last.id === null || last.status === 'erreur') return delivery
      return load(delivery, { type: 'catchingUp', shown: chat.messages }, chat.conversation.id)
    }
    case 'leave':
      return drop(delivery)
    case 'show':
      return show(delivery, command.event)
  }
}

/** Fetches or creates the conversation. Does nothing if that is already in progress. */
function start(delivery: Delivery, key: string): Delivery {
  const under = delivery.awaited?.step.type
  if (under === 'entering' || under === 'opening') return delivery
  return awaiting({ ...delivery, atEnd: null }, { type: 'entering', key }, (ticket) => ({ type: 'enter', ticket }))
}

/** Edits one of the person's questions. The messages after it become an earlier version. */
function edit(delivery: Delivery, { target, key, replyKey, content }: Extract<Command, { type: 'edit' }>): Delivery {
  const { chat } = delivery
  const rewritten = chat.messages.find((message) => message.key === target)
  if (!takesText(chat, content) || rewritten?.role !== 'user') return delivery
  const question = { content, client_message_id: key }
  const shown = begin(
    { ...delivery, replacing: { key: replyKey, turn: rewritten } },
    { type: 'edited', target, key, replyKey, content, client_message_id: key },
  )
  if (rewritten.id !== null) return post(shown, { ...question, message_id: rewritten.id })
  return chat.conversation ? load(shown, { type: 'naming', question, target: rewritten.client_message_id }, chat.conversation.id) : post(shown, question)
}

/** Requests another answer to the last question, or the last answer in another form. */
function regenerate(delivery: Delivery, { key, rewrite }: Extract<Command, { type: 'regenerate' }>): Delivery {
  const { chat } = delivery
  const asked = chat.messages.findLast(({ role }) => role === 'user')
  if (!isFree(chat)) return delivery
  if (!chat.conversation) return asked && rewrite === undefined ? sendAgain(delivery, asked, key) : delivery
  const form = rewrite === undefined ? {} : { rewrite }
  const last = chat.messages.at(-1)
  const request = { action: 'regenerate' as const, conversation_id: chat.conversation.id, history: [], ...replaced(last), ...form }
  return ask(begin({ ...delivery, replacing: last ? { key, turn: last, rewrite } : null }, { type: 'regenerated', replyKey: key }), request, '')
}

/** Shows another version of a message, with the messages that followed it. */
function showVersion(delivery: Delivery, { key, id }: Extract<Command, { type: 'showVersion' }>): Delivery {
  const { chat } = delivery
  const turn = chat.messages.find((message) => message.key === key)
  if (!isFree(chat) || chat.conversation === null || turn === undefined || turn.id === id || !turn.versions.includes(id)) return delivery
  const conversation_id = chat.conversation.id
  const shown = show(delivery, { type: 'switching' })
  return awaiting(shown, { type: 'switching', key, id }, (ticket) => ({ type: 'showVersion', ticket, conversation_id, message_id: id }))
}

/** Resumes the last, incomplete reply. Reloads the conversation first, as the reply may have been completed, or be in progress, elsewhere. */
function resume(delivery: Delivery, key: string): Delivery {
  const { chat, replacing } = delivery
  const { messages, conversation } = chat
  const last = messages.at(-1)
  const asked = messages.at(-2)
  if (!isFree(chat) || last === undefined) return delivery
  if (conversation === null) return asked?.role === 'user' ? sendAgain(delivery, asked, key) : start(delivery, key)
  // A reply that has a server id has already replaced what it was to replace.
  const again = last.id === null && replacing?.key === last.key ? { ...replacing, key } : null
  const shown = begin({ ...delivery, replacing: again }, last.status === 'erreur' ? { type: 'regenerated', replyKey: key } : { type: 'continued' })
  return load(shown, { type: 'resuming', key, asked }, conversation.id)
}
