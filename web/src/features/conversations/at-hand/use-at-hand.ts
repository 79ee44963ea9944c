import { routes, type Answer, type RecentConversation } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { invalidate, keyOf, q } from '../../../api/ask.ts'
import { call } from '../../../api/browser.ts'
import { queryClient } from '../../../api/query.ts'

const { recent, update } = routes.conversations

/** The conversations of the sidebar. They follow what this tab and the others change. */
export const useAtHand = () => useQuery({ ...q(recent), staleTime: 0, select: ({ conversations }) => conversations }, queryClient)

/** Shows a change at once, before the server has said yes. @returns what puts back what was there */
function show(change: (rows: RecentConversation[]) => RecentConversation[]): () => void {
  const key = keyOf(recent)
  const before = queryClient.getQueryData<Answer<typeof recent>>(key)
  // An answer on its way would show what was before.
  void queryClient.cancelQueries({ queryKey: key })
  if (before) queryClient.setQueryData(key, { conversations: change(before.conversations) })
  return () => queryClient.setQueryData(key, before)
}

type Change = { title?: string; pinned?: boolean; archived?: boolean; seen?: true }

/** Changes a conversation where it stands; what is refused is put back. @throws {ApiError} */
export async function changeAtHand(id: string, change: Change): Promise<void> {
  const { seen, ...shown } = change
  const undo = show((rows) => {
    const changed = rows.map((row) => (row.id === id ? { ...row, ...shown, ...(seen && { reply: row.reply === 'unseen' ? null : row.reply }) } : row))
    return change.pinned === undefined ? changed : [...changed.filter(({ pinned }) => pinned), ...changed.filter(({ pinned }) => !pinned)]
  })
  try {
    await call(update, { params: { id }, body: change })
  } catch (error) {
    undo()
    throw error
  } finally {
    void invalidate(update)
  }
}
