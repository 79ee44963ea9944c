import type { RouteBody, ChatAction, ConversationWithMessages, Message, ReplyEvent, RewriteStyle, routes, ChatTurn } from '@parvis/contract'
import type { ReadOptions } from '../../api/transport/stream.ts'

export interface ReplyRequest {
  action: ChatAction
  /** Null: nothing is saved, and `history` carries all the turns. */
  conversation_id: string | null
  /** The person's new turn alone, or all the turns when nothing is saved. */
  history: ChatTurn[]
  client_message_id?: string
  message_id?: string
  /** With `regenerate`: the form in which to rewrite the last answer. */
  rewrite?: RewriteStyle
}

/** Reasons and comment of negative feedback. */
export type FeedbackDetails = Pick<RouteBody<typeof routes.conversations.feedback>, 'reasons' | 'comment'>

/** Server operations that a chat needs. Each chat screen chooses its conversation and its stream. */
export interface ChatPort {
  /**
   * Finds or creates the conversation of the screen. Where the server saves nothing by itself, returns only the messages to show, and each request carries
   * all the turns. @throws {ApiError}
   */
  enter: (signal: AbortSignal) => Promise<ConversationWithMessages | readonly Message[]>
  /** Creates the conversation before the first question, for files attached first. Only on screens that have none until then. @throws {ApiError} */
  createConversation?: (signal: AbortSignal) => Promise<ConversationWithMessages>
  load: (conversation_id: string, signal: AbortSignal) => Promise<ConversationWithMessages>
  reply: (request: ReplyRequest, options: ReadOptions) => AsyncGenerator<ReplyEvent>
  resume: (stream_id: string, options: ReadOptions) => AsyncGenerator<ReplyEvent>
  stop: (stream_id: string) => Promise<unknown>
  /** Makes another version of a message the displayed one. */
  showVersion: (conversation_id: string, message_id: string) => Promise<unknown>
  rate: (conversation_id: string, message_id: string, rating: Message['feedback'], details?: FeedbackDetails) => Promise<unknown>
  pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** Calls `work` once, before the next frame is drawn. */
  nextFrame: (work: () => void) => void
}
