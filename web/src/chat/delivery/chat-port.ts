import type { Body, ChatAction, ConversationWithMessages, Message, ReplyEvent, RewriteStyle, routes, Turn } from '@parvis/contract'
import type { ReadOptions } from '../../api/transport/stream.ts'

export interface ReplyRequest {
  action: ChatAction
  /** Null: nothing is kept; `history` then carries all the turns. */
  conversation_id: string | null
  /** The new turn of the person alone, or all of them when nothing is kept. */
  history: Turn[]
  client_message_id?: string
  message_id?: string
  /** With `regenerate`: the form that the last answer is to take. */
  rewrite?: RewriteStyle
}

/** Why an opinion is negative. */
export type FeedbackDetails = Pick<Body<typeof routes.conversations.feedback>, 'reasons' | 'comment'>

/** What a chat needs of the server. Each chat screen has its own: which conversation, which stream. */
export interface ChatPort {
  /**
   * The conversation of this screen, found or created; or only what to show of it, where the server keeps nothing by itself
   * and each request carries all the turns. @throws {ApiError}
   */
  enter: (signal: AbortSignal) => Promise<ConversationWithMessages | readonly Message[]>
  /** The conversation of a screen that makes none before its first question, for files that come before it. @throws {ApiError} */
  place?: (signal: AbortSignal) => Promise<ConversationWithMessages>
  load: (conversation_id: string, signal: AbortSignal) => Promise<ConversationWithMessages>
  reply: (request: ReplyRequest, options: ReadOptions) => AsyncGenerator<ReplyEvent>
  resume: (stream_id: string, options: ReadOptions) => AsyncGenerator<ReplyEvent>
  stop: (stream_id: string) => Promise<unknown>
  /** Makes another version of a turn the one that is shown. */
  showVersion: (conversation_id: string, message_id: string) => Promise<unknown>
  rate: (conversation_id: string, message_id: string, rating: Message['feedback'], details?: FeedbackDetails) => Promise<unknown>
  pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** Calls once, before the screen is next drawn. */
  nextFrame: (work: () => void) => void
}
