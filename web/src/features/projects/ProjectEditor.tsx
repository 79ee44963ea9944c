import type { Project } from '@parvis/contract'
import { useRef, useState, type FormEvent } from 'react'
import { Button } from '../../ui/Button.tsx'
import { focusFirstError, ProjectFields } from './ProjectFields.tsx'
import styles from './Projects.module.css'
import { checkProject, refusedFields, valuesOf, type ProjectErrors, type ProjectValues } from './project-form.ts'

export interface ProjectEditorProps {
  project: Project
  isSaving: boolean
  /** Rejects when the server refused: what was typed stays. */
  onSave: (values: ProjectValues) => Promise<void>
  onCancel: () => void
}

/** The fields of the detail in edit mode. */
export function ProjectEditor({ project, isSaving, onSave, onCancel }: ProjectEditorProps) {
  const [values, setValues] = useState(() => valuesOf(project))
  const [errors, setErrors] = useState<ProjectErrors>({})
  const fields = useRef<HTMLDivElement>(null)

  function refuse(refused: ProjectErrors) {
    setErrors(refused)
    if (Object.keys(refused).length > 0) focusFirstError(fields.current)
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isSaving) return
    // The state has its own button, which may have been used meanwhile.
    const sent = { ...values, status: project.status }
    const refused = checkProject(sent)
    refuse(refused)
    if (Object.keys(refused).length > 0) return
    await onSave(sent).catch((error: unknown) => refuse(refusedFields(error)))
  }

  return (
    <form className={styles.editor} aria-label="Modifier le projet" noValidate onSubmit={(event) => void save(event)}>
      <ProjectFields ref={fields} values={values} errors={errors} onChange={setValues} isDisabled={isSaving} contentRows={18} />
      <div className={styles.editorActions}>
        <Button type="submit" variant="primary" isPending={isSaving} pendingLabel="Enregistrement…">
          Enregistrer
        </Button>
        <Button onPress={onCancel} isDisabled={isSaving}>
          Annuler
        </Button>
      </div>
    </form>
  )
}
