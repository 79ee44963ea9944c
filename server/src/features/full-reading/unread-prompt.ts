import { fenced, oneLine } from '../chat/fenced-text.ts'
import { unreadSentence } from './notices.ts'
import type { Unread } from './parts/readable-pages.ts'

/** Tells a model what of the documents it was not given; names are data like any text of a document. */
export const unreadPrompt = (unread: readonly Unread[]): string => `N’a pas été lu\u00a0:\n${fenced(unreadSentence(unread, oneLine))}`
