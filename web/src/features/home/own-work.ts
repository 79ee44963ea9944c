import type { News } from '@parvis/contract'
import type { OwnAssistant } from '../../layout/own-assistants/own-assistants.ts'
import type { RecentConversation } from './RecentConversations.tsx'

/** Data that the home page shows to a signed-in person. */
export interface OwnWork {
  /** Latest first; undefined while they load, empty when there are none. */
  conversations?: readonly RecentConversation[] | undefined
  /** Favourite assistants, then the most used ones. */
  assistants?: readonly OwnAssistant[]
  /** Counts of the person's news; undefined if they could not be loaded. */
  news?: News | undefined
  /** The built-in demonstration model answers: administrators are told how to connect another one. */
  isDemonstration?: boolean
}
