import { routes, type Answer, type Conversation, type ConversationWithChanges, type RecentConversation } from '@parvis/contract'
import { changeRows, invalidate, keyOf } from '../../api/ask.ts'
import { call } from '../../api/browser.ts'
import { queryClient } from '../../api/query.ts'

const { recent, update, page } = routes.conversations

/** Shows a change at once, before the server has said yes. @returns what puts back what was there */
function show(change: (rows: RecentConversation[]) => RecentConversation[]): () => void {
  const key = keyOf(recent)
  const before = queryClient.getQueryData<Answer<typeof recent>>(key)
  // An answer on its way would show what was before.
  void queryClient.cancelQueries({ queryKey: key })
  if (before) queryClient.setQueryData(key, { ...before, conversations: change(before.conversations) })
  return () => queryClient.setQueryData(key, before)
}

/** Changes on their way. */
let underWay = 0

type Change = { title?: string; pinned?: boolean; archived?: boolean; seen?: true }

/** Changes a conversation where it stands, in every list; what is refused is put back. @throws {ApiError} */
export async function changeConversation(id: string, change: Change): Promise<Conversation> {
  const { seen, ...shown } = change
  const undo = show((rows) => {
    const changed = rows
      .map((row) => (row.id === id ? { ...row, ...shown, ...(seen && { reply: row.reply === 'unseen' ? null : row.reply }) } : row))
      .filter(({ archived }) => !archived)
    return change.pinned === undefined ? changed : [...changed.filter(({ pinned }) => pinned), ...changed.filter(({ pinned }) => !pinned)]
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
