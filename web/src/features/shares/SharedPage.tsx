import { routes, type SharedConversation } from '@parvis/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { MessageSquarePlus } from 'lucide-react'
import { useMemo, startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { invalidate, queryFor } from '../../api/queries.ts'
import { call } from '../../api/browser.ts'
import { isNotFound, sentenceOf } from '../../api/transport/api-error.ts'
import { BackButton } from '../../chat/header/ChatHeader.tsx'
import headerStyles from '../../chat/header/ChatHeader.module.css'
import listStyles from '../../chat/MessageList.module.css'
import { paths } from '../../paths.ts'
import { guardedNavigate } from '../../router/late-navigation.ts'
import { useParams } from '../../router/Routes.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { formatLongDate } from '../../ui/words/formats.ts'
import styles from './SharedPage.module.css'
import { SharedTurn } from './SharedTurn.tsx'
import { useReportSeen } from './use-shares.ts'
import { messagePageSize } from '../../chat/shown-messages.ts'

/** Read-only page of a shared conversation, which can be continued in a conversation of one's own. */
export function SharedPage() {
  const { shareId = '' } = useParams()
  const { data, error, refetch, isFetching } = useQuery({ ...queryFor(routes.shares.get, { params: { id: shareId } }), staleTime: 0 })
  // Once the share has ended, its cached content is not shown any more.
  if (isNotFound(error)) return <ShareNotFound />
  if (data) return <SharedConversationView share={data} />
  return (
    <div className={styles.alone}>
      <PageTitle tabTitle="Conversation partagée" isHidden>
        Conversation partagée
      </PageTitle>
      {error ? (
        <ErrorMessage query={{ refetch, isFetching }}>Cette conversation n’a pas pu être chargée.</ErrorMessage>
      ) : (
        <Skeleton shape="lines" count={8} label="Chargement de la conversation partagée…" />
      )}
    </div>
  )
}

/** Sentence shared by every reason, so that nothing is revealed to people without access. */
function ShareNotFound() {
  return (
    <div className={styles.alone}>
      <PageTitle>Partage introuvable</PageTitle>
      <EmptyState
        motif="conversation"
        title="Cette conversation n’est pas, ou n’est plus, partagée avec vous."
        action={<LinkButton href={paths.shares}>Voir les partages</LinkButton>}
      >
        Le partage a pu se terminer ou être retiré. Demandez à la personne qui l’a partagé de le rouvrir. Ce que vous en avez continué reste dans Mon espace.
      </EmptyState>
    </div>
  )
}

function SharedConversationView({ share }: { share: SharedConversation }) {
  const { title, owner_name, is_own, assistant_name, assistant_icon, expires_at, messages } = share
  useReportSeen([share])
  const shownCount = useProgressiveCount(messages.length)
  const author = useMemo(
    () => ({ name: assistant_name ?? 'Parvis', icon: <Icon name={assistant_icon ?? 'MessageCircle'} /> }),
    [assistant_name, assistant_icon],
  )
  return (
    <div className={styles.screen}>
      <header className={headerStyles.header}>
        <div className={headerStyles.bar}>
          <BackButton fallback={paths.shares} />
          <div className={headerStyles.what}>
            <PageTitle tabTitle={`${title} – Partage`}>{title}</PageTitle>
            <div className={headerStyles.aside}>
              <span className={styles.facts}>{`${is_own ? 'Partagée par vous' : `Partagée par ${owner_name}`} · jusqu’au ${formatLongDate(expires_at)}`}</span>
            </div>
          </div>
        </div>
      </header>
      <div className={listStyles.outer}>
        <div className={listStyles.frame} role="region" aria-label="Messages de la conversation" tabIndex={0}>
          <div className={listStyles.column}>
            {/* Same markup as in a normal conversation. */}
            <div role="log" aria-live="off" aria-label="Conversation" aria-busy={shownCount < messages.length} className={listStyles.log}>
              {messages.slice(0, shownCount).map((message) => (
                <SharedTurn key={message.place} message={message} questionHeading={is_own ? 'Votre message' : `Message de ${owner_name}`} author={author} />
              ))}
            </div>
          </div>
        </div>
      </div>
      <ShareActions share={share} />
    </div>
  )
}

/** Shown in place of the composer: the actions on the share. */
function ShareActions({ share }: { share: SharedConversation }) {
  const { id, is_own, is_continued, keeps_assistant, assistant_name, taken_at } = share
  const continueShare = useMutation({
    mutationFn: () => call(routes.shares.continue, { params: { id } }),
    onSuccess: () => void invalidate(routes.shares.continue),
    // The share has ended: refetching makes the page say so.
    onError: (error) => void (isNotFound(error) && invalidate(routes.shares.create)),
  })
  function press() {
    const guardedNavigateTo = guardedNavigate()
    continueShare.mutate(undefined, { onSuccess: ({ conversation }) => guardedNavigateTo(paths.resume(conversation)) })
  }
  const copy = `Copie en lecture seule du ${formatLongDate(taken_at)}.`
  return (
    <div className={styles.dock}>
      {continueShare.isError && !isNotFound(continueShare.error) && (
        <div className={styles.failure}>
          <Banner tone="error" onDismiss={continueShare.reset}>
            {sentenceOf(continueShare.error, 'La conversation n’a pas pu être continuée. Veuillez réessayer.')}
          </Banner>
        </div>
      )}
      <div className={styles.foot}>
        {is_own ? (
          <>
            <p>{`${copy} Voici ce que lisent ceux avec qui vous la partagez.`}</p>
            <LinkButton href={paths.shares}>Gérer vos partages</LinkButton>
          </>
        ) : (
          <>
            <p>
              {copy}{' '}
              {is_continued
                ? 'Vous la continuez déjà dans une conversation à vous.'
                : keeps_assistant
                  ? 'Continuez-la dans une conversation à vous, sans les fichiers de son auteur.'
                  : `L’assistant «\u00a0${assistant_name ?? ''}\u00a0» ne vous est pas proposé\u00a0: vous continuerez sans lui, ni les fichiers de l’auteur.`}
            </p>
            <Button variant="primary" icon={<MessageSquarePlus aria-hidden />} onPress={press} isPending={continueShare.isPending} pendingLabel="Copie…">
              {is_continued ? 'Reprendre ma conversation' : 'Continuer pour moi'}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

/** Delay between two batches, in milliseconds, so that the interactions of the reader come first. */
const batchDelayMs = 16

/**
 * Returns how many messages to render: a first batch at once, then the others batch by batch, so that the browser's find-in-page soon covers all of them.
 * Printing renders all of them at once.
 */
function useProgressiveCount(total: number): number {
  const [renderedCount, setDrawn] = useState(messagePageSize)
  const isWhole = renderedCount >= total
  useEffect(() => {
    if (isWhole) return undefined
    const timer = setTimeout(() => startTransition(() => setDrawn(renderedCount + messagePageSize)), batchDelayMs)
    const finish = () => flushSync(() => setDrawn(total))
    window.addEventListener('beforeprint', finish)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('beforeprint', finish)
    }
  }, [renderedCount, isWhole, total])
  return renderedCount
}
