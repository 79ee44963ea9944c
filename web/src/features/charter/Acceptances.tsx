import { byteOrderMark, csvLine, routes, type CharterAcceptances } from '@parvis/contract'
import { Download, Mail } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/browser.ts'
import { invalidate } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { saveBlob } from '../../api/transport/save-blob.ts'
import { Button } from '../../ui/Button.tsx'
import type { NoticeContent } from '../../ui/feedback/Notice.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Table, type TableColumn } from '../../ui/lists/Table.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { formatDateTime, formatNumber, localDay, plural } from '../../ui/words/formats.ts'
import styles from './CharterPage.module.css'

type TeamRow = CharterAcceptances['teams'][number]

const columns: readonly TableColumn<TeamRow>[] = [
  { id: 'name', title: 'Service', isRowHeader: true, cell: ({ name }) => name },
  { id: 'accepted', title: 'Ont accepté', align: 'end', cell: ({ accepted }) => formatNumber(accepted) },
  { id: 'accounts', title: 'Comptes actifs', align: 'end', cell: ({ accounts }) => formatNumber(accounts) },
]

interface AcceptancesProps {
  acceptances: CharterAcceptances
  onNotice: (notice: NoticeContent) => void
}

/** How many active accounts accepted the edition in force, by team, with the reminder and the CSV file. */
export function Acceptances({ acceptances, onNotice }: AcceptancesProps) {
  const { accounts, accepted, accepted_deleted, teams, reminded_at, is_on } = acceptances
  const [isReminding, setReminding] = useState(false)
  const missing = accounts - accepted
  return (
    <section className={styles.section} aria-labelledby="acceptations">
      <h2 id="acceptations">Acceptations</h2>
      <ProgressBar
        label={`${plural(accepted, 'compte actif', 'comptes actifs')} sur ${formatNumber(accounts)}`}
        value={accounts === 0 ? 0 : (accepted / accounts) * 100}
      />
      <p className={styles.muted}>
        {accepted_deleted > 0 && `Et ${plural(accepted_deleted, 'acceptation')} de comptes supprimés depuis. `}
        Des nombres seulement&nbsp;: cette page ne dit jamais qui. Une personne de deux services compte dans les deux.
        {reminded_at !== null && ` Dernier rappel\u00a0: ${formatDateTime(reminded_at)}.`}
      </p>
      <Table caption="Acceptations de la charte par service" columns={columns} rows={teams} rowKey={({ team_id }) => team_id ?? ''} isStacked />
      <div className={styles.actions}>
        <Button icon={<Mail aria-hidden />} isDisabled={missing === 0 || !is_on} onPress={() => setReminding(true)}>
          Envoyer un rappel
        </Button>
        <Button icon={<Download aria-hidden />} onPress={() => saveBlob(new Blob([acceptancesFile(teams)], { type: 'text/csv;charset=utf-8' }), fileName())}>
          Exporter (CSV)
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isReminding}
        onClose={() => setReminding(false)}
        tone="primary"
        title="Envoyer un rappel par courriel&nbsp;?"
        confirmLabel="Envoyer"
        pendingLabel="Envoi…"
        describeError={(error) => sentenceOf(error, 'Le rappel n’a pas pu partir.')}
        onConfirm={async () => {
          const { mails } = await call(routes.charterVersions.remind, { body: {} })
          await invalidate(routes.charterVersions.remind)
          onNotice({ tone: 'success', sentence: `${plural(mails, 'courriel part', 'courriels partent')}.` })
        }}
      >
        {`${plural(missing, 'compte actif n’a pas', 'comptes actifs n’ont pas')} accepté la charte en vigueur. Un rappel par jour au plus.`}
      </ConfirmDialog>
    </section>
  )
}

const acceptancesFile = (teams: readonly TeamRow[]): string =>
  byteOrderMark +
  csvLine(['Service', 'Ont accepté', 'Comptes actifs']) +
  teams.map(({ name, accepted, accounts }) => csvLine([name, accepted, accounts])).join('')

const fileName = (): string => `parvis-charte-acceptations-${localDay(new Date())}.csv`
