import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { queryFor, queryClient } from '../../api/queries.ts'
import { useInstance } from '../../api/use-instance.ts'
import { familiarAssistants } from '../../layout/familiar-assistants/familiar-assistants.ts'
import { useNews, useRecentConversations } from '../../chat/conversation/use-recent-conversations.ts'
import type { HomeData } from './HomePage.tsx'

/** Sorts conversations by last activity: the list of recent ones begins with the pinned ones. */
const sortByActivity = <Row extends { updated_at: string; archived: boolean }>(rows: readonly Row[] | undefined): Row[] | undefined =>
  rows?.filter(({ archived }) => !archived).toSorted((a, b) => b.updated_at.localeCompare(a.updated_at))

/**
 * Loads the data that home offers a signed-in person, and passes it to `onRead`; renders nothing. In a separate file, because visitors see home too and do
 * not need this code.
 */
export function HomeDataLoader({ onRead: onLoad }: { onRead: (work: HomeData) => void }) {
  const recent = useRecentConversations()
  const statsQuery = useQuery({ ...queryFor(routes.conversations.stats), select: (stats) => stats.conversations_by_assistant }, queryClient)
  const starred = useQuery(queryFor(routes.assistantFavorites.list), queryClient)
  const news = useNews()
  const isDemonstration = useInstance()?.model.built_in === true
  // Passed on all at once: each part arriving alone would push the rest of the page down.
  const isLoaded = !recent.isPending && !statsQuery.isPending && !starred.isPending && !news.isPending
  // A layout effect, so that cached data is shown at the first paint.
  useLayoutEffect(() => {
    if (!isLoaded) return
    onLoad({
      conversations: recent.isError ? [] : sortByActivity(recent.data),
      assistants: familiarAssistants(starred.data, statsQuery.data),
      news: news.data,
      isDemonstration,
    })
  }, [isLoaded, onLoad, recent.data, recent.isError, starred.data, statsQuery.data, news.data, isDemonstration])
  return null
}
