import { routes, type Assistant } from '@parvis/contract'
import { keyOf, queryClient } from '../../api/queries.ts'
import { countUse } from '../count-use.ts'

/**
 * Has an assistant answer the conversation, and counts it as a use.
 * @param applyChoice applies the choice; returns false when nothing changed, and no use is counted
 */
export async function switchAssistant(assistant: Assistant, applyChoice: () => boolean | Promise<boolean>): Promise<void> {
  // The list already holds what the screen shows of the assistant: no request is needed.
  queryClient.setQueryData(keyOf(routes.assistants.get, { params: { id: assistant.id } }), assistant)
  if (await applyChoice()) countUse(assistant.id)
}
