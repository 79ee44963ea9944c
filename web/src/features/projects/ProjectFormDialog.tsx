import { findTextErrors, projectRules, type Project } from '@parvis/contract'
import { FormDraftNotice } from '../../layout/drafts/FormDraftNotice.tsx'
import { useForm } from '../../layout/drafts/use-form.ts'
import { keepFailure } from '../../layout/drafts/use-submission.ts'
import { Dialog, DialogActions, FormActions } from '../../ui/overlays/Dialog.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { FailureBanner } from './FailureBanner.tsx'
import { ProjectFields } from './ProjectFields.tsx'
import styles from './Projects.module.css'
import { newProject, projectFieldNames, valuesOf, type ProjectValues } from './project-form.ts'
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
  const { create, update } = useProjectChanges()
  const announce = useAnnounce()
  const hasStatus = project !== null && canManageProject(project.role)
  const { draft, noticeProps, errors, failure, isPending, formProps } = useForm<ProjectValues, Project, unknown>({
    name: `project-dialog.${project?.id ?? 'new'}`,
    saved: project ? valuesOf(project) : newProject,
    version: project?.updated_at,
    check: (values) => findTextErrors(values, projectRules),
    describeErrors: keepFailure,
    send(values, expected_updated_at) {
      if (!project) return create.mutateAsync(values)
      // People who cannot change the state and the level do not send them, because they may have changed meanwhile.
      const { status, min_level, ...texts } = values
      return update.mutateAsync({ id: project.id, body: { ...texts, ...(hasStatus && { status, min_level }), expected_updated_at } })
    },
    onDone(savedProject) {
      announce(project ? 'Projet mis à jour' : 'Projet créé')
      onClose()
      if (!project) onCreated(savedProject)
    },
    describe: (error) => error,
  })
  const close = () => draft.confirmClose(onClose)

  return (
    <Dialog isOpen onClose={close} title={project ? 'Modifier le projet' : 'Nouveau projet'} isBusy={isPending}>
      <form className={styles.form} {...formProps}>
        <FormDraftNotice {...noticeProps} fields={projectFieldNames} />
        {failure !== null && <FailureBanner sentence={project ? 'Impossible de mettre à jour le projet.' : 'Impossible de créer le projet.'} error={failure} />}
        <ProjectFields
          values={draft.values}
          errors={errors}
          onChange={draft.set}
          hasStatus={hasStatus}
          hasLevel={project === null || hasStatus}
          isDisabled={isPending}
        />
        <DialogActions>
          <FormActions onCancel={close} isPending={isPending} verb={project ? 'Enregistrer' : 'Créer le projet'} />
        </DialogActions>
      </form>
    </Dialog>
  )
}
