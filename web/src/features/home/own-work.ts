import type { RecentConversation } from './RecentConversations.tsx'

/** What a signed-in person may go on with. */
export interface OwnWork {
  /** The latest first; undefined while they load, empty when there is none. */
  conversations?: readonly RecentConversation[] | undefined
  /** Those that they starred, then those that they use. */
  assistants?: readonly OwnAssistant[]
}

type OwnAssistant = { assistant_id: string; assistant_name: string }

/** The assistants that a person starred, then those that they use, the most used first; each once. */
export function ownAssistants(starred: readonly OwnAssistant[] = [], used: readonly OwnAssistant[] = []): OwnAssistant[] {
  const isStarred = new Set(starred.map(({ assistant_id }) => assistant_id))
  return [...starred, ...used.filter(({ assistant_id }) => !isStarred.has(assistant_id))]
}
