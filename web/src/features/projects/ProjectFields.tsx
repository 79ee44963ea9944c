import type { FormFieldErrors } from '../../layout/drafts/use-submission.ts'
import { LevelField } from '../../layout/models/LevelField.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import type { ProjectValues } from './project-form.ts'
import { statusWords } from './project-status.ts'
import styles from './Projects.module.css'

interface ProjectFieldsProps {
  values: ProjectValues
  errors: FormFieldErrors<keyof ProjectValues>
  onChange: (changes: Partial<ProjectValues>) => void
  /** Shows the state, in the edit dialog only (specification, chapter 2). */
  hasStatus?: boolean
  /** Shows the level, which only the owner and the managers choose. */
  hasLevel: boolean
  isDisabled?: boolean
  contentRows?: number
}

const statuses = (['valid', 'archived'] as const).map((id) => ({ id, label: statusWords[id].badge }))

/** Fields of a project, shared by its forms. */
export function ProjectFields({ values, errors, onChange, hasStatus = false, hasLevel, isDisabled = false, contentRows = 8 }: ProjectFieldsProps) {
  const set = onChange
  const common = { isReadOnly: isDisabled }
  return (
    <div className={styles.fields}>
      <TextField {...common} label="Nom" name="name" isRequired autoFocus value={values.name} onChange={(name) => set({ name })} error={errors.name} />
      <TextArea
        {...common}
        label="Description"
        name="description"
        rows={2}
        hint="Une phrase ou deux, pour reconnaître le projet."
        value={values.description}
        onChange={(description) => set({ description })}
        error={errors.description}
      />
      <TextArea
        {...common}
        label="Contenu"
        name="content"
        rows={contentRows}
        hint="Contexte, objectifs, acteurs, budget, calendrier… Les assistants en tiennent compte dans les conversations liées à ce projet."
        value={values.content}
        onChange={(content) => set({ content })}
        error={errors.content}
      />
      {hasLevel && (
        <LevelField
          label="Niveau minimal des modèles"
          hint="Aucun modèle d’un niveau plus bas ne lit ce projet, ni ses fichiers, ni ses conversations."
          value={values.min_level}
          isDisabled={isDisabled}
          error={errors.min_level}
          onChange={(min_level) => set({ min_level })}
        />
      )}
      {hasStatus && (
        <Select
          label="Etat"
          options={statuses}
          value={values.status}
          isDisabled={isDisabled}
          error={errors.status}
          onChange={(status) => set({ status: status === 'archived' ? 'archived' : 'valid' })}
        />
      )}
    </div>
  )
}
