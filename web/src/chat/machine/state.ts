import type { ConversationWithMessages, Message, ReplyEvent, RewriteStyle } from '@parvis/contract'
import type { ReplyRequest } from './port.ts'
import { replyFailureOf } from '../answer/reply-sentences.ts'
import { chatReducer, initialChatState, type ChatEvent, type ChatMessage, type ChatState } from './screen.ts'

/** A question of the person, as sent. `message_id`: server id of the question that it replaces. */
export interface SentQuestion {
  content: string
  client_message_id: string
  message_id?: string
}

/** A requested reply. `text` returns to the composer if the request is refused. */
export interface RequestedReply {
  request: ReplyRequest
  text: string
}

/** A request whose answer was lost: it may or may not have arrived. */
export interface LostRequest {
  request: ReplyRequest
  error: unknown
  attempt: number
}

/** Message that the reply of `key` was to replace, and the form requested. Used to send the same request again if it never arrived. */
interface Replacing {
  key: string
  turn: ChatMessage
  rewrite?: RewriteStyle | undefined
}

/** The one server request (or timer) that the chat is waiting for, with the data needed to handle its answer. Stored in `Delivery.awaited`. */
export type DeliveryStep =
  /** Fetches or creates the conversation of the screen. */
  | { type: 'entering'; key: string }
  /** Fetches or creates the conversation in which to send `question`. */
  | { type: 'placing'; question: SentQuestion }
  /** Finds the server id of the question being edited, by its client id `target`. */
  | { type: 'naming'; question: SentQuestion; target: string | null }
  /** Reloads the conversation after a refusal. */
  | { type: 'refreshing' }
  /** Reloads the conversation before resuming its last reply. `requested`: the message before that reply. */
  | { type: 'resuming'; key: string; previous: ChatMessage | undefined }
  /** Reloads the conversation to find what was written elsewhere. `shownMessages`: messages on the screen at the time of the request. */
  | { type: 'catchingUp'; shownMessages: readonly ChatMessage[] }
  /** Makes `id` the displayed version of the message of `key`, then reloads the conversation. */
  | { type: 'switching'; key: string; id: string }
  /** Waits, then (`looking`) reloads the conversation to see whether a message whose answer was lost has arrived. */
  | { type: 'waiting'; lost: LostRequest }
  | { type: 'looking'; lost: LostRequest }
  /** Reads the events of the introduction, shown under `key`. */
  | { type: 'opening'; key: string }
  /** Reads the events of any other reply. `requested`: the request, to handle a refusal or a lost answer; null: either is a failure. */
  | { type: 'reading'; requested: RequestedReply | null }

export interface DeliveryOptions {
  /** Whether the assistant introduces itself in an empty conversation. */
  hasOpening: boolean
  /** Greeting shown when the introduction fails (specification, chapter 4: the assistant's name and description, and an apology). */
  failedGreeting: string
}

/** State of a chat between two events: what it shows, what it waits for, and the effects to run. */
export interface Delivery {
  options: DeliveryOptions
  chat: ChatState
  /** The current wait. The outcome of any other ticket is too late and ignored. */
  awaited: { ticket: number; step: DeliveryStep; isLengthAnnounced: boolean } | null
  /** Search for the reply of `key` in order to stop it, in parallel with `awaited`. */
  stopping: { ticket: number; key: string; attempt: number } | null
  /** Set by the last turn that was to replace a message. */
  replacing: Replacing | null
  /** Last ticket number given. */
  ticket: number
  /** Action to run at the end of the turn: show the fallback greeting if the introduction is empty, or close the notice. */
  atEnd: 'greet' | 'closeNotice' | null
  /** Effects of the last event, in order. */
  effects: readonly DeliveryEffect[]
}

