import { routes, type Assistant } from '@parvis/contract'
import { keyOf } from '../../api/ask.ts'
import { queryClient } from '../../api/query.ts'
import { countUse } from '../count-use.ts'

/** Has an assistant of a list answer, and counts that as a use of it. @param take makes it answer; false: it does not, or did already */
export async function callAssistant(assistant: Assistant, take: () => boolean | Promise<boolean>): Promise<void> {
  // What the screen tells of it is there already.
  queryClient.setQueryData(keyOf(routes.assistants.get, { params: { id: assistant.id } }), assistant)
  if (await take()) countUse(assistant.id)
}
