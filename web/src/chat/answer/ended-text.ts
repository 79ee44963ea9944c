import { closeOpenMarkup } from '@parvis/markdown'
import { shownText, type ChatMessage } from '../chat-state.ts'

/** A reply that broke off, with the marks closed that nothing more will close; nothing of what was written is held back. */
export function closedText(text: string): string {
  const closed = closeOpenMarkup(text)
  return closed.startsWith(text.trimEnd()) ? closed : text
}

/** What a message that is over says, wherever it goes: to the clipboard and into files as on the screen. */
export function endedText(message: Pick<ChatMessage, 'status' | 'content'>): string {
  const text = shownText(message)
  return message.status === 'interrompue' ? closedText(text) : text
}
