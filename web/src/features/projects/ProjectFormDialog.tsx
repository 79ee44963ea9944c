import type { Project } from '@parvis/contract'
import { useRef, useState, type FormEvent } from 'react'
import { FormDraftNotice } from '../../layout/drafts/FormDraftNotice.tsx'
import { useFormDraft } from '../../layout/drafts/use-form-draft.ts'
import { Dialog, DialogActions, FormActions } from '../../ui/overlays/Dialog.tsx'
import { focusWithin, invalidFieldSelector } from '../../ui/overlays/focus-within.ts'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { FailureBanner } from './FailureBanner.tsx'
import { ProjectFields } from './ProjectFields.tsx'
import styles from './Projects.module.css'
import { checkProject, newProject, projectFieldNames, refusedFields, valuesOf, type ProjectErrors, type ProjectValues } from './project-form.ts'
import { canManageProject } from './project-status.ts'
import { useProjectChanges } from './use-projects.ts'

interface ProjectFormDialogProps {
  /** Project to edit; null creates one. */
  project: Project | null
  onClose: () => void
  /** Called with the new project once it is saved. */
  onCreated: (project: Project) => void
}

/** Dialog to create or edit a project. What was typed is kept when saving fails. Mounted only while it is open. */
export function ProjectFormDialog({ project, onClose, onCreated }: ProjectFormDialogProps) {
  const draft = useFormDraft<ProjectValues>(`project-dialog.${project?.id ?? 'new'}`, project ? valuesOf(project) : newProject, project?.updated_at)
  const { values, confirmClose: leave } = draft
  const close = () => leave(onClose)
  const [errors, setErrors] = useState<ProjectErrors>({})
  const fields = useRef<HTMLDivElement>(null)
  const { create, update } = useProjectChanges()
  const announce = useAnnounce()
  const change = project ? update : create
  const hasStatus = project !== null && canManageProject(project.role)

  function refuse(refused: ProjectErrors) {
    setErrors(refused)
    if (Object.keys(refused).length > 0) focusWithin(fields.current, invalidFieldSelector)
  }

  async function save(event?: FormEvent) {
    event?.preventDefault()
    if (change.isPending) return
    const refused = checkProject(values)
    refuse(refused)
    if (Object.keys(refused).length > 0) return
    // People who cannot change the state do not send it, because it may have changed meanwhile.
    const { status, ...texts } = values
    const sent = hasStatus ? { ...texts, status } : texts
    try {
      const saved = project
        ? await draft.save((expected_updated_at) => update.mutateAsync({ id: project.id, body: { ...sent, expected_updated_at } }))
        : await draft.save(() => create.mutateAsync(values))
      announce(project ? 'Projet mis à jour' : 'Projet créé')
      onClose()
      if (!project) onCreated(saved)
    } catch (error) {
      refuse(refusedFields(error))
    }
  }

  return (
    <Dialog isOpen onClose={close} title={project ? 'Modifier le projet' : 'Nouveau projet'} isBusy={change.isPending}>
      <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
        <FormDraftNotice draft={draft} fields={projectFieldNames} onSaveMine={() => void save()} isSaving={change.isPending} />
        {change.isError && draft.conflict === null && (
          <FailureBanner sentence={project ? 'Impossible de mettre à jour le projet.' : 'Impossible de créer le projet.'} error={change.error} />
        )}
        <ProjectFields ref={fields} values={values} errors={errors} onChange={draft.set} hasStatus={hasStatus} isDisabled={change.isPending} />
        <DialogActions>
          <FormActions onCancel={close} isPending={change.isPending} verb={project ? 'Enregistrer' : 'Créer le projet'} />
        </DialogActions>
      </form>
    </Dialog>
  )
}
