import { routes, type RouteAnswer } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { queryFor } from '../../api/queries.ts'
import { SectionNav } from '../../layout/sidebar/SectionNav.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { formatNumber } from '../../ui/words/formats.ts'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Table, type TableColumn } from '../../ui/lists/Table.tsx'
import { CommentList, reasonsInWords } from './CommentList.tsx'
import styles from './Opinions.module.css'

type Opinions = RouteAnswer<typeof routes.feedback.counts>[number]

const columns: readonly TableColumn<Opinions>[] = [
  { id: 'name', title: 'Assistant', isRowHeader: true, cell: ({ assistant_name }) => assistant_name ?? 'Sans assistant' },
  { id: 'positive', title: 'Positifs', align: 'end', cell: ({ positive }) => formatNumber(positive) },
  { id: 'negative', title: 'Négatifs', align: 'end', cell: ({ negative }) => formatNumber(negative) },
  { id: 'reasons', title: 'Raisons', cell: ({ reasons }) => reasonsInWords(reasons) },
]

/** Page of the feedback on answers, by assistant, with the comments written for administrators. It shows neither the authors nor the conversations. */
export function OpinionsPage() {
  const counts = useQuery({ ...queryFor(routes.feedback.counts), staleTime: 0 })
  const comments = useQuery({ ...queryFor(routes.feedback.comments), staleTime: 0 })
  const error = counts.error ?? comments.error
  const data = counts.data && comments.data && { counts: counts.data, comments: comments.data }

  function retry() {
    void counts.refetch()
    void comments.refetch()
  }

  return (
    <div className={styles.page}>
      <PageTitle lead="Ce que les agents ont pensé des réponses, pour améliorer les instructions de vos assistants.">Avis sur les réponses</PageTitle>
      <SectionNav section="steering" />
      {error && (
        <ErrorMessage onRetry={retry} isRetrying={counts.isFetching || comments.isFetching}>
          {sentenceOf(error, 'Impossible de charger les avis.')}
        </ErrorMessage>
      )}
      {!data && !error && <Skeleton shape="rows" count={5} label="Chargement des avis…" />}
      {data && (
        <>
          <p className={styles.promise}>
            <EyeOff aria-hidden />
            <span>Ni auteur, ni conversation, ni heure. Les avis ne quittent pas cette installation.</span>
          </p>
          {data.counts.length === 0 ? (
            <EmptyState motif="conversation" title="Aucun avis pour le moment.">
              Sous chaque réponse, les agents peuvent dire si elle les a aidés, et sinon pourquoi.
            </EmptyState>
          ) : (
            <>
              <Table
                caption="Avis par assistant"
                columns={columns}
                rows={data.counts}
                rowKey={({ assistant_id, assistant_name }) => `${assistant_id} ${assistant_name}`}
                isStacked
              />
              <CommentList comments={data.comments} />
            </>
          )}
        </>
      )}
    </div>
  )
}
