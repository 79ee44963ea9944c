import { auditActionOf, errorSentence, isAuditAction, isErrorCode, unfinishedSignIn, type AuditEntry } from '@parvis/contract'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { formatDateTime, plural } from '../../ui/words/formats.ts'
import { Table, type TableColumn } from '../../ui/lists/Table.tsx'
import styles from './AuditTrail.module.css'

/** Shortens an id to its first 8 characters, like the references of errors. The CSV file has the full id. */
const shortId = (target: string) => (/^[0-9a-f]{8}-/.test(target) ? target.slice(0, 8) : target)
/** Actors shown for actions done without a signed-in user, by pattern of the action. */
const systemActors: readonly [RegExp, string][] = [
  [/^(?:operator|retention\.purge$|audit\.purge$|project\.inherit$)/, 'Le serveur'],
  [/^(?:users\.admin_by_claim|teams\.by_claim|session\.end_elsewhere)$/, 'Le fournisseur d’identité'],
]
const labelOf = (action: string) => (isAuditAction(action) ? auditActionOf(action).label : action)

function Person({ id, name }: { id: string | null; name: string | null }) {
  if (id === null) return <span className={styles.quiet}>Non connecté</span>
  return name === null ? <span className={styles.quiet}>Compte supprimé ({id.slice(0, 8)})</span> : <span className={styles.name}>{name}</span>
}

function Target({ act, actor, target, target_name, count }: AuditEntry) {
  if (count !== null) return <span className={styles.name}>{[target_name, plural(count, 'élément')].filter(Boolean).join('\u00a0: ')}</span>
  if (target === null) return <span className={styles.quiet}>Aucun</span>
  if (target === actor) return 'Son compte'
  if (target_name !== null) return <span className={styles.name}>{target_name}</span>
  if (isAuditAction(act) && auditActionOf(act).account) return <Person id={target} name={null} />
  return <code className={styles.code}>{shortId(target)}</code>
}

function Outcome({ outcome }: { outcome: string }) {
  if (outcome === 'done') return <Badge tone="neutral">Fait</Badge>
  if (outcome === 'begun') return <Badge tone="warning">Commencé, fin inconnue</Badge>
  return (
    <span className={styles.outcome}>
      {outcome === unfinishedSignIn ? <Badge tone="neutral">Première étape</Badge> : <Badge tone="danger">Refusé</Badge>}
      <span className={styles.quiet}>{isErrorCode(outcome) ? errorSentence(outcome) : 'Une erreur est survenue.'}</span>
    </span>
  )
}

const columns: readonly TableColumn<AuditEntry>[] = [
  { id: 'at', title: 'Date', cell: ({ at }) => <span className={styles.date}>{formatDateTime(at)}</span> },
  { id: 'act', title: 'Acte', isRowHeader: true, cell: ({ act }) => labelOf(act) },
  {
    id: 'actor',
    title: 'Par',
    cell: ({ act, actor, actor_name }) => (actor === null && systemActors.find(([acts]) => acts.test(act))?.[1]) || <Person id={actor} name={actor_name} />,
  },
  { id: 'target', title: 'Sur', cell: (entry) => <Target {...entry} /> },
  { id: 'outcome', title: 'Issue', cell: ({ outcome }) => <Outcome outcome={outcome} /> },
  {
    id: 'origin',
    title: 'Depuis',
    cell: ({ ip, request_id }) => (
      <span className={styles.origin}>
        <code className={styles.code}>{ip ?? 'le serveur'}</code>
        {request_id !== null && <code className={`${styles.code} ${styles.reference}`}>réf.&nbsp;{request_id.slice(0, 8)}</code>}
      </span>
    ),
  },
]

/** Table of audit events, one row each. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return <Table caption="Journal d’audit" columns={columns} rows={entries} rowKey={({ seq }) => String(seq)} isStacked />
}
