import type { PurgeProof } from '@parvis/contract'
import { durationText } from '../../ui/words/durations.ts'
import { formatDate, formatDateTime, formatNumber } from '../../ui/words/formats.ts'
import { Table, type TableColumn } from '../../ui/lists/Table.tsx'
import { kindWords } from './retention-words.ts'
import styles from './RetentionPage.module.css'

const columns: readonly TableColumn<PurgeProof>[] = [
  { id: 'date', title: 'Date', isRowHeader: true, cell: ({ ran_at }) => formatDateTime(ran_at) },
  { id: 'kind', title: 'Données', cell: ({ kind }) => kindWords[kind].title },
  { id: 'rule', title: 'Règle', cell: ({ days, before }) => `${durationText(days)} (avant le ${formatDate(before)})` },
  { id: 'removed', title: 'Supprimés', align: 'end', cell: ({ removed }) => formatNumber(removed) },
  { id: 'held', title: 'Gelés', align: 'end', cell: ({ held }) => formatNumber(held) },
]

/** Table of the last purges: dates, rules and counts. */
export function Proofs({ proofs }: { proofs: readonly PurgeProof[] }) {
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
