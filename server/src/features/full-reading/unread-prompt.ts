import { fenceText, oneLine } from '../chat/fenced-text.ts'
import { unreadSentence } from './notices.ts'
import type { UnreadPart } from './parts/readable-pages.ts'

/** Tells the model what it was not given of the documents. Names are fenced, as data. */
export const unreadPrompt = (unread: readonly UnreadPart[]): string => `N’a pas été lu\u00a0:\n${fenceText(unreadSentence(unread, oneLine))}`
