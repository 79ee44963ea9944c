import type { ChatMessage } from '../../../chat/chat-state.ts'

/** A message in the words of chapter 8 for a refused stream. Kept, so that what has not changed is not drawn again. */
export function wordRefusals(): (message: ChatMessage) => ChatMessage {
  const known = new WeakMap<ChatMessage, ChatMessage>()
  return (message) => {
    if (!message.error?.startsWith('HTTP: ')) return message
    const shown = known.get(message) ?? { ...message, error: `Erreur ${message.error}` }
    known.set(message, shown)
    return shown
  }
}
