import { routes } from '@parvis/contract'
import { isConversationUnavailable } from '../../api/transport/api-error.ts'
import { call, open } from '../../api/browser.ts'
import { pauseUntilOnline, readReply, resumeReply, type StreamDeps } from '../../api/transport/stream.ts'
import type { ChatPort } from './port.ts'

const streams: StreamDeps = { open, pause: pauseUntilOnline }

/** Operations that all chat screens share; each adds its own `enter` and `reply`. */
export const commonPort: Omit<ChatPort, 'enter' | 'reply'> = {
  load: (id, signal) => call(routes.conversations.get, { params: { id }, signal }),
  resume: (stream_id, options) => resumeReply(streams, stream_id, 0, options),
  stop: (stream_id) => call(routes.chat.stop, { params: { stream_id } }),
  showVersion: (id, message_id) => call(routes.conversations.showVersion, { params: { id, message_id } }),
  rate: (id, message_id, rating, details) => call(routes.conversations.feedback, { params: { id, message_id }, body: { rating, ...details } }),
  pause: pauseUntilOnline,
  nextFrame: (work) => void requestAnimationFrame(work),
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
