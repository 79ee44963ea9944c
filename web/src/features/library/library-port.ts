import { routes } from '@parvis/contract'
import { call, open } from '../../api/browser.ts'
import { pauseUntilOnline, readReply, type StreamDeps } from '../../api/transport/stream.ts'
import { commonPort } from '../../chat/delivery/browser-port.ts'
import type { ChatPort } from '../../chat/delivery/chat-port.ts'
import { madeOnce } from '../../chat/delivery/made-once.ts'

const streams: StreamDeps = { open, pause: pauseUntilOnline }

interface LibraryChoice {
  /** Technical name of the category that is asked. */
  category: string
  /** Conversation to resume; null for a new one. */
  conversation_id: string | null
}

interface LibraryPort extends ChatPort {
  /** Says how to know whether there is a question: before it, or a file, no conversation is made, or a look at each category would leave an empty one. */
  attach: (hasQuestion: () => boolean) => void
}

/** The door of the library chat: a conversation that the server keeps, with its category. */
export function libraryPort({ category, conversation_id }: LibraryChoice): LibraryPort {
  let hasQuestion = () => false
  const make = madeOnce(() => call(routes.conversations.findOrCreate, { body: { library: category } }))
  const place = (signal: AbortSignal) => (conversation_id === null ? make() : commonPort.load(conversation_id, signal))
  return {
    ...commonPort,
    attach: (look) => {
      hasQuestion = look
    },
    enter: async (signal) => (conversation_id === null && !hasQuestion() ? [] : place(signal)),
    place,
    reply({ history, ...request }, options) {
      return readReply(streams, routes.chat.libraryStream, { body: { message: history.at(-1)?.content ?? '', category, ...request } }, options)
    },
  }
}
