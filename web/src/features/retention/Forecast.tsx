import type { PurgeForecast } from '@parvis/contract'
import { useState } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { durationText, formatNumber } from '../../ui/words/formats.ts'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { Table, type TableColumn } from '../../ui/lists/Table.tsx'
import { actsText, kindWords } from './retention-words.ts'
import styles from './RetentionPage.module.css'
import { useForecast, useRetentionChanges } from './use-retention.ts'

const columns: readonly TableColumn<PurgeForecast>[] = [
  { id: 'kind', title: 'Données', isRowHeader: true, cell: ({ kind }) => kindWords[kind].title },
  { id: 'days', title: 'Durée', cell: ({ days }) => (days === null ? 'Sans limite' : durationText(days)) },
  { id: 'removed', title: 'À supprimer', align: 'end', cell: ({ removed }) => formatNumber(removed) },
  { id: 'held', title: 'Gelés', align: 'end', cell: ({ held }) => formatNumber(held) },
  { id: 'warned', title: 'À prévenir', align: 'end', cell: ({ warned }) => formatNumber(warned) },
  { id: 'from', title: 'Agit', cell: actsText },
]

/** Dry run of the purge: what it would delete now, without deleting anything; and the button that runs it. */
export function Forecast() {
  const { data, isError, isFetching, refetch } = useForecast()
  const { purge } = useRetentionChanges()
  const announce = useAnnounce()
  const [isConfirming, setConfirming] = useState(false)
  return (
    <section className={styles.section} aria-labelledby="essai">
      <div className={styles.head}>
        <h2 id="essai">Essai à blanc</h2>
        <Button onPress={() => setConfirming(true)} isDisabled={!data}>
          Purger maintenant…
        </Button>
      </div>
      <p className={styles.muted}>Ce que la prochaine purge retirerait si elle avait lieu maintenant. Rien n’est retiré par cet essai.</p>
      {data ? (
        <Table caption="Essai à blanc de la purge" columns={columns} rows={data.forecasts} rowKey={({ kind }) => kind} isStacked />
      ) : isError ? (
        <ErrorMessage query={{ refetch, isFetching }}>L’essai à blanc n’a pas pu être fait.</ErrorMessage>
      ) : (
        <Skeleton shape="rows" count={5} label="Essai à blanc…" />
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title="Purger maintenant&nbsp;?"
        confirmLabel="Purger"
        pendingLabel="Purge…"
        describeError={(error) => `La purge n’a pas pu être faite. ${sentenceOf(error, 'Veuillez réessayer.')}`}
        onConfirm={async () => {
          const { message } = await purge.mutateAsync()
          announce(message)
        }}
      >
        Ce que compte l’essai à blanc est supprimé, sauf ce qui est gelé ou dont la règle n’agit pas encore. Cette action est irréversible.
      </ConfirmDialog>
    </section>
  )
}
