import type { ErrorGroup } from '@parvis/contract'
import { useState } from 'react'
import { Disclosure } from '../../ui/content/Accordion.tsx'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { formatDateTime, formatNumber, plural } from '../../ui/words/formats.ts'
import { Table, type TableColumn } from '../../ui/lists/Table.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { adviceOf, meaningOf } from './advice.ts'
import styles from './RecentErrors.module.css'

type Occurrence = ErrorGroup['occurrences'][number]

const columns: readonly TableColumn<Occurrence>[] = [
  { id: 'request_id', title: 'Référence', isRowHeader: true, cell: ({ request_id }) => <code className={styles.reference}>{request_id}</code> },
  { id: 'occurred_at', title: 'Date', cell: ({ occurred_at }) => formatDateTime(occurred_at) },
  { id: 'route', title: 'Appel', cell: ({ method, route }) => <code className={styles.route}>{`${method} ${route}`}</code> },
]

interface ErrorCardProps {
  group: ErrorGroup
  keptPerCode: number
  /** Shows the occurrences at once, because a reference is being searched for. */
  isOpen: boolean
}

/** Card of an error code: its sentence, the advice to administrators, its count, dates and references. */
export function ErrorCard({ group, keptPerCode, isOpen }: ErrorCardProps) {
  const [wasOpened, setOpened] = useState<boolean | null>(null)
  const { code, status, count, first_at, last_at, occurrences } = group
  const isServer = status >= 500
  const countLabel = `${count >= keptPerCode ? 'au moins ' : ''}${formatNumber(count)}\u00a0fois`
  return (
    <article className={styles.card}>
      <header className={styles.head}>
        <h2 className={styles.meaning}>{meaningOf(code)}</h2>
        <Badge tone={isServer ? 'danger' : 'neutral'}>{countLabel}</Badge>
      </header>
      <p className={styles.facts}>
        <code>{code}</code> · statut {status} ·{' '}
        {count === 1 ? `le ${formatDateTime(last_at)}` : `dernière le ${formatDateTime(last_at)}, première gardée le ${formatDateTime(first_at)}`}
      </p>
      <p className={styles.advice}>
        <strong>À faire&nbsp;:</strong> {adviceOf(code)}
      </p>
      <Disclosure
        isOpen={wasOpened ?? isOpen}
        onChange={setOpened}
        title={
          <span>
            {occurrences.length < count ? `Les ${occurrences.length} dernières références` : plural(occurrences.length, 'référence')}
            <VisuallyHidden>&nbsp;: {code}</VisuallyHidden>
          </span>
        }
      >
        <div className={styles.occurrences}>
          <Table caption={`Références de ${code}`} columns={columns} rows={occurrences} rowKey={({ request_id }) => request_id} isStacked />
        </div>
      </Disclosure>
    </article>
  )
}
