import { limits, routes, type ApiKeyScope } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { queryFor } from '../../../api/queries.ts'
import { useInstance } from '../../../api/use-instance.ts'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { FieldError } from '../../../ui/fields/Field.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { dayLimits, type KeyForm } from './key-form.ts'
import styles from './KeyFields.module.css'

interface KeyFieldsProps {
  values: KeyForm
  onChange: (changes: Partial<KeyForm>) => void
  errors: Partial<Record<string, string>>
  now: Date
}

const scopes: { id: ApiKeyScope; label: string; hint: string }[] = [
  { id: 'chat', label: 'Interroger vos assistants', hint: 'Ceux que vous voyez, et pas plus.' },
  { id: 'library', label: 'Interroger la bibliothèque', hint: 'Les catégories de documents qui vous sont ouvertes.' },
  { id: 'documents:read', label: 'Lire les extraits des documents cités', hint: 'Sans ce droit, une réponse ne donne que leur nom et la page.' },
]

/** Returns the list with an item added, or removed if it was there. */
const toggled = <T,>(list: readonly T[], item: T): T[] => (list.includes(item) ? list.filter((one) => one !== item) : [...list, item])

/** Fields of a new key, besides the proof of identity. */
export function KeyFields({ values, onChange, errors, now }: KeyFieldsProps) {
  const { name, lastDay, level, isLimited } = values
  const levelNames = useInstance()?.level_names ?? []
  return (
    <>
      <TextField
        label="Nom"
        hint="Le logiciel qui s’en servira."
        isRequired
        autoFocus
        maxLength={limits.apiKeyName}
        value={name}
        onChange={(next) => onChange({ name: next })}
        error={errors['name']}
      />
      <CheckGroup legend="Ce qu’elle permet" error={errors['scopes']}>
        {scopes.map(({ id, label, hint }) => (
          <Checkbox key={id} hint={hint} isSelected={values.scopes.includes(id)} onChange={() => onChange({ scopes: toggled(values.scopes, id) })}>
            {label}
          </Checkbox>
        ))}
      </CheckGroup>
      <TextField
        label="Dernier jour"
        type="date"
        isRequired
        {...dayLimits(now)}
        value={lastDay}
        onChange={(next) => onChange({ lastDay: next })}
        error={errors['expires_at']}
      />
      {levelNames.length > 0 && (
        <Select
          label="Niveau maximal de ses demandes"
          hint="Ce qui veut un modèle d’un niveau plus haut lui est refusé."
          options={[{ id: 'all', label: 'Tous' }, ...levelNames.map((label, index) => ({ id: String(index + 1), label }))]}
          value={level}
          onChange={(next) => onChange({ level: next })}
          error={errors['level_max']}
        />
      )}
      {values.scopes.includes('chat') && (
        <Checkbox isSelected={isLimited} onChange={(next) => onChange({ isLimited: next })}>
          Seulement certains de vos assistants
        </Checkbox>
      )}
      {values.scopes.includes('chat') && isLimited && <AssistantList values={values} onChange={onChange} error={errors['assistant_ids']} />}
    </>
  )
}

function AssistantList({ values: { assistantIds }, onChange, error }: Pick<KeyFieldsProps, 'values' | 'onChange'> & { error: string | undefined }) {
  const { data } = useQuery(queryFor(routes.assistants.catalogue))
  return (
    <CheckGroup legend="Assistants" error={error}>
      <div className={styles.list}>
        {data?.map(({ id, name }) => (
          <Checkbox key={id} isSelected={assistantIds.includes(id)} onChange={() => onChange({ assistantIds: toggled(assistantIds, id) })}>
            {name}
          </Checkbox>
        ))}
        {data?.length === 0 && <p>Aucun assistant ne vous est ouvert.</p>}
      </div>
    </CheckGroup>
  )
}

function CheckGroup({ legend, error, children }: { legend: string; error: string | undefined; children: ReactNode }) {
  const id = useId()
  return (
    <fieldset className={styles.group} aria-describedby={error && `${id}-error`}>
      <legend>{legend}</legend>
      {children}
      <FieldError id={id} error={error} />
    </fieldset>
  )
}