export type DeliveryEffect =
  /** Has a screen reader read a text once. */
  | { type: 'announce'; text: string }
  /** Aborts everything awaited. */
  | { type: 'drop' }
  | { type: 'stop'; stream_id: string }
  | { type: 'reply'; ticket: number; request: ReplyRequest }
  | { type: 'resume'; ticket: number; stream_id: string }
  | { type: 'enter'; ticket: number }
  /** `isForStop`: not aborted when the screen is left, so that a requested stop is carried out. */
  | { type: 'load'; ticket: number; conversation_id: string; isForStop: boolean }
  | { type: 'showVersion'; ticket: number; conversation_id: string; message_id: string }
  | { type: 'pause'; ticket: number; ms: number; isForStop: boolean }

/** Result of an effect, or one event of a stream that it reads. */
export type DeliveryOutcome =
  | { type: 'found'; ticket: number; loaded: ConversationWithMessages | readonly Message[] }
  | { type: 'passed'; ticket: number }
  | { type: 'ended'; ticket: number }
  | { type: 'missed'; ticket: number; error: unknown }
  | { type: 'named'; ticket: number; stream_id: string }
  | { type: 'cut'; ticket: number; isCut: boolean }
  | { type: 'piece'; ticket: number; replyEvent: ReplyEvent }

export const noEffect: readonly DeliveryEffect[] = []

export const initialDelivery = (options: DeliveryOptions): Delivery => ({
  options,
  chat: initialChatState,
  awaited: null,
  stopping: null,
  replacing: null,
  ticket: 0,
  atEnd: null,
  effects: noEffect,
})

/** Whether nothing is being written or fetched, so that the person can act. */
export const canAct = ({ reply, phase }: ChatState): boolean => reply === null && phase === 'ready'

export const applyChatEvent = (delivery: Delivery, event: ChatEvent): Delivery => ({ ...delivery, chat: chatReducer(delivery.chat, event) })

export const addEffect = (delivery: Delivery, effect: DeliveryEffect): Delivery => ({ ...delivery, effects: [...delivery.effects, effect] })

export const announce = (delivery: Delivery, text: string): Delivery => addEffect(delivery, { type: 'announce', text })

/** Starts an effect and waits for its outcome, in place of the previous wait. */
export function awaitEffect(delivery: Delivery, step: DeliveryStep, effect: (ticket: number) => DeliveryEffect): Delivery {
  const ticket = delivery.ticket + 1
  return addEffect({ ...delivery, ticket, awaited: { ticket, step, isLengthAnnounced: false } }, effect(ticket))
}

export const awaitLoad = (delivery: Delivery, step: DeliveryStep, conversation_id: string): Delivery =>
  awaitEffect(delivery, step, (ticket) => ({ type: 'load', ticket, conversation_id, isForStop: false }))

/** Starts a turn of the person: the question and its empty reply are on the screen at once. */
export const beginTurn = (delivery: Delivery, event: ChatEvent): Delivery => applyChatEvent({ ...delivery, atEnd: null }, event)

/** Ends the turn: nothing more is awaited, and `atEnd` is carried out. */
export function endTurn(delivery: Delivery): Delivery {
  const { atEnd } = delivery
  const ended: Delivery = { ...delivery, awaited: null, atEnd: null }
  if (atEnd === 'closeNotice') return applyChatEvent(ended, { type: 'noticed', notice: null })
  return atEnd === 'greet' ? showFallbackGreeting(ended) : ended
}

/** Replaces an introduction that failed before its first word, now or in an earlier visit, by the fallback greeting. */
export function showFallbackGreeting(delivery: Delivery): Delivery {
  const { hasOpening, failedGreeting } = delivery.options
  const [first, second] = delivery.chat.messages
  if (!hasOpening || second || first?.status !== 'erreur' || first.content !== '') return delivery
  return applyChatEvent(applyChatEvent(delivery, { type: 'resumed', key: first.key, stream_id: '' }), { type: 'openingFailed', greeting: failedGreeting })
}

/** Ends the turn with the failure shown as a message. */
export const endWithFailure = (delivery: Delivery, error: unknown): Delivery => endTurn(applyChatEvent(delivery, { type: 'failed', ...replyFailureOf(error) }))

/** Aborts everything awaited. */
export const abortAwaited = (delivery: Delivery): Delivery => addEffect({ ...delivery, awaited: null, atEnd: null }, { type: 'drop' })
