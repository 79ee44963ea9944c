import { routes, type ChangedFigure } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { ArrowRightLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { queryFor } from '../../api/queries.ts'
import { ApiError, isTemporary, sentenceOf } from '../../api/transport/api-error.ts'
import { idParam } from '../../router/search-param.ts'
import { useSearchParamState } from '../../router/use-search-param-state.ts'
import { Button } from '../../ui/Button.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { Table, type TableColumn } from '../../ui/lists/Table.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { changeAnchor, ChangeList } from './ChangeList.tsx'
import styles from './Comparison.module.css'
import { figureText, summaryOf } from './comparison-words.ts'
import { DocumentChoice } from './DocumentChoice.tsx'
import { ResultActions } from './ResultActions.tsx'
import { Summary } from './Summary.tsx'

/** URL parameters of the page: ids of the two documents. */
const compareParams = { before: idParam('avant'), after: idParam('apres') }

/** Interval between two attempts while a document is being read, in milliseconds. */
const readingPollMs = 3_000

const isReading = (error: unknown): boolean => error instanceof ApiError && error.code === 'documents.not_read'

/** « Comparer deux documents »: choice of the two, then what changes in figures, then the changes. The choice is in the URL. */
export function ComparePage() {
  const { urlValues, change } = useSearchParamState(compareParams)
  const { before, after } = urlValues
  const isChosen = before !== '' && after !== '' && before !== after
  const comparison = useComparison(before, after, isChosen)
  const names = comparison.data
  return (
    <div className={styles.page}>
      <PageTitle lead="Deux versions d’un règlement, d’une convention, d’un cahier des charges&nbsp;: ce qui change, mot à mot. La typographie seule n’est pas un changement.">
        Comparer deux documents
      </PageTitle>
      <div className={styles.choices}>
        <DocumentChoice title="Avant" chosen={before} name={names?.before.name} other={after} onChoose={(id) => change({ before: id })} />
        <DocumentChoice title="Après" chosen={after} name={names?.after.name} other={before} onChoose={(id) => change({ after: id })} />
      </div>
      {before !== '' && after !== '' && (
        <div className={styles.swap}>
          <Button size="s" variant="quiet" icon={<ArrowRightLeft aria-hidden />} onPress={() => change({ before: after, after: before })}>
            Échanger avant et après
          </Button>
        </div>
      )}
      {before !== '' && before === after ? (
        <Banner tone="info">Choisissez deux documents différents.</Banner>
      ) : !isChosen ? (
        <EmptyState motif="document" title="Choisissez deux documents">
          Ceux de la base, les vôtres, ou deux fichiers que vous déposez.
        </EmptyState>
      ) : (
        <Outcome key={`${before} ${after}`} comparison={comparison} />
      )}
    </div>
  )
}

/** Compares two documents, and asks again while one of them is being read. */
const useComparison = (before: string, after: string, enabled: boolean) =>
  useQuery({
    ...queryFor(routes.comparisons.compare, { body: { before, after } }),
    enabled,
    retry: (failures, error) => failures < 2 && isTemporary(error),
    refetchInterval: ({ state }) => (isReading(state.error) ? readingPollMs : false),
  })
type ComparisonQuery = ReturnType<typeof useComparison>

function Outcome({ comparison }: { comparison: ComparisonQuery }) {
  const { data, error, isPending } = comparison
  const announce = useAnnounce()
  const summary = data === undefined ? null : summaryOf(data.changes, data.figures)
  useEffect(() => {
    if (summary !== null) announce(`${summary}.`)
  }, [summary, announce])
  if (data !== undefined) return <Result comparison={data} />
  if (isReading(error)) return <Banner tone="info">{`${sentenceOf(error, 'Un document est en cours de lecture.')} Le résultat paraîtra ici.`}</Banner>
  if (!isPending)
    return <ErrorMessage query={comparison}>{sentenceOf(error, 'La comparaison n’a pas pu être faite. Les documents n’ont pas changé.')}</ErrorMessage>
  return <Skeleton shape="rows" count={5} label="Comparaison en cours…" />
}

function Result({ comparison }: { comparison: NonNullable<ComparisonQuery['data']> }) {
  const { changes, figures } = comparison
  const [shownUpTo, setShownUpTo] = useState(0)
  const show = (position: number) => {
    // The change may be beyond those that are shown.
    flushSync(() => setShownUpTo((current) => Math.max(current, position + 1)))
    const element = document.getElementById(changeAnchor(position))
    element?.scrollIntoView({ block: 'center' })
    element?.focus({ preventScroll: true })
  }
  if (changes.length === 0)
    return (
      <EmptyState motif="document" title="Aucun changement de fond">
        Les deux textes disent la même chose&nbsp;: ils ne diffèrent, au plus, que par la typographie ou la coupe des paragraphes.
      </EmptyState>
    )
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.summary}>{summaryOf(changes, figures)}</p>
        <ResultActions comparison={comparison} />
      </div>
      <section className={styles.section} aria-labelledby="chiffres">
        <h2 id="chiffres">Ce qui change en chiffres</h2>
        {figures.length === 0 ? (
          <p className={styles.none}>Aucun chiffre ne change.</p>
        ) : (
          <Table
            caption="Ce qui change en chiffres"
            columns={figureColumns(show)}
            rows={figures}
            rowKey={(figure) => String(figures.indexOf(figure))}
            isStacked
          />
        )}
      </section>
      <Summary comparison={comparison} />
      <ChangeList comparison={comparison} shownUpTo={shownUpTo} onMore={setShownUpTo} />
    </>
  )
}

const figureColumns = (show: (position: number) => void): TableColumn<ChangedFigure>[] => [
  { id: 'label', title: 'Quoi', isRowHeader: true, cell: ({ label }) => label ?? '' },
  { id: 'before', title: 'Avant', align: 'end', isOneLine: true, cell: (figure) => <del className={styles.figure}>{figureText(figure, 'before')}</del> },
  { id: 'after', title: 'Après', align: 'end', isOneLine: true, cell: (figure) => <ins className={styles.figure}>{figureText(figure, 'after')}</ins> },
  {
    id: 'change',
    title: 'Changement',
    isTitleHidden: true,
    align: 'end',
    cell: (figure) => (
      <TextButton aria-label={`Voir le changement\u00a0: ${figure.label ?? figure.after}`} onPress={() => show(figure.change)}>
        Voir
      </TextButton>
    ),
  },
]
