import type {
  ConversationWithChanges,
  ConversationWithMessages,
  FinishReason,
  MaskedData,
  Message,
  ReplyEvent,
  ReplyModel,
  ReplyStatus,
  RewriteStyle,
  SentImage,
  Source,
} from '@parvis/contract'
import type { ReplyRequest } from './port.ts'

/** A message as the screen shows it. System messages are left out. */
export interface ChatMessage {
  /** React key: stays the same when the server gives the message its id. */
  key: string
  /** Server id; null until it is known. */
  id: string | null
  role: 'user' | 'assistant'
  content: string
  status: ReplyStatus
  finish_reason: FinishReason | null
  /** Sentence that explains why a reply is incomplete. */
  error: string | null
  sources: Source[]
  /** Document parts read so far by a full reading; null for any other reply. */
  progress: { done: number; total: number } | null
  feedback: Message['feedback']
  /** Reviews of this answer by people, latest first. */
  reviews?: Message['reviews']
  client_message_id: string | null
  /** Set when another model than the expected one wrote the answer. */
  substitution?: ReplyModel | undefined
  /** Pictures of the question that the model of this answer received. */
  images?: readonly SentImage[] | undefined
  /** Data of a question that its model did not receive, or labels restored in an answer; undefined where nothing is masked. */
  masked?: readonly MaskedData[] | undefined
  /** Day of an answer, `YYYY-MM-DD`: `as_of` of the message, else that of its creation. Undefined for one that has just been written. */
  day?: string | undefined
  /** Ids of all versions of this message, its own included, oldest first. Empty when there is only one, or until they are known. */
  versions: readonly string[]
}

/** The reply being written. A conversation has one at most. */
export interface RunningReply {
  /** Key of its message. */
  key: string
  /** Null until the first event of the reply. */
  stream_id: string | null
  /** Text received by the current connection. Shorter than the displayed text while a resumed stream repeats its beginning. */
  received: string
  isStopping: boolean
  /** Whether the connection is lost and being re-established. */
  isCut: boolean
}

/**
 * Part of the machine that the screen shows. `loading`: the conversation is being fetched. `opening`: the assistant introduces itself. `switching`: another
 * version of a message is being fetched. `ready`: the person can write.
 */
export interface ChatState {
  phase: 'loading' | 'opening' | 'switching' | 'ready'
  conversation: ConversationWithChanges | null
  messages: readonly ChatMessage[]
  reply: RunningReply | null
  /** Sentence shown above the field that is not a message, such as « une réponse est en cours ailleurs ». */
  notice: string | null
  /** Text given back to the composer. A new object each time, so that the same text can be given back twice. */
  returned: { text: string } | null
}

/** State of a chat between two events: what it shows, what it waits for, and the effects to run. */
export interface ChatMachine {
  options: ChatOptions
  chat: ChatState
  /** The current wait. The outcome of any other ticket is too late and ignored. */
  awaited: { ticket: number; step: ChatStep; isLengthAnnounced: boolean } | null
  /** Search for the reply of `key` in order to stop it, in parallel with `awaited`. */
  stopping: { ticket: number; key: string; attempt: number } | null
  /** Set by the last turn that was to replace a message. */
  replacing: Replacing | null
  /** Last ticket number given. */
  ticket: number
  /** Action to run at the end of the turn: show the fallback greeting if the introduction is empty, or close the notice. */
  atEnd: 'greet' | 'closeNotice' | null
  /** Effects of the last event, in order. */
  effects: readonly ChatEffect[]
}

export interface ChatOptions {
  /** Whether the assistant introduces itself in an empty conversation. */
  hasOpening: boolean
  /** Greeting shown when the introduction fails (specification, chapter 4: the assistant's name and description, and an apology). */
  failedGreeting: string
}

/** Message that the reply of `key` was to replace, and the form requested. Used to send the same request again if it never arrived. */
interface Replacing {
  key: string
  turn: ChatMessage
  rewrite?: RewriteStyle | undefined
}

/** The one server request (or timer) that the chat is waiting for, with the data needed to handle its answer. Stored in `ChatMachine.awaited`. */
export type ChatStep =
  /** Fetches or creates the conversation of the screen. */
  | { type: 'entering'; key: string }
  /** Fetches or creates the conversation in which to send `question`. */
  | { type: 'creating'; question: SentQuestion }
  /** Finds the server id of the question being edited, by its client id `target`. */
  | { type: 'identifying'; question: SentQuestion; target: string | null }
  /** Reloads the conversation after a refusal. */
  | { type: 'refreshing' }
  /** Reloads the conversation before resuming its last reply. `previous`: the message before that reply. */
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

export type ChatEvent = ChatCommand | ChatOutcome

/** Actions of the person or the page. Keys are drawn by the caller, so that the transitions stay deterministic. */
export type ChatCommand =
  | { type: 'start'; key: string }
  | { type: 'send'; key: string; replyKey: string; content: string }
  | { type: 'edit'; target: string; key: string; replyKey: string; content: string }
  | { type: 'regenerate'; key: string; rewrite?: RewriteStyle | undefined }
  | { type: 'showVersion'; key: string; id: string }
  | { type: 'resume'; key: string }
  | { type: 'stop' }
  | { type: 'catchUp' }
  | { type: 'leave' }
  | { type: 'setConversation'; conversation: ConversationWithChanges }
  | { type: 'setFeedback'; key: string; feedback: Message['feedback'] }
  | { type: 'setReviews'; key: string; reviews: Message['reviews'] }
  | { type: 'setNotice'; notice: string | null }

/** Work to run outside the machine. The outcome of one that has a ticket comes back as an event with the same ticket. */
export type ChatEffect =
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
export type ChatOutcome =
  | { type: 'fetched'; ticket: number; loaded: ConversationWithMessages | readonly Message[] }
  | { type: 'elapsed'; ticket: number }
  | { type: 'ended'; ticket: number }
  | { type: 'failed'; ticket: number; error: unknown }
  | { type: 'started'; ticket: number; stream_id: string }
  | { type: 'cut'; ticket: number; isCut: boolean }
  | { type: 'received'; ticket: number; replyEvent: ReplyEvent }

export const noEffect: readonly ChatEffect[] = []

export const initialChatState: ChatState = { phase: 'loading', conversation: null, messages: [], reply: null, notice: null, returned: null }

export const initialMachine = (options: ChatOptions): ChatMachine => ({
  options,
  chat: initialChatState,
  awaited: null,
  stopping: null,
  replacing: null,
  ticket: 0,
  atEnd: null,
  effects: noEffect,
})
