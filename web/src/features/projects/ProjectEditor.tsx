import type { Project } from '@parvis/contract'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { FormDraftNotice } from '../../layout/drafts/FormDraftNotice.tsx'
import { useFormDraft } from '../../layout/drafts/use-form-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { focusWithin, invalidFieldSelector } from '../../ui/overlays/focus-within.ts'
import { ProjectFields } from './ProjectFields.tsx'
import styles from './Projects.module.css'
import { checkProject, projectFieldNames, refusedFields, valuesOf, type ProjectErrors, type ProjectTexts } from './project-form.ts'

interface ProjectEditorProps {
  project: Project
  isSaving: boolean
  /** Rejects when the server refuses the save: what was typed is kept. */
  onSave: (texts: ProjectTexts, expected_updated_at: string | undefined) => Promise<void>
  /** Error of the last save, shown above the fields. */
  failure: ReactNode
  onCancel: () => void
}

/** Name of the draft stored in this tab. */
export const editorName = (id: string) => `project.${id}`

/** Form of the project page in edit mode. */
export function ProjectEditor({ project, isSaving, onSave, failure, onCancel }: ProjectEditorProps) {
  // The state is not sent, because its own button may have changed it meanwhile.
  const { status, ...saved } = valuesOf(project)
  const draft = useFormDraft<ProjectTexts>(editorName(project.id), saved, project.updated_at)
  const texts = draft.values
  const [errors, setErrors] = useState<ProjectErrors>({})
  const fields = useRef<HTMLDivElement>(null)

  function refuse(refused: ProjectErrors) {
    setErrors(refused)
    if (Object.keys(refused).length > 0) focusWithin(fields.current, invalidFieldSelector)
  }

  async function save(event?: FormEvent) {
    event?.preventDefault()
    if (isSaving) return
    const refused = checkProject(texts)
    refuse(refused)
    if (Object.keys(refused).length > 0) return
    await draft.save((expected) => onSave(texts, expected)).catch((error: unknown) => refuse(refusedFields(error)))
  }

  return (
    <form className={styles.editor} aria-label="Modifier le projet" noValidate onSubmit={(event) => void save(event)}>
      {draft.conflict === null && failure}
      <FormDraftNotice draft={draft} fields={projectFieldNames} onSaveMine={() => void save()} isSaving={isSaving} />
      <ProjectFields
        ref={fields}
        values={{ ...texts, status }}
        errors={errors}
        onChange={({ status: _status, ...changes }) => draft.set(changes)}
        isDisabled={isSaving}
        contentRows={18}
      />
      <div className={styles.editorActions}>
        <Button type="submit" variant="primary" isPending={isSaving} pendingLabel="Enregistrement…">
          Enregistrer
        </Button>
        <Button onPress={() => draft.confirmClose(onCancel)} isDisabled={isSaving}>
          Annuler
        </Button>
      </div>
    </form>
  )
}
