import { constants, routes, type Project } from '@parvis/contract'
import { Archive, ArchiveRestore, Pencil, Trash2, UserRoundCog, UsersRound } from 'lucide-react'
import { useReducer, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { readDraft } from '../../api/drafts.ts'
import { useUser } from '../../api/browser.ts'
import { draftKey } from '../../layout/drafts/use-form-draft.ts'
import { GrantsDialog } from '../../layout/dialogs-on-demand.ts'
import { LevelLine } from '../../layout/models/LevelField.tsx'
import { paths } from '../../paths.ts'
import { guardedNavigate } from '../../router/late-navigation.ts'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Button } from '../../ui/Button.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { isSecondClick, type Press } from '../../ui/PressButton.tsx'
import { queryFor } from '../../api/queries.ts'
import { DeleteProjectDialog } from './DeleteProjectDialog.tsx'
import { FailureBanner } from './FailureBanner.tsx'
import { ProjectStart, ProjectConversations } from './ProjectConversations.tsx'
import { ProjectWrittenDocuments } from './ProjectWrittenDocuments.tsx'
import { ProjectDates } from './ProjectCard.tsx'
import { editorName, ProjectEditor } from './ProjectEditor.tsx'
import { ProjectFiles } from './ProjectFiles.tsx'
import { ProjectReading } from './ProjectReading.tsx'
import styles from './Projects.module.css'
import { isEditing, nextSaveState, type ProjectTexts } from './project-form.ts'
import { canManageProject, otherStatus, statusWords, accessWords, sharedBy } from './project-status.ts'
import { useProjectChanges } from './use-projects.ts'

/** State of the editor of a project, and its save. @param onLeft called when the editor closes */
function useEditing(project: Project, onLeft: () => void) {
  const { id: user_id } = useUser()
  // An unsaved draft, from before a reload, reopens the editor.
  const [save, step] = useReducer(nextSaveState, null, () => ({
    step: readDraft(draftKey(user_id, editorName(project.id))) === '' ? ('reading' as const) : ('editing' as const),
  }))
  const clear = () => step('clear')
  const { update } = useProjectChanges()

  function leaveEditor(event: 'cancel' | 'kept') {
    step(event)
    onLeft()
  }

  async function saveTexts(texts: Partial<ProjectTexts>, expected_updated_at: string | undefined) {
    step('save')
    try {
      await update.mutateAsync({ id: project.id, body: { ...texts, expected_updated_at } })
    } catch (error) {
      step('failed')
      throw error
    }
    leaveEditor('kept')
  }

  return { save, step, clear, keep: saveTexts, leaveEditor, failure: update.error }
}

interface ProjectDetailProps {
  project: Project
  /** Error of a refetch: the project was deleted, or is no longer shared with this person. */
  missingError: Error | null
}

/** Page of a project, which can be edited in place. */
export function ProjectDetail({ project, missingError }: ProjectDetailProps) {
  const [dialog, setDialog] = useState<ProjectDialog>(null)
  const [done, setDone] = useState<string | null>(null)
  const heading = useRef<HTMLDivElement>(null)
  const { save, step, clear, keep: saveTexts, leaveEditor, failure } = useEditing(project, () => heading.current?.querySelector('h1')?.focus())
  // A mutation of its own, so that its failure is not shown as that of the editor.
  const { update: toggle } = useProjectChanges()
  const announce = useAnnounce()

  const toggleStatus = () =>
    toggle.mutate(
      { id: project.id, body: { status: otherStatus(project.status) } },
      { onSuccess: () => announce(statusWords[project.status].leftAnnouncement) },
    )

  return (
    <>
      <div ref={heading} className={styles.heading}>
        <PageTitle>{project.name}</PageTitle>
      </div>
      {!isEditing(save) && <ProjectStart project={project} />}
      <ProjectBar
        project={project}
        isEditing={isEditing(save)}
        isToggling={toggle.isPending}
        onDialog={setDialog}
        onEdit={() => step('edit')}
        onToggle={toggleStatus}
      />
      {toggle.isError && <FailureBanner sentence="Impossible de modifier l'état du projet." error={toggle.error} onDismiss={toggle.reset} />}
      {/* The banner of a failed change of state already reports the same error. */}
      {missingError && !toggle.isError && !isEditing(save) && <FailureBanner sentence="Impossible de charger les détails du projet." error={missingError} />}
      <Notice sentence={done} onDismiss={() => setDone(null)} autoDismissMs={constants.savedBannerMs} />
      <Notice
        sentence={save.step === 'saved' && 'Les modifications ont été enregistrées avec succès.'}
        onDismiss={clear}
        autoDismissMs={constants.savedBannerMs}
      />
      {isEditing(save) ? (
        <ProjectEditor
          project={project}
          onSave={saveTexts}
          failure={
            save.step === 'error' && (
              <FailureBanner sentence="Une erreur est survenue lors de l'enregistrement. Veuillez réessayer." error={failure} onDismiss={clear} />
            )
          }
          onCancel={() => leaveEditor('cancel')}
        />
      ) : (
        <ProjectReading project={project} onEdit={() => step('edit')} />
      )}
      <ProjectFiles key={project.role} project={project} />
      <ProjectWrittenDocuments projectId={project.id} />
      <ProjectConversations projectId={project.id} />
      <ProjectDialogs project={project} dialog={dialog} onClose={() => setDialog(null)} onDone={setDone} />
    </>
  )
}

