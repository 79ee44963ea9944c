import type { News } from '@parvis/contract'
import type { FamiliarAssistant } from '../../layout/familiar-assistants/familiar-assistants.ts'
import type { HomeConversation } from './RecentConversations.tsx'

/** Data that the home page shows to a signed-in person. */
export interface HomeData {
  /** Latest first; undefined while they load, empty when there are none. */
  conversations?: readonly HomeConversation[] | undefined
  /** Favourite assistants, then the most used ones. */
  assistants?: readonly FamiliarAssistant[]
  /** Counts of the person's news; undefined if they could not be loaded. */
  news?: News | undefined
  /** The built-in demonstration model answers: administrators are told how to connect another one. */
  isDemonstration?: boolean
}
