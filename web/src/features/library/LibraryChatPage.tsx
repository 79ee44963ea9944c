import { routes } from '@parvis/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { isConversationUnavailable, sentenceOf } from '../../api/transport/api-error.ts'
import { neverRefetched, queryFor } from '../../api/queries.ts'
import { useUser } from '../../api/browser.ts'
import { isCategoryNamed } from '../../chat/context/library-state.ts'
import { ChatLoading } from '../../chat/ChatNotices.tsx'
import styles from '../../chat/ChatScreen.module.css'
import { paths } from '../../paths.ts'
import { Composer } from '../../chat/composer/Composer.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { useDeferredReady } from '../../ui/feedback/Skeleton.tsx'
import { chosenCategory, emptyCategory, libraryChoices, unavailableCategory, unavailableSentence, nextPollMs } from './library-summary.ts'
import { LibraryChat, noCategoryPlaceholder } from './LibraryChat.tsx'
import { LibraryHeader } from './LibraryHeader.tsx'
import { useLibraryEntry } from './use-library-entry.ts'

/** Library chat (specification, chapter 2). Query parameters: category, or conversation to resume one. */
export function LibraryChatPage() {
  const { entry, show, begin, onEntered, failure, forgetFailure } = useLibraryEntry()
  const library = useLibraryCategories()
  const resumedQuery = useQuery({
    ...queryFor(routes.conversations.get, { params: { id: entry.conversation! } }),
    enabled: entry.conversation !== null,
    // While it is open, the chat keeps the conversation up to date; it is refetched at the next visit.
    meta: neverRefetched,
    staleTime: 0,
  })
  const isDrawn = useDeferredReady(library.data !== undefined && (entry.conversation === null || !resumedQuery.isPending))

  // Data already loaded is kept: a failed refetch of the list must not close an open conversation.
  if (library.isError && !library.data) return <LoadFailure query={library} sentence="Les catégories de documents n’ont pas pu être chargées." />
  const isLost = resumedQuery.isError && !resumedQuery.data
  if (isLost && !isConversationUnavailable(resumedQuery.error))
    return <LoadFailure query={resumedQuery} sentence="Votre conversation n’a pas pu être chargée." />
  if (!library.data || !isDrawn)
    return (
      <>
        <PageTitle isHidden>Bibliothèque documentaire</PageTitle>
        <ChatLoading>Chargement de la bibliothèque…</ChatLoading>
      </>
    )

  const requestedCategory = entry.moved ?? resumedQuery.data?.library ?? entry.category
  const categories = libraryChoices(library.data.categories, requestedCategory)
  const availableCategory = chosenCategory(categories, requestedCategory)
  // A conversation whose category can no longer be queried can still be read.
  const category = availableCategory ?? (requestedCategory !== null && entry.current !== null && !isLost ? emptyCategory(requestedCategory) : null)
  const unavailableName = unavailableCategory(categories, requestedCategory)
  if (category === null) return <NoCategory />
  // Keeps the shown category: one that is renamed or added later must not replace it.
  if (requestedCategory === null) show(category.name)
  // A rename of the category must not remount the open conversation.
  const identity = requestedCategory !== null && isCategoryNamed(category, requestedCategory) ? requestedCategory : category.name
  return (
    <LibraryChat
      key={`${identity} ${entry.serial}`}
      category={category}
      // The conversation on the screen: if its category is closed to the person meanwhile, a new chat begins.
      conversationId={isLost && entry.current === entry.conversation ? null : entry.current}
      isReadOnly={availableCategory === null}
      onEntered={(conversation) => onEntered(category.name, conversation)}
      renderHeader={(conversation, waiting, models) => (
        <>
          <LibraryHeader models={models} categories={categories} category={category} conversation={conversation} waiting={waiting} onBegin={begin} />
          {unavailableName !== null && (
            <div className={styles.above}>
              <Banner tone="warning">{unavailableSentence(unavailableName, availableCategory)}</Banner>
            </div>
          )}
          {failure !== null && (
            <div className={styles.above}>
              <Banner tone="error" onDismiss={forgetFailure}>
                {failure}
              </Banner>
            </div>
          )}
        </>
      )}
    />
  )
}

const CenteredPage = ({ children }: { children: React.ReactNode }) => (
  <div className={styles.alone}>
    <PageTitle>Bibliothèque documentaire</PageTitle>
    {children}
  </div>
)

/** @param sentence shown when the server gives none */
function LoadFailure({ query, sentence }: { query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>; sentence: string }) {
  return (
    <CenteredPage>
      <ErrorMessage query={query}>{sentenceOf(query.error, sentence)}</ErrorMessage>
    </CenteredPage>
  )
}

/** Without a category there is nothing to query: the composer is shown disabled. */
function NoCategory() {
  const user = useUser()
  return (
    <div className={styles.screen}>
      <div className={styles.alone}>
        <PageTitle>Bibliothèque documentaire</PageTitle>
        {user.is_admin ? (
          <EmptyState
            motif="document"
            title="Aucune catégorie de documents disponible"
            action={<LinkButton href={paths.documents}>Ouvrir la base documentaire</LinkButton>}
          >
            Déposez-y des documents&nbsp;: la catégorie où vous les classez s’interroge ensuite ici.
          </EmptyState>
        ) : (
          <EmptyState motif="document" title="Aucune catégorie de documents disponible">
            Veuillez contacter l’administrateur&nbsp;: des documents doivent d’abord être déposés dans la base documentaire.
          </EmptyState>
        )}
      </div>
      <div className={styles.dock}>
        <Composer text="" onChange={() => undefined} onSend={() => undefined} onStop={() => undefined} mode="waiting" placeholder={noCategoryPlaceholder} />
      </div>
    </div>
  )
}

/** Categories that can be queried, polled while an index is being built. */
function useLibraryCategories() {
  // Time at which each data object first appeared. Unchanged data keeps its object (structural sharing), so this gives how long it has not changed.
  const [firstSeen] = useState(() => new WeakMap<object, number>())
  return useQuery({
    ...queryFor(routes.library.categories),
    refetchInterval: ({ state: { data, dataUpdatedAt } }) => {
      if (data === undefined) return false
      if (!firstSeen.has(data)) firstSeen.set(data, dataUpdatedAt)
      return nextPollMs(data.categories, dataUpdatedAt - firstSeen.get(data)!)
    },
  })
}