type ProjectDialog = 'share' | 'give' | 'delete' | null

interface ProjectDialogsProps {
  project: Project
  dialog: ProjectDialog
  onClose: () => void
  /** Called with a success sentence. */
  onDone: (sentence: string) => void
}

// Loaded lazily, because it is rarely used.
const GiveProjectDialog = dialogOnDemand(async () => (await import('./GiveProjectDialog.tsx')).GiveProjectDialog)

/** The open dialog of the page, if any: share, hand over or delete. */
function ProjectDialogs({ project, dialog, onClose, onDone }: ProjectDialogsProps) {
  const [guardedNavigateTo] = useState(guardedNavigate)
  return (
    <>
      {dialog === 'share' && (
        <GrantsDialog kind="project" id={project.id} name={project.name} isManaged={project.role === 'manager'} onClose={onClose} onDone={onDone} />
      )}
      {dialog === 'give' && <GiveProjectDialog project={project} onClose={onClose} onDone={onDone} />}
      <DeleteProjectDialog
        project={dialog === 'delete' ? project : null}
        onClose={onClose}
        onDeleted={() => guardedNavigateTo(paths.projects, { force: true })}
      />
    </>
  )
}

interface ProjectBarProps {
  project: Project
  isEditing: boolean
  isToggling: boolean
  onDialog: (dialog: ProjectDialog) => void
  onEdit: () => void
  onToggle: () => void
}

/** State and dates of the project, and its actions. */
function ProjectBar({ project, isEditing, isToggling, onDialog, onEdit, onToggle }: ProjectBarProps) {
  const words = statusWords[project.status]
  /** Ignores the second click of a double click, which would undo the action or press the button that replaced this one. */
  const ignoreSecondClick = (press: () => void) => (event: Press) => {
    if (!isSecondClick(event)) press()
  }
  return (
    <div className={styles.bar}>
      <Badge tone={project.status === 'valid' ? 'success' : 'neutral'}>{words.badge}</Badge>
      <ProjectDates project={project} />
      <ProjectAccess project={project} />
      <LevelLine level={project.min_level} />
      <div className={styles.barActions}>
        {!isEditing && project.role !== 'reader' && (
          <Button size="s" icon={<Pencil aria-hidden />} onPress={onEdit}>
            Modifier
          </Button>
        )}
        {canManageProject(project.role) && (
          <Button size="s" icon={<UsersRound aria-hidden />} onPress={ignoreSecondClick(() => onDialog('share'))}>
            Partager
          </Button>
        )}
        {canManageProject(project.role) && (
          <Button
            size="s"
            icon={project.status === 'valid' ? <Archive aria-hidden /> : <ArchiveRestore aria-hidden />}
            onPress={ignoreSecondClick(onToggle)}
            isPending={isToggling}
          >
            {words.leaveLabel}
          </Button>
        )}
        {project.role === 'owner' && (
          <Menu
            size="s"
            label={`Autres actions pour ${project.name}`}
            entries={[
              { id: 'give', label: 'Confier à…', icon: <UserRoundCog aria-hidden />, onAction: () => onDialog('give') },
              { id: 'delete', label: 'Supprimer', icon: <Trash2 aria-hidden />, tone: 'danger', onAction: () => onDialog('delete') },
            ]}
          />
        )}
      </div>
    </div>
  )
}

/** Sharing of a project: with whom, for people who can change it; the owner, for people other than the owner. */
function ProjectAccess({ project: { id, role, owner } }: { project: Project }) {
  const { data, isError } = useQuery({ ...queryFor(routes.grants.get, { params: { kind: 'project', id } }), enabled: canManageProject(role), staleTime: 0 })
  return (
    <>
      {owner !== null && <p className={styles.owner}>{sharedBy(owner, role)}</p>}
      {canManageProject(role) && (
        // Takes its usual width before the answer: the buttons must not move under the pointer.
        <p className={styles.owner} data-waiting={(!data && !isError) || undefined}>
          {data || !isError ? accessWords(data?.grants ?? [], role === 'owner') : 'Partages indisponibles pour le moment'}
        </p>
      )}
    </>
  )
}
