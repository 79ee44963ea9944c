import type { ListedProject } from '@parvis/contract'
import { Archive, ArchiveRestore, Pencil, Trash2 } from 'lucide-react'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/content/Card.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { isSecondClick, type Press } from '../../ui/PressButton.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { formatDateTime } from '../../ui/words/formats.ts'
import styles from './Projects.module.css'
import { canManageProject, otherStatus, sharedBy, statusWords } from './project-status.ts'
import { useProjectChanges } from './use-projects.ts'

interface ProjectCardProps {
  project: ListedProject
  /** Called with the error of a failed change of state; with null when a new attempt starts. */
  onToggleFailure: (error: unknown) => void
  onEdit: () => void
  /** The project is being loaded for editing. */
  isReading: boolean
  onDelete: () => void
}

/** Card of a project in the list; dimmed when archived. */
export function ProjectCard({ project, onToggleFailure, onEdit, isReading, onDelete }: ProjectCardProps) {
  const { name, description, status, role, owner } = project
  const words = statusWords[status]
  // One mutation per card: several may be pending, and one may fail.
  const { update } = useProjectChanges()
  const announce = useAnnounce()
  function toggle(press: Press) {
    // The second click of a double click would undo the change.
    if (isSecondClick(press)) return
    onToggleFailure(null)
    update.mutate({ id: project.id, body: { status: otherStatus(status) } }, { onSuccess: () => announce(words.leftAnnouncement), onError: onToggleFailure })
  }
  return (
    <Card as="article" isDimmed={status === 'archived'}>
      <div className={styles.cardTop}>
        <h2 className={styles.cardTitle}>{name}</h2>
        <Badge tone={status === 'valid' ? 'success' : 'neutral'}>{words.badge}</Badge>
      </div>
      {owner !== null && <p className={styles.owner}>{sharedBy(owner, role)}</p>}
      <p className={styles.description} data-empty={description === '' || undefined}>
        {description || 'Aucune description'}
      </p>
      <div className={styles.cardFoot}>
        <ProjectDates project={project} />
        <div className={styles.cardActions}>
          <LinkButton size="s" href={paths.project(project.id)} aria-label={`Afficher les détails de ${name}`}>
            Afficher les détails
          </LinkButton>
          <div className={styles.icons}>
            {canManageProject(role) && (
              <IconButton size="s" label={`${words.leaveLabel} le projet ${name}`} onPress={toggle} isPending={update.isPending}>
                {status === 'valid' ? <Archive aria-hidden /> : <ArchiveRestore aria-hidden />}
              </IconButton>
            )}
            {role !== 'reader' && <IconButton icon={Pencil} size="s" label={`Modifier le projet ${name}`} onPress={onEdit} isPending={isReading} />}
            {role === 'owner' && <IconButton icon={Trash2} size="s" tone="danger" label={`Supprimer le projet ${name}`} onPress={onDelete} />}
          </div>
        </div>
      </div>
    </Card>
  )
}

/** Creation and last modification of a project, as day/month/year hour:minute. */
export function ProjectDates({ project: { created_at, updated_at } }: { project: ListedProject }) {
  return (
    <dl className={styles.dates}>
      <div>
        <dt>Créé le</dt>
        <dd>
          <time dateTime={created_at}>{formatDateTime(created_at)}</time>
        </dd>
      </div>
      <div>
        <dt>Modifié le</dt>
        <dd>
          <time dateTime={updated_at}>{formatDateTime(updated_at)}</time>
        </dd>
      </div>
    </dl>
  )
}
