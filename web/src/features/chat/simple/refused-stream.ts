import type { ChatMessage } from '../../../chat/chat-state.ts'

/**
 * Creates the function that words a refused stream as chapter 8 requires (« Erreur HTTP: 500 »). Returns the same object for the same message, so that
 * unchanged messages do not render again.
 */
export function createRefusalWording(): (message: ChatMessage) => ChatMessage {
  const cache = new WeakMap<ChatMessage, ChatMessage>()
  return (message) => {
    if (!message.error?.startsWith('HTTP: ')) return message
    const worded = cache.get(message) ?? { ...message, error: `Erreur ${message.error}` }
    cache.set(message, worded)
    return worded
  }
}
