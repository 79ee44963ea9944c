import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { Sparkles, SquarePen, UsersRound } from 'lucide-react'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { useNewShares } from '../../chat/conversation/use-recent-conversations.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { formatNumber } from '../../ui/words/formats.ts'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { ConversationBrowser } from './ConversationBrowser.tsx'
import { ExpiringNotice } from './ExpiringNotice.tsx'
import styles from './MySpace.module.css'
import { allAssistants, type Stats } from './conversation-filter.ts'
import { useConversations, useConversationStats } from './use-conversations.ts'
import { queryFor } from '../../api/queries.ts'
import { Link } from '../../router/Link.tsx'
import { tokensSentence } from './my-space-words.ts'

/** « Mon espace »: the person's conversations and their statistics. */
export function MySpacePage() {
  const stats = useConversationStats()
  // Shares the query of the list below when nothing is searched: if it fails, a single message replaces the whole page.
  const list = useConversations('', allAssistants, 'courantes')
  const newShares = useNewShares(true)
  const hasNothing = list.isError && !list.rows

  function retry() {
    void stats.refetch()
    void list.refetch()
  }

  return (
    <div className={styles.page}>
      <PageTitle
        actions={
          <>
            <LinkButton icon={<Sparkles aria-hidden />} href={paths.personalPrompts}>
              Mes prompts
            </LinkButton>
            <LinkButton icon={<UsersRound aria-hidden />} href={paths.shares}>
              Partages
              {newShares > 0 && (
                <>
                  {` (${formatNumber(newShares)}`}
                  <VisuallyHidden>{newShares > 1 ? ' nouveaux' : ' nouveau'}</VisuallyHidden>)
                </>
              )}
            </LinkButton>
            <div className={styles.new}>
              <LinkButton variant="primary" icon={<SquarePen aria-hidden />} href={paths.newConversation}>
                Nouvelle conversation
              </LinkButton>
            </div>
          </>
        }
      >
        Mon espace
      </PageTitle>
      <ExpiringNotice />
      {hasNothing ? (
        <ErrorMessage onRetry={retry} isRetrying={list.isFetching}>
          Vos conversations n’ont pas pu être chargées. Rien n’est perdu.
        </ErrorMessage>
      ) : (
        <>
          <div className={styles.line}>
            {stats.isError && !stats.data ? (
              <ErrorMessage onRetry={retry} isRetrying={stats.isFetching}>
                Vos statistiques n’ont pas pu être chargées.
              </ErrorMessage>
            ) : (
              <Figures stats={stats.data} />
            )}
            <Link to={paths.writtenDocuments}>Documents rédigés</Link>
          </div>
          <Conversations stats={stats.data} isListed={list.rows !== undefined} />
        </>
      )}
    </div>
  )
}

function Conversations({ stats, isListed }: { stats: Stats | undefined; isListed: boolean }) {
  return (
    <>
      {stats?.total_conversations === 0 ? (
        <EmptyState
          motif="conversation"
          title="Aucune conversation pour le moment"
          action={<LinkButton href={paths.assistants}>Choisir un assistant</LinkButton>}
        >
          Elles apparaîtront ici dès votre premier échange, et vous pourrez les reprendre, les renommer ou les supprimer.
        </EmptyState>
      ) : (
        <ConversationBrowser stats={stats} />
      )}
      {/* Shown after the list has loaded, which would otherwise push it down. */}
      {isListed && <OwnTokens />}
    </>
  )
}

/** The three figures of the specification (chapter 2), on one line. */
function Figures({ stats }: { stats: Stats | undefined }) {
  const figures = [
    { label: 'Conversations', value: stats?.total_conversations },
    { label: 'Messages échangés', value: stats?.total_messages },
    { label: 'Assistants utilisés', value: stats?.conversations_by_assistant.length },
  ]
  return (
    <dl className={styles.stats} data-awaited={stats === undefined || undefined}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === undefined ? '–' : formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Sentence about the person's tokens this month; renders nothing without a count. */
function OwnTokens() {
  const { data } = useQuery({ ...queryFor(routes.conversations.consumption), staleTime: 0 })
  const sentence = data && tokensSentence(data)
  if (!sentence) return null
  return (
    <p className={styles.tokens}>
      {sentence} {data?.is_counting && 'Le calcul est en cours\u00a0: ce nombre va augmenter. '}
      <Link to={`${paths.help}#faq`}>Qu’est-ce qu’un jeton&nbsp;?</Link>
    </p>
  )
}
