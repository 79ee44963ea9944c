/** Favourite or recently used assistant of a person. */
export type FamiliarAssistant = { assistant_id: string; assistant_name: string }

/** Favourite assistants, then those most used, without duplicates. */
export function familiarAssistants(starred: readonly FamiliarAssistant[] = [], usedAssistants: readonly FamiliarAssistant[] = []): FamiliarAssistant[] {
  const isStarred = new Set(starred.map(({ assistant_id }) => assistant_id))
  return [...starred, ...usedAssistants.filter(({ assistant_id }) => !isStarred.has(assistant_id))]
}
