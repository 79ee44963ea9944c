import { findTextErrors, projectRules, type Project } from '@parvis/contract'
import type { ReactNode } from 'react'
import { FormDraftNotice } from '../../layout/drafts/FormDraftNotice.tsx'
import { useForm } from '../../layout/drafts/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { ProjectFields } from './ProjectFields.tsx'
import styles from './Projects.module.css'
import { projectFieldNames, valuesOf, type ProjectTexts } from './project-form.ts'
import { canManageProject } from './project-status.ts'

interface ProjectEditorProps {
  project: Project
  /** Rejects when the server refuses the save: what was typed is kept. */
  onSave: (texts: Partial<ProjectTexts>, expected_updated_at: string | undefined) => Promise<void>
  /** Error of the last save, shown above the fields. */
  failure: ReactNode
  onCancel: () => void
}

/** Name of the draft stored in this tab. */
export const editorName = (id: string) => `project.${id}`

/** Form of the project page in edit mode. */
export function ProjectEditor({ project, onSave, failure, onCancel }: ProjectEditorProps) {
  // The state is not sent, because its own button may have changed it meanwhile.
  const { status, ...saved } = valuesOf(project)
  const hasLevel = canManageProject(project.role)
  const { draft, noticeProps, errors, isPending, formProps } = useForm<ProjectTexts>({
    name: editorName(project.id),
    saved,
    version: project.updated_at,
    check: (texts) => findTextErrors(texts, projectRules),
    // People who cannot change the level do not send it, because it may have changed meanwhile.
    send: ({ min_level, ...texts }, expected_updated_at) => onSave({ ...texts, ...(hasLevel && { min_level }) }, expected_updated_at),
    // The page shows the failure.
    describe: () => null,
  })

  return (
    <form className={styles.editor} aria-label="Modifier le projet" {...formProps}>
      {draft.conflict === null && failure}
      <FormDraftNotice {...noticeProps} fields={projectFieldNames} />
      <ProjectFields
        values={{ ...draft.values, status }}
        errors={errors}
        onChange={({ status: _status, ...changes }) => draft.set(changes)}
        hasLevel={hasLevel}
        isDisabled={isPending}
        contentRows={18}
      />
      <div className={styles.editorActions}>
        <Button type="submit" variant="primary" isPending={isPending} pendingLabel="Enregistrement…">
          Enregistrer
        </Button>
        <Button onPress={() => draft.confirmClose(onCancel)} isDisabled={isPending}>
          Annuler
        </Button>
      </div>
    </form>
  )
}
