import { routes } from '@parvis/contract'
import { call, open } from '../../api/browser.ts'
import { pauseUntilOnline, readReply, type StreamDeps } from '../../api/transport/stream.ts'
import { commonPort } from '../../chat/delivery/browser-port.ts'
import type { ChatPort } from '../../chat/delivery/chat-port.ts'

const streams: StreamDeps = { open, pause: pauseUntilOnline }

interface LibraryChoice {
  /** Technical name of the category that is asked. */
  category: string
  /** Conversation to resume; null for a new one. */
  conversation_id: string | null
}

interface LibraryPort extends ChatPort {
  /** Says how to know whether there is a question: before it no conversation is made, or a look at each category would leave an empty one. */
  attach: (hasQuestion: () => boolean) => void
}

/** The door of the library chat: a conversation that the server keeps, with its category. */
export function libraryPort({ category, conversation_id }: LibraryChoice): LibraryPort {
  let hasQuestion = () => false
  return {
    ...commonPort,
    attach: (look) => {
      hasQuestion = look
    },
    async enter(signal) {
      if (conversation_id !== null) return commonPort.load(conversation_id, signal)
      return hasQuestion() ? call(routes.conversations.findOrCreate, { body: { library: category }, signal }) : []
    },
    reply({ history, ...request }, options) {
      return readReply(streams, routes.chat.libraryStream, { body: { message: history.at(-1)?.content ?? '', category, ...request } }, options)
    },
  }
}
