import { Bot, MessageSquareText, MessagesSquare } from 'lucide-react';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { formatNumber } from '../../ui/formats.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ConversationBrowser } from './ConversationBrowser.tsx';
import styles from './MySpace.module.css';
import { assistantsUsed, type Stats } from './conversation-filter.ts';
import { useConversationStats } from './use-conversations.ts';

/** « Mon espace »: past conversations and what they amount to. */
export function MySpacePage() {
  const { data: stats, isError, refetch, isFetching } = useConversationStats();
  return (
    <div className={styles.page}>
      <PageTitle
        lead="Retrouvez vos conversations, reprenez-les où vous les aviez laissées."
        actions={<LinkButton variant="primary" icon={<MessagesSquare aria-hidden />} href={paths.assistants}>Nouvelle conversation</LinkButton>}
      >
        Mon espace
      </PageTitle>
      {isError && !stats && <ErrorMessage onRetry={() => void refetch()} isRetrying={isFetching}>Vos statistiques n’ont pas pu être chargées.</ErrorMessage>}
      {!isError && <StatCards stats={stats} />}
      {stats?.total_conversations === 0 ? (
        <EmptyState motif="conversation" title="Aucune conversation pour le moment" action={<LinkButton href={paths.assistants}>Choisir un assistant</LinkButton>}>
          Elles apparaîtront ici dès votre premier échange, et vous pourrez les reprendre, les renommer ou les supprimer.
        </EmptyState>
      ) : <ConversationBrowser stats={stats} />}
    </div>
  );
}

function StatCards({ stats }: { stats: Stats | undefined }) {
  const cards = [
    { label: 'Conversations', value: stats?.total_conversations, icon: <MessagesSquare aria-hidden /> },
    { label: 'Messages échangés', value: stats?.total_messages, icon: <MessageSquareText aria-hidden /> },
    { label: 'Assistants utilisés', value: stats && assistantsUsed(stats), icon: <Bot aria-hidden /> },
  ];
  return (
    <dl className={styles.stats}>
      {cards.map(({ label, value, icon }) => (
        <div key={label} className={styles.stat}>
          <dt><span className={styles.statIcon}>{icon}</span>{label}</dt>
          <dd>{value === undefined ? '–' : formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
