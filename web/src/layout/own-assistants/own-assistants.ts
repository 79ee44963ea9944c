/** An assistant that a person knows. */
export type OwnAssistant = { assistant_id: string; assistant_name: string }

/** The assistants that a person starred, then those that they use, the most used first; each once. */
export function ownAssistants(starred: readonly OwnAssistant[] = [], used: readonly OwnAssistant[] = []): OwnAssistant[] {
  const isStarred = new Set(starred.map(({ assistant_id }) => assistant_id))
  return [...starred, ...used.filter(({ assistant_id }) => !isStarred.has(assistant_id))]
}
