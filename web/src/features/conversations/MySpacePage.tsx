import { Bot, MessageSquareText, MessagesSquare, SquarePen } from 'lucide-react'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { formatNumber } from '../../ui/words/formats.ts'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { ConversationBrowser } from './ConversationBrowser.tsx'
import { ExpiringNotice } from './ExpiringNotice.tsx'
import styles from './MySpace.module.css'
import { OwnTokens } from './OwnTokens.tsx'
import { allAssistants, type Stats } from './conversation-filter.ts'
import { useConversations, useConversationStats } from './use-conversations.ts'

/** « Mon espace »: past conversations and what they amount to. */
export function MySpacePage() {
  const stats = useConversationStats()
  // The same list as the one below while nothing is searched: when it cannot be had, one message is enough for the whole page.
  const list = useConversations('', allAssistants, 'courantes')
  const hasNothing = list.isError && !list.rows

  function retry() {
    void stats.refetch()
    void list.refetch()
  }

  return (
    <div className={styles.page}>
      <PageTitle
        lead="Retrouvez vos conversations, reprenez-les où vous les aviez laissées."
        actions={
          <LinkButton variant="primary" icon={<SquarePen aria-hidden />} href={paths.chatbot()}>
            Nouvelle conversation
          </LinkButton>
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
        <Conversations stats={stats.data} isStatsError={stats.isError} onRetry={retry} isRetrying={stats.isFetching} />
      )}
    </div>
  )
}

interface ConversationsProps {
  stats: Stats | undefined
  isStatsError: boolean
  onRetry: () => void
  isRetrying: boolean
}

function Conversations({ stats, isStatsError, onRetry, isRetrying }: ConversationsProps) {
  return (
    <>
      {isStatsError && !stats ? (
        <ErrorMessage onRetry={onRetry} isRetrying={isRetrying}>
          Vos statistiques n’ont pas pu être chargées.
        </ErrorMessage>
      ) : (
        <div className={styles.figures}>
          <StatCards stats={stats} />
          <OwnTokens />
        </div>
      )}
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
    </>
  )
}

function StatCards({ stats }: { stats: Stats | undefined }) {
  const cards = [
    { label: 'Conversations', value: stats?.total_conversations, icon: <MessagesSquare aria-hidden /> },
    { label: 'Messages échangés', value: stats?.total_messages, icon: <MessageSquareText aria-hidden /> },
    { label: 'Assistants utilisés', value: stats?.conversations_by_assistant.length, icon: <Bot aria-hidden /> },
  ]
  return (
    <dl className={styles.stats}>
      {cards.map(({ label, value, icon }) => (
        <div key={label} className={styles.stat}>
          <dt>
            <span className={styles.statIcon}>{icon}</span>
            {label}
          </dt>
          <dd>{value === undefined ? '–' : formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
