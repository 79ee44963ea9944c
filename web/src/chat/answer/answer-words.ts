import type { ModelLevel } from '@parvis/contract'
import { closeOpenMarkup } from '@parvis/markdown'
import type { ChatMessage } from '../machine/state.ts'
import { displayedText } from './reply-sentences.ts'

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

/** Model that wrote an answer: its id in the settings; null when none was called or it is unknown. */
export interface AnswerModel {
  model: string | null
  /** Its level at that time; null for answers older than levels. */
  level: ModelLevel | null
  /** Whether the expected model failed to answer. */
  isFallback: boolean
}
