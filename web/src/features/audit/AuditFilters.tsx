import { auditFamilies, auditFamilyLabels, auditKinds, constants, limits } from '@parvis/contract'
import { choiceParam, pageParam, textParam, type SearchParamValues } from '../../router/search-param.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import styles from './AuditTrail.module.css'

const debounceMs = constants.conversationSearchDebounceMs
const dayParam = { longest: 10, rest: debounceMs, pattern: /^\d{4}-\d\d-\d\d$/ }

/** URL parameters of the audit page: filters and page number. Days are `YYYY-MM-DD`, or empty. */
export const auditSearchParams = {
  kind: choiceParam('sorte', ['all', ...auditKinds], 'all'),
  person: textParam('personne', { longest: limits.name, rest: debounceMs }),
  from: textParam('du', dayParam),
  to: textParam('au', dayParam),
  page: pageParam,
}

type AuditFilterValues = Omit<SearchParamValues<typeof auditSearchParams>, 'page'>

const options = [
  { id: 'all', label: 'Tous les actes' },
  ...auditFamilies.map((id) => ({ id, label: auditFamilyLabels[id] })),
  { id: 'refusal', label: 'Refus et échecs' },
]

/** Returns the query parameters of the call, without the filters that are not set. */
export function auditQueryOf({ kind, person, from, to }: AuditFilterValues) {
  const name = person.trim()
  return { ...(kind !== 'all' && { kind }), ...(name !== '' && { person: name }), ...(from !== '' && { from }), ...(to !== '' && { to }) }
}

interface AuditFiltersProps {
  value: AuditFilterValues
  onChange: (changes: Partial<AuditFilterValues>) => void
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
