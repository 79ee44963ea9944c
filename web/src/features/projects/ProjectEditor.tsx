import type { Project } from '@parvis/contract'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { FormDraftNotice } from '../../layout/FormDraftNotice.tsx'
import { useFormDraft } from '../../layout/use-form-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { focusFirstError, ProjectFields } from './ProjectFields.tsx'
import styles from './Projects.module.css'
import { checkProject, projectFieldNames, refusedFields, valuesOf, type ProjectErrors, type ProjectValues } from './project-form.ts'

export interface ProjectEditorProps {
  project: Project
  isSaving: boolean
  /** Rejects when the server refused: what was typed stays. */
  onSave: (values: ProjectValues, expected_updated_at: string | undefined) => Promise<void>
  /** What happened since the last try, above the fields. */
  failure: ReactNode
  onCancel: () => void
}

/** Under which a tab keeps what is typed here. */
export const editorName = (id: string) => `project.${id}`

/** The fields of the detail in edit mode. */
export function ProjectEditor({ project, isSaving, onSave, failure, onCancel }: ProjectEditorProps) {
  const { status: _, ...texts } = valuesOf(project)
  const draft = useFormDraft(editorName(project.id), texts, project.updated_at)
  // The state has its own button, which may have been used meanwhile.
  const values = { ...draft.values, status: project.status }
  const [errors, setErrors] = useState<ProjectErrors>({})
  const fields = useRef<HTMLDivElement>(null)

  function refuse(refused: ProjectErrors) {
    setErrors(refused)
    if (Object.keys(refused).length > 0) focusFirstError(fields.current)
  }

  async function save(event?: FormEvent) {
    event?.preventDefault()
    if (isSaving) return
    const refused = checkProject(values)
    refuse(refused)
    if (Object.keys(refused).length > 0) return
    await draft.save((expected) => onSave(values, expected)).catch((error: unknown) => refuse(refusedFields(error)))
  }

  return (
    <form className={styles.editor} aria-label="Modifier le projet" noValidate onSubmit={(event) => void save(event)}>
      {draft.conflict === null && failure}
      <FormDraftNotice draft={draft} fields={projectFieldNames} onSaveMine={() => void save()} isSaving={isSaving} />
      <ProjectFields
        ref={fields}
        values={values}
        errors={errors}
        onChange={({ status: _status, ...changes }) => draft.set(changes)}
        isDisabled={isSaving}
        contentRows={18}
      />
      <div className={styles.editorActions}>
        <Button type="submit" variant="primary" isPending={isSaving} pendingLabel="Enregistrement…">
          Enregistrer
        </Button>
        <Button onPress={() => draft.leave(onCancel)} isDisabled={isSaving}>
          Annuler
        </Button>
      </div>
    </form>
  )
}
