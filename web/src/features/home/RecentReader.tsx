import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { q } from '../../api/ask.ts'
import { useInstance } from '../../api/use-instance.ts'
import { queryClient } from '../../api/query.ts'
import { ownAssistants } from '../../layout/own-assistants/own-assistants.ts'
import { useNews, useRecent } from '../../chat/conversation/use-recent.ts'
import type { OwnWork } from './own-work.ts'

/** Conversations from the last active to the first: the list at hand begins with the pinned ones. */
const latestOf = <Row extends { updated_at: string; archived: boolean }>(rows: readonly Row[] | undefined): Row[] | undefined =>
  rows?.filter(({ archived }) => !archived).toSorted((a, b) => b.updated_at.localeCompare(a.updated_at))

/**
 * Reads what home offers a signed-in person to go on with; draws nothing. A file of its own because
 * visitors see home too, and need none of this.
 */
export function RecentReader({ onRead }: { onRead: (work: OwnWork) => void }) {
  const recent = useRecent()
  const used = useQuery({ ...q(routes.conversations.stats), select: (stats) => stats.conversations_by_assistant }, queryClient)
  const starred = useQuery(q(routes.assistantFavorites.list), queryClient)
  const news = useNews()
  const isDemonstration = useInstance()?.model.built_in === true
  // Of all at once: each would push what follows, before the eyes.
  const isKnown = !recent.isPending && !used.isPending && !starred.isPending && !news.isPending
  // Before the paint: what the cache holds is there at once.
  useLayoutEffect(() => {
    if (!isKnown) return
    onRead({ conversations: recent.isError ? [] : latestOf(recent.data), assistants: ownAssistants(starred.data, used.data), news: news.data, isDemonstration })
  }, [isKnown, onRead, recent.data, recent.isError, starred.data, used.data, news.data, isDemonstration])
  return null
}
