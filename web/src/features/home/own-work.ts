import type { RecentConversation } from './RecentConversations.tsx'

/** What a signed-in person may go on with. */
export interface OwnWork {
  /** The latest first; undefined while they load, empty when there is none. */
  conversations?: readonly RecentConversation[] | undefined
  /** Those that they use, the most used first. */
  assistants?: readonly { assistant_id: string; assistant_name: string }[]
}
