import { routes, type Conversation, type ConversationWithChanges } from '@parvis/contract'
import { updateListRows, invalidate, updateOptimistically } from '../../api/queries.ts'
import { call } from '../../api/browser.ts'

const { recent, update, page } = routes.conversations

/** Number of changes being sent. */
let pendingCount = 0

type ConversationPatch = { title?: string; pinned?: boolean; archived?: boolean; seen?: true }

/** Changes a conversation, and shows the change at once in the recent list. A refused change is undone there. @throws {ApiError} */
export async function changeConversation(id: string, change: ConversationPatch): Promise<Conversation> {
  const { seen, ...visibleChanges } = change
  const undo = updateOptimistically(recent, ({ conversations, ...answer }) => {
    const changed = conversations
      .map((row) => (row.id === id ? { ...row, ...visibleChanges, ...(seen && { reply: row.reply === 'unseen' ? null : row.reply }) } : row))
      .filter(({ archived }) => !archived)
      .toSorted((one, other) => Number(other.pinned) - Number(one.pinned))
    return { ...answer, conversations: changed }
  })
  pendingCount += 1
  try {
    const changed = await call(update, { params: { id }, body: change })
    updateListRows(page, (row) => (row.id === id ? { ...row, ...changed } : row))
    return changed
  } catch (error) {
    undo()
    throw error
  } finally {
    pendingCount -= 1
    // Changes made together refresh the lists once, after the last of them.
    if (pendingCount === 0) void invalidate(update)
  }
}

/** Change of a conversation's context from the next question on; null removes the project or the library. */
export type ContextChange = { assistant_id: string } | { project_id: string | null } | { library: string | null }

/** Change of the models that read a conversation, from the next question on; null chooses none. */
export type ModelChange = { model_id: string | null } | { confidential: boolean }

/** Change of the day at which the next questions are asked; null: today. */
type AsOfChange = { as_of: string | null }

/** Changes the context of a conversation, its models or the day of its questions. Lists show the change once the server has accepted it. @throws {ApiError} */
export async function changeContext(id: string, change: ContextChange | ModelChange | AsOfChange): Promise<ConversationWithChanges> {
  const { changes, ...changed } = await call(update, { params: { id }, body: change })
  updateListRows(page, (row) => (row.id === id ? { ...row, ...changed } : row))
  void invalidate(update)
  return { changes, ...changed }
}
