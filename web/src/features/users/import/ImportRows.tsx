import { useState } from 'react'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { formatNumber, plural } from '../../../ui/words/formats.ts'
import { Segments } from '../../../ui/fields/Segments.tsx'
import { Table, type TableColumn } from '../../../ui/lists/Table.tsx'
import type { ImportRow, RowStatus } from './import-run.ts'
import { countOutcomes, statusWords } from './import-words.ts'
import styles from './Import.module.css'

/** Maximum number of rows rendered; the report has all of them. */
const maxRendered = 200

const statuses: readonly RowStatus[] = ['refused', 'unanswered', 'unsent', 'created', 'joined', 'existing']

/** Rows of the file with their outcomes, refused ones first. */
export function ImportRows({ rows, isDone }: { rows: readonly ImportRow[]; isDone: boolean }) {
  const hasTeams = rows.some(({ teams }) => teams.length > 0)
  const counts = countOutcomes(rows)
  const presentStatuses = statuses.filter((status) => counts[status] > 0)
  const [chosen, setChosen] = useState<RowStatus | null>(null)
  const status = chosen !== null && presentStatuses.includes(chosen) ? chosen : (presentStatuses[0] ?? 'created')
  const matchingRows = rows.filter((row) => row.status === status)
  return (
    <div className={styles.rows}>
      {presentStatuses.length > 1 && (
        <Segments
          label="Lignes montrées"
          options={presentStatuses.map((id) => ({
            id,
            label: `${isDone && (id === 'created' || id === 'joined') ? (id === 'created' ? 'Créés' : statusWords[id].done) : statusWords[id].several} (${formatNumber(counts[id])})`,
          }))}
          value={status}
          onChange={setChosen}
        />
      )}
      <Table
        caption={isDone ? 'Lignes importées' : 'Lignes du fichier'}
        columns={columnsOf(status, isDone, hasTeams)}
        rows={matchingRows.slice(0, maxRendered)}
        rowKey={({ line }) => String(line)}
        isStacked
      />
      {matchingRows.length > maxRendered && (
        <p className={styles.note}>
          Et {plural(matchingRows.length - maxRendered, 'autre ligne', 'autres lignes')}
          {isDone && ', dans le compte rendu'}.
        </p>
      )}
    </div>
  )
}

function columnsOf(status: RowStatus, isDone: boolean, hasTeams: boolean): readonly TableColumn<ImportRow>[] {
  const { tone, planned, done } = statusWords[status]
  return [
    { id: 'line', title: 'Ligne', align: 'end', cell: ({ line }) => <span className={styles.line}>{line}</span> },
    { id: 'email', title: 'E-mail', isRowHeader: true, cell: ({ email }) => <span className={styles.cell}>{email || '(vide)'}</span> },
    { id: 'person', title: 'Personne', cell: ({ first_name, last_name }) => <span className={styles.cell}>{`${first_name} ${last_name}`.trim()}</span> },
    ...(status === 'created'
      ? [{ id: 'username', title: 'Nom d’utilisateur', cell: ({ username }: ImportRow) => <span className={styles.cell}>{username}</span> }]
      : []),
    ...(hasTeams && (status === 'created' || status === 'joined')
      ? [{ id: 'teams', title: 'Services', cell: ({ teams }: ImportRow) => <span className={styles.cell}>{teams.join(', ')}</span> }]
      : []),
    {
      id: 'status',
      title: 'Résultat',
      cell: ({ reason }) => (
        <span className={styles.result}>
          <Badge tone={tone}>{isDone ? done : planned}</Badge>
          {reason !== null && <span className={styles.reason}>{reason}</span>}
        </span>
      ),
    },
  ]
}
