import { constants, type Project } from '@parvis/contract'
import { Archive, ArchiveRestore, MessagesSquare, Pencil, Trash2, UsersRound } from 'lucide-react'
import { useCallback, useReducer, useRef, useState } from 'react'
import { readDraft } from '../../api/drafts.ts'
import { useUser } from '../../api/session/session.tsx'
import { draftKey } from '../../layout/drafts/use-form-draft.ts'
import { GrantsDialog } from '../../layout/grants/GrantsDialog.tsx'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/address.ts'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { DeleteProjectDialog } from './DeleteProjectDialog.tsx'
import { FailureBanner } from './FailureBanner.tsx'
import { ProjectBeginnings } from './ProjectBeginnings.tsx'
import { ProjectConversations } from './ProjectConversations.tsx'
import { ProjectDates } from './ProjectDates.tsx'
import { editorName, ProjectEditor } from './ProjectEditor.tsx'
import { ProjectFiles } from './ProjectFiles.tsx'
import { ProjectReading } from './ProjectReading.tsx'
import styles from './Projects.module.css'
import type { ProjectTexts } from './project-form.ts'
import { otherStatus, sharedBy, statusWords } from './project-status.ts'
import { isEditing, nextSaveState } from './save-state.ts'
import { useProjectChanges } from './use-projects.ts'

/** Whether the project is read or written, and its saving. @param onLeft called once it is read again */
function useEditing(project: Project, onLeft: () => void) {
  const { id: user_id } = useUser()
  // What was typed before a reload is taken up where it was.
  const [save, step] = useReducer(nextSaveState, null, () => ({
    step: readDraft(draftKey(user_id, editorName(project.id))) === '' ? ('reading' as const) : ('editing' as const),
  }))
  const clear = useCallback(() => step('clear'), [])
  const { update } = useProjectChanges()

  function leaveEditor(event: 'cancel' | 'kept') {
    step(event)
    onLeft()
  }

  async function keep(texts: ProjectTexts, expected_updated_at: string | undefined) {
    step('save')
    try {
      await update.mutateAsync({ id: project.id, body: { ...texts, expected_updated_at } })
    } catch (error) {
      step('failed')
      throw error
    }
    leaveEditor('kept')
  }

  return { save, step, clear, keep, leaveEditor, failure: update.error }
}

/** A project read, then edited in place. */
export function ProjectDetail({ project }: { project: Project }) {
  const [isDeleting, setDeleting] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const heading = useRef<HTMLDivElement>(null)
  const { save, step, clear, keep, leaveEditor, failure } = useEditing(project, () => heading.current?.querySelector('h1')?.focus())
  // Not the change of the editor: the failure of one must not be shown as the failure of the other.
  const { update: toggle } = useProjectChanges()
  const announce = useAnnounce()

  const toggleStatus = () =>
    toggle.mutate({ id: project.id, body: { status: otherStatus(project.status) } }, { onSuccess: () => announce(statusWords[project.status].left) })

  return (
    <>
      <div ref={heading} className={styles.heading}>
        <PageTitle
          actions={
            !isEditing(save) && (
              <LinkButton variant="primary" icon={<MessagesSquare aria-hidden />} href={paths.catalogueWith(project)}>
                Démarrer une conversation avec ce projet
              </LinkButton>
            )
          }
        >
          {project.name}
        </PageTitle>
      </div>
      {!isEditing(save) && <ProjectBeginnings projectId={project.id} />}
      <ProjectBar
        project={project}
        isEditing={isEditing(save)}
        isToggling={toggle.isPending}
        onShare={() => setSharing(true)}
        onEdit={() => step('edit')}
        onToggle={toggleStatus}
        onDelete={() => setDeleting(true)}
      />
      {toggle.isError && <FailureBanner sentence="Impossible de modifier l'état du projet." error={toggle.error} onDismiss={toggle.reset} />}
      {save.step === 'saved' && (
        <Banner tone="success" onDismiss={clear} autoDismissMs={constants.savedBannerMs}>
          Les modifications ont été enregistrées avec succès.
        </Banner>
      )}
      {isEditing(save) ? (
        <ProjectEditor
          project={project}
          isSaving={save.step === 'saving'}
          onSave={keep}
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
      <ProjectConversations projectId={project.id} />
      {isSharing && <GrantsDialog kind="project" id={project.id} name={project.name} onClose={() => setSharing(false)} onDone={announce} />}
      <DeleteProjectDialog
        project={isDeleting ? project : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => navigate(paths.projects, { force: true })}
      />
    </>
  )
}

interface ProjectBarProps {
  project: Project
  isEditing: boolean
  isToggling: boolean
  onShare: () => void
  onEdit: () => void
  onToggle: () => void
  onDelete: () => void
}

/** Its state and dates, and what can be done with it. */
function ProjectBar({ project, isEditing, isToggling, onShare, onEdit, onToggle, onDelete }: ProjectBarProps) {
  const words = statusWords[project.status]
  return (
    <div className={styles.bar}>
      <Badge tone={project.status === 'valid' ? 'success' : 'neutral'}>{words.badge}</Badge>
      <ProjectDates project={project} />
      {project.owner !== null && <p className={styles.owner}>{sharedBy(project.owner, project.role)}</p>}
      <div className={styles.barActions}>
        {!isEditing && project.role !== 'reader' && (
          <Button size="s" icon={<Pencil aria-hidden />} onPress={onEdit}>
            Modifier
          </Button>
        )}
        {project.role === 'owner' && (
          <Button size="s" icon={<UsersRound aria-hidden />} onPress={onShare}>
            Partager
          </Button>
        )}
        {project.role !== 'reader' && (
          <Button
            size="s"
            icon={project.status === 'valid' ? <Archive aria-hidden /> : <ArchiveRestore aria-hidden />}
            onPress={onToggle}
            isPending={isToggling}
          >
            {words.leave}
          </Button>
        )}
        {project.role === 'owner' && (
          <Menu
            size="s"
            label={`Autres actions pour ${project.name}`}
            entries={[{ id: 'delete', label: 'Supprimer', icon: <Trash2 aria-hidden />, tone: 'danger', onAction: onDelete }]}
          />
        )}
      </div>
    </div>
  )
}
