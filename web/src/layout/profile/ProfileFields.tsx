import type { Profile, ProfileOptions } from '@parvis/contract'
import type { ReactNode } from 'react'
import { Select } from '../../ui/fields/Select.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import styles from './ProfileFields.module.css'
import { asksPopulation, choicesOf, noChoice, type ChoiceField } from './profile-form.ts'

interface ProfileFieldsProps {
  draft: Profile
  options: ProfileOptions
  errors: Record<string, string>
  onChange: (changes: Partial<Profile>) => void
}

export function PersonalFields(props: ProfileFieldsProps) {
  return (
    <Grid>
      <Text {...props} name="first_name" label="Prénom" autoComplete="given-name" />
      <Text {...props} name="last_name" label="Nom" autoComplete="family-name" />
    </Grid>
  )
}

export function ProfessionalFields(props: ProfileFieldsProps) {
  return (
    <Grid>
      <Choice {...props} name="type_collectivite" label="Type de collectivité" />
      <Choice {...props} name="tranche_effectif" label="Effectif" />
      {asksPopulation(props.draft) && <Choice {...props} name="tranche_population" label="Population" />}
      <Choice {...props} name="champ_action" label="Champ d’action" />
      <Text {...props} name="fonction" label="Fonction" autoComplete="organization-title" />
      <Choice {...props} name="experience_gestion_projet" label="Expérience en gestion de projet" />
    </Grid>
  )
}

export function PreferenceFields(props: ProfileFieldsProps) {
  return (
    <Grid>
      <Choice {...props} name="style_conversationnel" label="Style conversationnel" hint="La manière dont les assistants vous répondent." />
    </Grid>
  )
}

const Grid = ({ children }: { children: ReactNode }) => <div className={styles.grid}>{children}</div>

type TextName = 'first_name' | 'last_name' | 'fonction'

function Text({ draft, errors, onChange, name, label, autoComplete }: ProfileFieldsProps & { name: TextName; label: string; autoComplete: string }) {
  return (
    <TextField
      label={label}
      name={name}
      autoComplete={autoComplete}
      value={draft[name]}
      error={errors[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
}

function Choice({ draft, options, errors, onChange, name, label, hint }: ProfileFieldsProps & { name: ChoiceField; label: string; hint?: string }) {
  return (
    <Select
      label={label}
      hint={hint}
      name={name}
      options={choicesOf(options[name], draft[name])}
      value={draft[name] || null}
      placeholder="Non renseigné"
      error={errors[name]}
      onChange={(value) => onChange({ [name]: value === noChoice ? '' : value })}
    />
  )
}
