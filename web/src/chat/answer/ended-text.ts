import { closeOpenMarkup } from '@parvis/markdown'
import { displayedText, type ChatMessage } from '../chat-state.ts'

/** Closes the Markdown marks left open by an interrupted reply. Returns the text unchanged if closing them would remove part of it. */
export function withClosedMarkup(text: string): string {
  const closed = closeOpenMarkup(text)
  return closed.startsWith(text.trimEnd()) ? closed : text
}

/** Text of a finished message, as shown on the screen, copied to the clipboard and written to files. */
export function finishedText(message: Pick<ChatMessage, 'status' | 'content'>): string {
  const text = displayedText(message)
  return message.status === 'interrompue' ? withClosedMarkup(text) : text
}
