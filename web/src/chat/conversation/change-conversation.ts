import { routes, type Conversation, type ConversationWithChanges } from '@parvis/contract'
import { changeRows, invalidate, showAtOnce } from '../../api/ask.ts'
import { call } from '../../api/browser.ts'

const { recent, update, page } = routes.conversations

/** Changes on their way. */
let underWay = 0

type Change = { title?: string; pinned?: boolean; archived?: boolean; seen?: true }

/** Changes a conversation where it stands, in every list; what is refused is put back. @throws {ApiError} */
export async function changeConversation(id: string, change: Change): Promise<Conversation> {
  const { seen, ...shown } = change
  const undo = showAtOnce(recent, ({ conversations, ...answer }) => {
    const changed = conversations
      .map((row) => (row.id === id ? { ...row, ...shown, ...(seen && { reply: row.reply === 'unseen' ? null : row.reply }) } : row))
      .filter(({ archived }) => !archived)
      .toSorted((one, other) => Number(other.pinned) - Number(one.pinned))
    return { ...answer, conversations: changed }
  })
  underWay += 1
  try {
    const changed = await call(update, { params: { id }, body: change })
    changeRows(page, (row) => (row.id === id ? { ...row, ...changed } : row))
    return changed
  } catch (error) {
    undo()
    throw error
  } finally {
    underWay -= 1
    // Those that are chosen together go together: the lists are asked again once, not for each of them.
    if (underWay === 0) void invalidate(update)
  }
}

/** What a conversation rests on from its next question; null takes it away. */
export type ContextChange = { assistant_id: string } | { project_id: string | null } | { library: string | null }

/** Changes what a conversation rests on; lists show it once the server has said yes. @throws {ApiError} */
export async function changeContext(id: string, change: ContextChange): Promise<ConversationWithChanges> {
  const { changes, ...changed } = await call(update, { params: { id }, body: change })
  changeRows(page, (row) => (row.id === id ? { ...row, ...changed } : row))
  void invalidate(update)
  return { changes, ...changed }
}
