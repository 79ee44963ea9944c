import {
  routes,
  type RouteBody,
  type ChatAction,
  type ConversationWithMessages,
  type Message,
  type ReplyEvent,
  type RewriteStyle,
  type ChatTurn,
} from '@parvis/contract'
import { call, open } from '../../api/browser.ts'
import { isConversationUnavailable } from '../../api/transport/api-error.ts'
import { documentFieldsOfRequest } from '../../writing/document-scope.ts'
import { pauseUntilOnline, readReply, resumeReply, type ReadOptions, type StreamDeps } from '../../api/transport/stream.ts'

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
  /** Document that the reply may change, and the blocks of it that may change; all without `block_ids`. */
  written_document_id?: string
  block_ids?: string[]
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
  /** Reads the fields of a question about the document open beside the conversation. Absent: no document can be open. */
  documentFields?: () => Promise<Pick<ReplyRequest, 'written_document_id' | 'block_ids'>>
  reply: (request: ReplyRequest, options: ReadOptions) => AsyncGenerator<ReplyEvent>
  resume: (stream_id: string, options: ReadOptions) => AsyncGenerator<ReplyEvent>
  stop: (stream_id: string) => Promise<unknown>
  /** Makes another version of a message the displayed one. */
  showVersion: (conversation_id: string, message_id: string) => Promise<unknown>
  rate: (conversation_id: string, message_id: string, rating: Message['feedback'], details?: FeedbackDetails) => Promise<unknown>
  pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** Calls `work` once, before the next frame is drawn, with the time of `performance.now()`. */
  nextFrame: (work: (time: number) => void) => void
  /** Whether text that arrived together may be displayed little by little: not with reduced motion. */
  canPace: () => boolean
}
/** Connections of the replies that a chat reads. */
export const streams: StreamDeps = { open, pause: pauseUntilOnline }

/** Operations that all chat screens share; each adds its own `enter` and `reply`. */
export const commonPort: Omit<ChatPort, 'enter' | 'reply'> = {
  documentFields: documentFieldsOfRequest,
  load: (id, signal) => call(routes.conversations.get, { params: { id }, signal }),
  resume: (stream_id, options) => resumeReply(streams, stream_id, 0, options),
  stop: (stream_id) => call(routes.chat.stop, { params: { stream_id } }),
  showVersion: (id, message_id) => call(routes.conversations.showVersion, { params: { id, message_id } }),
  rate: (id, message_id, rating, details) => call(routes.conversations.feedback, { params: { id, message_id }, body: { rating, ...details } }),
  pause: pauseUntilOnline,
  nextFrame: (work) => void requestAnimationFrame(work),
  canPace: () => !matchMedia('(prefers-reduced-motion: reduce)').matches,
}

interface AssistantChatChoice {
  assistant_id: string
  project_id: string | null
  /** Technical name of a document category. */
  library: string | null
  /** Conversation to resume, with its current assistant. One that was deleted, or that has no assistant, is replaced by a new one. */
  conversation_id: string | null
}

/** Creates the port of the assistant chat. */
export function assistantChatPort({ assistant_id, project_id, library, conversation_id }: AssistantChatChoice): ChatPort {
  return {
    ...commonPort,
    async enter(signal) {
      if (conversation_id !== null) {
        const existing = await call(routes.conversations.get, { params: { id: conversation_id }, signal }).catch((error: unknown) => {
          if (isConversationUnavailable(error)) return null
          throw error
        })
        if (existing !== null && existing.assistant_id !== null) return existing
      }
      return call(routes.conversations.findOrCreate, { body: { assistant_id, project_id, library }, signal })
    },
    reply({ history, conversation_id, ...request }, options) {
      // A saved conversation has its own context, which may have changed since, for example in another tab.
      const unsavedContext = conversation_id === null ? { assistant_id, project_id, library } : {}
      return readReply(streams, routes.chat.stream, { body: { messageHistory: history, conversation_id, ...unsavedContext, ...request } }, options)
    },
  }
}
