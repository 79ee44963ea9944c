import { auditFamilies, auditFamilyLabels, auditKinds, constants, limits } from '@parvis/contract'
import { oneOf, pageNumber, typedText, type StateOf } from '../../router/address-state.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import styles from './AuditTrail.module.css'

const rest = constants.conversationSearchDebounceMs
const day = { longest: 10, rest, pattern: /^\d{4}-\d\d-\d\d$/ }

/** URL parameters of the audit page: filters and page number. Days are `YYYY-MM-DD`, or empty. */
export const auditKeeping = {
  kind: oneOf('sorte', ['all', ...auditKinds], 'all'),
  person: typedText('personne', { longest: limits.name, rest }),
  from: typedText('du', day),
  to: typedText('au', day),
  page: pageNumber,
}

type Chosen = Omit<StateOf<typeof auditKeeping>, 'page'>

const options = [
  { id: 'all', label: 'Tous les actes' },
  ...auditFamilies.map((id) => ({ id, label: auditFamilyLabels[id] })),
  { id: 'refusal', label: 'Refus et échecs' },
]

/** Returns the query parameters of the call, without the filters that are not set. */
export function queryOf({ kind, person, from, to }: Chosen) {
  const name = person.trim()
  return { ...(kind !== 'all' && { kind }), ...(name !== '' && { person: name }), ...(from !== '' && { from }), ...(to !== '' && { to }) }
}

interface AuditFiltersProps {
  value: Chosen
  onChange: (changes: Partial<Chosen>) => void
}

/** Filters of the audit trail: action, person, first and last day. */
export function AuditFilters({ value, onChange }: AuditFiltersProps) {
  return (
    <div className={styles.filters} role="search" aria-label="Filtrer le journal">
      <Select
        label="Sorte d’acte"
        options={options}
        value={value.kind}
        onChange={(id) => onChange({ kind: auditKinds.find((kind) => kind === id) ?? 'all' })}
      />
      <SearchField
        label="Personne"
        isLabelHidden={false}
        placeholder="Nom d’utilisateur"
        value={value.person}
        maxLength={limits.name}
        spellCheck="false"
        onChange={(person) => onChange({ person })}
      />
      <TextField label="Du" type="date" value={value.from} onChange={(from) => onChange({ from })} />
      <TextField label="Au" type="date" value={value.to} onChange={(to) => onChange({ to })} />
    </div>
  )
}
