import { routes, type RouteAnswer, type ListedAssistant } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { invalidate, queryFor, updateOptimistically } from '../../../api/queries.ts'
import { call } from '../../../api/browser.ts'

const { list, add, remove } = routes.assistantFavorites

/** Favourite assistants, then the most used ones, in the order of the home page. */
export function useFavoriteAssistants() {
  const starred = useQuery({ ...queryFor(list), select: (favorites) => favorites.map(({ assistant_id }) => assistant_id) })
  const used = useQuery({
    ...queryFor(routes.conversations.stats),
    select: (stats) => stats.conversations_by_assistant.map(({ assistant_id }) => assistant_id),
  })
  // Frozen at the first load, so that a card does not move when it is starred.
  const [order, setOrder] = useState<readonly string[] | null>(null)
  if (order === null && !starred.isPending && !used.isPending) setOrder([...(starred.data ?? []), ...(used.data ?? [])])
  const [failure, setFailure] = useState<string | null>(null)

  async function star({ id, name }: Pick<ListedAssistant, 'id' | 'name'>, isStarred: boolean) {
    setFailure(null)
    const set = (isShown: boolean) => (favorites: RouteAnswer<typeof list>) => [
      ...favorites.filter(({ assistant_id }) => assistant_id !== id),
      ...(isShown ? [{ assistant_id: id, assistant_name: name }] : []),
    ]
    const undo = updateOptimistically(list, set(isStarred))
    try {
      await call(isStarred ? add : remove, { params: { id } })
    } catch (error) {
      // Undoes this favourite only, because others may have been changed meanwhile.
      undo(set(!isStarred))
      setFailure(`Vos favoris n’ont pas pu être changés. ${sentenceOf(error, 'Veuillez réessayer.')}`)
    } finally {
      void invalidate(add)
    }
  }

  return { order, starred: starred.data ?? [], star, failure, dismissFailure: () => setFailure(null) }
}
