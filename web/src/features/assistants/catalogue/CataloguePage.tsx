import { routes, type AssistantCategory, type RouteAnswer, type ListedAssistant } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { queryFor, invalidate, updateOptimistically } from '../../../api/queries.ts'
import { listSearch, idParam, pageCountParam } from '../../../router/search-param.ts'
import { paths, type missingAssistantState } from '../../../paths.ts'
import { navigate } from '../../../router/location.ts'
import { Link } from '../../../router/Link.tsx'
import { useLocation } from '../../../router/Router.tsx'
import { useSearchParamState } from '../../../router/use-search-param-state.ts'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { plural } from '../../../ui/words/formats.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { useNewsSeen } from '../../../chat/news/EntryCount.tsx'
import { PageTitle } from '../../../ui/content/PageTitle.tsx'
import { Skeleton, useDeferredReady } from '../../../ui/feedback/Skeleton.tsx'
import { SearchField } from '../../../ui/fields/SearchField.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CatalogueGrid } from './CatalogueGrid.tsx'
import styles from './CataloguePage.module.css'
import { CategoryChips } from './CategoryChips.tsx'
import { ContextSelectors } from './ContextSelectors.tsx'
import { filterAssistants, ownFirst } from './filter-assistants.ts'
import { call } from '../../../api/browser.ts'

/** URL parameters of the catalogue. A project page links here with its project. */
const searchParams = { search: listSearch, category: idParam('categorie'), project: idParam('project'), library: idParam('library'), pages: pageCountParam }

/** Constant, because a new array at each render would make `CategoryChips` measure its line again. */
const noCategories: readonly AssistantCategory[] = []

/** Catalogue of the assistants, with the project and the library for the next conversation (specification, chapter 2). */
export function CataloguePage() {
  const assistants = useQuery(queryFor(routes.assistants.catalogue))
  const categories = useQuery({ ...queryFor(routes.assistants.categories), staleTime: 300_000 })
  useNewsSeen('assistants', assistants.data !== undefined)
  const { displayedValues, change } = useSearchParamState(searchParams)
  const { search } = displayedValues
  // Ignores a category that has been deleted.
  const category = categories.data?.every(({ id }) => id !== displayedValues.category) ? null : displayedValues.category || null
  const [project, library] = [displayedValues.project || null, displayedValues.library || null]
  const favorites = useFavoriteAssistants()
  const found = useMemo(
    () => filterAssistants(ownFirst(assistants.data ?? [], favorites.order ?? []), search, category),
    [assistants.data, favorites.order, search, category],
  )
  const isReady = useDeferredReady(assistants.isSuccess && favorites.order !== null)

  return (
    <>
      <PageTitle lead={<Lead count={isReady ? found.length : null} hasOwn={assistants.data?.some(({ is_own }) => is_own) === true} />}>
        Catalogue des Assistants
      </PageTitle>
      <AssistantMissingNotice />
      {favorites.failure && (
        <div className={styles.notice}>
          <Banner tone="error" onDismiss={favorites.dismissFailure}>
            {favorites.failure}
          </Banner>
        </div>
      )}
      <div className={styles.tools}>
        <div>
          <SearchField
            label="Rechercher un assistant"
            placeholder="Rechercher par nom ou description"
            value={search}
            onChange={(text) => change({ search: text })}
          />
        </div>
        <ContextSelectors
          project={project}
          onProject={(id) => change({ project: id ?? '' })}
          library={library}
          onLibrary={(name) => change({ library: name ?? '' })}
        />
        <CategoryChips categories={categories.data ?? noCategories} value={category} onChange={(id) => change({ category: id ?? '' })} />
      </div>
      {!isReady && !assistants.isError && <Skeleton shape="cards" count={6} label="Chargement des assistants…" />}
      {assistants.isError && (
        <ErrorMessage query={assistants}>{`Impossible de charger les assistants. ${sentenceOf(assistants.error, 'Veuillez réessayer.')}`}</ErrorMessage>
      )}
      {isReady &&
        (found.length === 0 ? (
          <EmptyState
            motif="recherche"
            title="Aucun assistant trouvé avec ces critères."
            action={(search || category) && <Button onPress={() => change({ search: '', category: '' })}>Voir tous les assistants</Button>}
          />
        ) : (
          <CatalogueGrid
            assistants={found}
            pages={displayedValues.pages}
            onMore={() => change({ pages: displayedValues.pages + 1 }, true)}
            project={project}
            library={library}
            starred={favorites.starred}
            onStar={(assistant, isStarred) => void favorites.star(assistant, isStarred)}
          />
        ))}
    </>
  )
}

/** Number of assistants, and a link to the person's own ones. @param count null while it is unknown */
function Lead({ count, hasOwn }: { count: number | null; hasOwn: boolean }) {
  return (
    <>
      <span role="status">{count !== null && plural(count, 'assistant')}</span>
      {count !== null && ' · '}
      <Link to={paths.ownAssistants}>{hasOwn ? 'Mes assistants' : 'Créer mon assistant'}</Link>
    </>
  )
}

/** Warning shown after a redirect from an assistant that no longer exists. */
function AssistantMissingNotice() {
  const { pathname, search, state } = useLocation()
  if (!(state as Partial<typeof missingAssistantState> | null)?.isAssistantGone) return null
  return (
    <div className={styles.notice}>
      <Banner tone="warning" onDismiss={() => navigate(pathname + search, { replace: true })}>
        Cet assistant n’est plus disponible. Choisissez-en un autre&nbsp;: vos conversations avec lui sont gardées dans Mon espace.
      </Banner>
    </div>
  )
}

const { list, add, remove } = routes.assistantFavorites

/** Favourite assistants, then the most used ones, in the order of the home page. */
function useFavoriteAssistants() {
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
