import type { News } from '@parvis/contract'
import type { OwnAssistant } from '../../layout/own-assistants/own-assistants.ts'
import type { RecentConversation } from './RecentConversations.tsx'

/** What a signed-in person may go on with. */
export interface OwnWork {
  /** The latest first; undefined while they load, empty when there is none. */
  conversations?: readonly RecentConversation[] | undefined
  /** Those that they starred, then those that they use. */
  assistants?: readonly OwnAssistant[]
  /** Counts of their news; undefined where they could not be read. */
  news?: News | undefined
  /** The built-in demonstration model answers: administrators are told how to connect another. */
  isDemonstration?: boolean
}
