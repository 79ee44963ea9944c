/** Favourite or recently used assistant of a person. */
export type OwnAssistant = { assistant_id: string; assistant_name: string }

/** Favourite assistants, then those most used, without duplicates. */
export function ownAssistants(starred: readonly OwnAssistant[] = [], used: readonly OwnAssistant[] = []): OwnAssistant[] {
  const isStarred = new Set(starred.map(({ assistant_id }) => assistant_id))
  return [...starred, ...used.filter(({ assistant_id }) => !isStarred.has(assistant_id))]
}
