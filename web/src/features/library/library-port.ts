import { routes } from '@parvis/contract'
import { call } from '../../api/browser.ts'
import { readReply } from '../../api/transport/stream.ts'
import { commonPort, streams, type ChatPort } from '../../chat/machine/port.ts'
import { cachePromise } from '../../chat/machine/cache-promise.ts'

interface LibraryChoice {
  /** Technical name of the queried category. */
  category: string
  /** Conversation to resume; null for a new one. */
  conversation_id: string | null
}

interface LibraryPort extends ChatPort {
  /**
   * Connects the port to the screen. No conversation is created until `hasQuestion` returns true or a file is attached, so that looking at categories
   * leaves no empty conversations.
   */
  attach: (hasQuestion: () => boolean) => void
}

/** Creates the chat port of the library chat, whose conversations are stored on the server with their category. */
export function libraryPort({ category, conversation_id }: LibraryChoice): LibraryPort {
  let hasQuestion = () => false
  const createConversation = cachePromise(() => call(routes.conversations.findOrCreate, { body: { library: category } }))
  const openConversation = (signal: AbortSignal) => (conversation_id === null ? createConversation() : commonPort.load(conversation_id, signal))
  return {
    ...commonPort,
    attach: (look) => {
      hasQuestion = look
    },
    enter: async (signal) => (conversation_id === null && !hasQuestion() ? [] : openConversation(signal)),
    createConversation: openConversation,
    reply({ history, ...request }, options) {
      return readReply(streams, routes.chat.libraryStream, { body: { message: history.at(-1)?.content ?? '', category, ...request } }, options)
    },
  }
}
