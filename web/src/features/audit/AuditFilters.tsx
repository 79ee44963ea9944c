import { auditFamilies, auditFamilyLabels, auditKinds, limits, type AuditKind } from '@parvis/contract'
import { Select } from '../../ui/Select.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './AuditTrail.module.css'

export interface Chosen {
  kind: AuditKind | 'all'
  person: string
  /** Days, `AAAA-MM-JJ`, or empty. */
  from: string
  to: string
}

export const nothingChosen: Chosen = { kind: 'all', person: '', from: '', to: '' }

const options = [
  { id: 'all', label: 'Tous les actes' },
  ...auditFamilies.map((id) => ({ id, label: auditFamilyLabels[id] })),
  { id: 'refusal', label: 'Refus et échecs' },
]

/** What the call takes: without what is not chosen. */
export function queryOf({ kind, person, from, to }: Chosen) {
  const name = person.trim()
  return { ...(kind !== 'all' && { kind }), ...(name !== '' && { person: name }), ...(from !== '' && { from }), ...(to !== '' && { to }) }
}

interface AuditFiltersProps {
  value: Chosen
  onChange: (value: Chosen) => void
}

/** Kind of act, person, first and last day. */
export function AuditFilters({ value, onChange }: AuditFiltersProps) {
  return (
    <div className={styles.filters} role="search" aria-label="Filtrer le journal">
      <Select
        label="Sorte d’acte"
        options={options}
        value={value.kind}
        onChange={(id) => onChange({ ...value, kind: auditKinds.find((kind) => kind === id) ?? 'all' })}
      />
      <SearchField
        label="Personne"
        isLabelHidden={false}
        placeholder="Nom d’utilisateur"
        value={value.person}
        maxLength={limits.name}
        spellCheck="false"
        onChange={(person) => onChange({ ...value, person })}
      />
      <TextField label="Du" type="date" value={value.from} onChange={(from) => onChange({ ...value, from })} />
      <TextField label="Au" type="date" value={value.to} onChange={(to) => onChange({ ...value, to })} />
    </div>
  )
}
