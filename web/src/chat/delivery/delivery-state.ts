import type { ConversationWithMessages, Message, ReplyEvent, RewriteStyle } from '@parvis/contract'
import type { ReplyRequest } from './chat-port.ts'
import { failureOf } from './chat-failures.ts'
import { chatReducer, initialChatState, type ChatEvent, type ChatMessage, type ChatState } from '../chat-state.ts'

/** A question of the person, as it is sent. `message_id`: of the one that it takes the place of. */
export interface Question {
  content: string
  client_message_id: string
  message_id?: string
}

/** A reply that was asked for. `text`: what goes back to the composer if it is refused. */
export interface Asked {
  request: ReplyRequest
  text: string
}

/** A request whose answer was lost: nobody knows whether it has arrived. */
export interface Lost {
  request: ReplyRequest
  error: unknown
  attempt: number
}

/** What the reply of `key` was asked for in the place of, and the form that it was to take: asked so again where it never came. */
interface Replacing {
  key: string
  turn: ChatMessage
  rewrite?: RewriteStyle | undefined
}

/** What the turn under way awaits of the server, and what it needs to go on with the answer. */
export type Step =
  /** The conversation of the screen. */
  | { type: 'entering'; key: string }
  /** A conversation to write in. */
  | { type: 'placing'; question: Question }
  /** The server's name of the question that is rewritten, which the page knows by `target`. */
  | { type: 'naming'; question: Question; target: string | null }
  /** What there is, after a refusal. */
  | { type: 'refreshing' }
  /** What there is, before a reply is taken up. */
  | { type: 'resuming'; key: string; asked: ChatMessage | undefined }
  /** What was said elsewhere, while `shown` is on the screen. */
  | { type: 'catchingUp'; shown: readonly ChatMessage[] }
  /** The conversation with another version, `id`, of the turn of `key`. */
  | { type: 'switching'; key: string; id: string }
  /** A moment, then whether a message whose answer was lost has arrived. */
  | { type: 'waiting'; lost: Lost }
  | { type: 'looking'; lost: Lost }
  /** The events of the opening, under `key` on the screen. */
  | { type: 'opening'; key: string }
  /** The events of another reply. `asked`: by which a refusal or a lost answer is dealt with; null: either is a failure. */
  | { type: 'reading'; asked: Asked | null }

export interface DeliveryOptions {
  /** The assistant speaks first in an empty conversation. */
  hasOpening: boolean
  /** What it says when it could not (specification, chapter 4: its name, its description, an apology). */
  failedGreeting: string
}

/** A chat between two events: what it shows, what it awaits, what it asks of the world. */
export interface Delivery {
  options: DeliveryOptions
  chat: ChatState
  /** One thing at a time; what comes under another ticket comes too late and changes nothing. */
  awaited: { ticket: number; step: Step; isLengthTold: boolean } | null
  /** Beside it: the search for the reply of `key`, to end it. */
  stopping: { ticket: number; key: string; attempt: number } | null
  /** Of the last turn that was to replace another. */
  replacing: Replacing | null
  /** The last one given. */
  ticket: number
  /** What remains to be done once the turn is over: an opening without a word greets, a notice has served. */
  atEnd: 'greet' | 'closeNotice' | null
  /** What the last event asks for, in order. */
  effects: readonly Effect[]
}

export type Effect =
  /** Read aloud once. */
  | { type: 'announce'; text: string }
  /** Everything awaited is given up. */
  | { type: 'drop' }
  | { type: 'stop'; stream_id: string }
  | { type: 'reply'; ticket: number; request: ReplyRequest }
  | { type: 'resume'; ticket: number; stream_id: string }
  | { type: 'enter'; ticket: number }
  /** `isForStop`: goes on when the screen is left, as a stop that was asked for is carried out. */
  | { type: 'load'; ticket: number; conversation_id: string; isForStop: boolean }
  | { type: 'showVersion'; ticket: number; conversation_id: string; message_id: string }
  | { type: 'pause'; ticket: number; ms: number; isForStop: boolean }

/** What becomes of an effect. */
export type Outcome =
  | { type: 'found'; ticket: number; found: ConversationWithMessages | readonly Message[] }
  | { type: 'passed'; ticket: number }
  | { type: 'ended'; ticket: number }
  | { type: 'missed'; ticket: number; error: unknown }
  | { type: 'named'; ticket: number; stream_id: string }
  | { type: 'cut'; ticket: number; isCut: boolean }
  | { type: 'piece'; ticket: number; piece: ReplyEvent }

export const noEffect: readonly Effect[] = []

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

/** Nothing is being written or fetched: the person can act. */
export const isFree = ({ reply, phase }: ChatState): boolean => reply === null && phase === 'ready'

export const show = (delivery: Delivery, event: ChatEvent): Delivery => ({ ...delivery, chat: chatReducer(delivery.chat, event) })

export const also = (delivery: Delivery, effect: Effect): Delivery => ({ ...delivery, effects: [...delivery.effects, effect] })

export const announce = (delivery: Delivery, text: string): Delivery => also(delivery, { type: 'announce', text })

/** The turn goes on with what `effect` brings, and with nothing that was awaited before. */
export function awaiting(delivery: Delivery, step: Step, effect: (ticket: number) => Effect): Delivery {
  const ticket = delivery.ticket + 1
  return also({ ...delivery, ticket, awaited: { ticket, step, isLengthTold: false } }, effect(ticket))
}

export const load = (delivery: Delivery, step: Step, conversation_id: string): Delivery =>
  awaiting(delivery, step, (ticket) => ({ type: 'load', ticket, conversation_id, isForStop: false }))

/** A person begins a turn: its question and the place of its reply are on the screen at once. */
export const begin = (delivery: Delivery, event: ChatEvent): Delivery => show({ ...delivery, atEnd: null }, event)

/** Nothing more comes of the turn under way. */
export function over(delivery: Delivery): Delivery {
  const { atEnd } = delivery
  const ended: Delivery = { ...delivery, awaited: null, atEnd: null }
  if (atEnd === 'closeNotice') return show(ended, { type: 'noticed', notice: null })
  return atEnd === 'greet' ? greetAnyway(ended) : ended
}

/** An opening that failed before its first word, now or in an earlier visit, becomes the greeting. */
export function greetAnyway(delivery: Delivery): Delivery {
  const { hasOpening, failedGreeting } = delivery.options
  const [first, second] = delivery.chat.messages
  if (!hasOpening || second || first?.status !== 'erreur' || first.content !== '') return delivery
  return show(show(delivery, { type: 'resumed', key: first.key, stream_id: '' }), { type: 'openingFailed', greeting: failedGreeting })
}

/** Whatever goes wrong ends as a message on the screen. */
export const fail = (delivery: Delivery, error: unknown): Delivery => over(show(delivery, { type: 'failed', ...failureOf(error) }))

/** Gives up what is awaited. */
export const drop = (delivery: Delivery): Delivery => also({ ...delivery, awaited: null, atEnd: null }, { type: 'drop' })
