import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { q } from '../../api/ask.ts'
import { useInstance } from '../../api/use-instance.ts'
import { queryClient } from '../../api/query.ts'
import { ownAssistants } from '../../layout/own-assistants/own-assistants.ts'
import { useNews, useRecent } from '../../chat/conversation/use-recent.ts'
import type { OwnWork } from './own-work.ts'

/** Sorts conversations by last activity: the list of recent ones begins with the pinned ones. */
const latestOf = <Row extends { updated_at: string; archived: boolean }>(rows: readonly Row[] | undefined): Row[] | undefined =>
  rows?.filter(({ archived }) => !archived).toSorted((a, b) => b.updated_at.localeCompare(a.updated_at))

/**
 * Loads the data that home offers a signed-in person, and passes it to `onRead`; renders nothing. In a separate file, because visitors see home too and do
 * not need this code.
 */
export function RecentReader({ onRead }: { onRead: (work: OwnWork) => void }) {
  const recent = useRecent()
  const used = useQuery({ ...q(routes.conversations.stats), select: (stats) => stats.conversations_by_assistant }, queryClient)
  const starred = useQuery(q(routes.assistantFavorites.list), queryClient)
  const news = useNews()
  const isDemonstration = useInstance()?.model.built_in === true
  // Passed on all at once: each part arriving alone would push the rest of the page down.
  const isKnown = !recent.isPending && !used.isPending && !starred.isPending && !news.isPending
  // A layout effect, so that cached data is shown at the first paint.
  useLayoutEffect(() => {
    if (!isKnown) return
    onRead({ conversations: recent.isError ? [] : latestOf(recent.data), assistants: ownAssistants(starred.data, used.data), news: news.data, isDemonstration })
  }, [isKnown, onRead, recent.data, recent.isError, starred.data, used.data, news.data, isDemonstration])
  return null
}
