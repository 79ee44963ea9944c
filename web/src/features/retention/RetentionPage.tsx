import type { PurgeProof } from '@parvis/contract'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { DurationsForm } from './DurationsForm.tsx'
import { Forecast } from './Forecast.tsx'
import { Holds } from './Holds.tsx'
import styles from './RetentionPage.module.css'
import { useRetention } from './use-retention.ts'
import { durationText, formatDate, formatDateTime, formatNumber } from '../../ui/words/formats.ts'
import { Table, type TableColumn } from '../../ui/lists/Table.tsx'
import { kindWords } from './retention-words.ts'

/** Page of the retention rules, with the dry run, the legal holds and the proofs of purges. */
export function RetentionPage() {
  const { data, isError, isFetching, refetch } = useRetention()
  return (
    <div className={styles.page}>
      <PageTitle lead="Décidez combien de temps chaque sorte de données est gardée. La purge a lieu chaque jour, et laisse une preuve sans contenu.">
        Conservation des données
      </PageTitle>
      {data ? (
        <>
          <DurationsForm rules={data.rules} />
          <Forecast />
          <Holds holds={data.holds} />
          <Proofs proofs={data.proofs} />
        </>
      ) : isError ? (
        <ErrorMessage query={{ refetch, isFetching }}>Les règles de conservation n’ont pas pu être chargées.</ErrorMessage>
      ) : (
        <Skeleton shape="rows" count={6} label="Chargement des règles de conservation…" />
      )}
    </div>
  )
}

const columns: readonly TableColumn<PurgeProof>[] = [
  { id: 'date', title: 'Date', isRowHeader: true, cell: ({ ran_at }) => formatDateTime(ran_at) },
  { id: 'kind', title: 'Données', cell: ({ kind }) => kindWords[kind].title },
  { id: 'rule', title: 'Règle', cell: ({ days, before }) => `${durationText(days)} (avant le ${formatDate(before)})` },
  { id: 'removed', title: 'Supprimés', align: 'end', cell: ({ removed }) => formatNumber(removed) },
  { id: 'held', title: 'Gelés', align: 'end', cell: ({ held }) => formatNumber(held) },
]

/** Table of the last purges: dates, rules and counts. */
function Proofs({ proofs }: { proofs: readonly PurgeProof[] }) {
  return (
    <section className={styles.section} aria-labelledby="preuves">
      <h2 id="preuves">Preuves de purge</h2>
      {proofs.length === 0 ? (
        <p>Aucune purge n’a encore retiré de données.</p>
      ) : (
        <Table caption="Dernières preuves de purge" columns={columns} rows={proofs} rowKey={({ id }) => id} isStacked />
      )}
    </section>
  )
}
