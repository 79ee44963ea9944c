import type { Project } from '@parvis/contract'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorMessage } from '../../ui/ErrorMessage.tsx'
import { plural } from '../../ui/formats.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useAnnounce } from '../../ui/StatusRegion.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { DeleteProjectDialog } from './DeleteProjectDialog.tsx'
import { FailureBanner } from './FailureBanner.tsx'
import { ProjectCard } from './ProjectCard.tsx'
import { ProjectFormDialog } from './ProjectFormDialog.tsx'
import styles from './Projects.module.css'
import { focusTitleAfterDialog } from '../../ui/focus-title.ts'
import { shownProjects } from './project-list.ts'
import { otherStatus, statusWords } from './project-status.ts'
import { useProjectChanges, useProjects } from './use-projects.ts'

type Open = { dialog: 'form'; project: Project | null } | { dialog: 'delete'; project: Project } | null

/** « Gestion des projets »: the person's projects as cards. */
export function ProjectsPage() {
  const { data: projects, isError, refetch, isFetching } = useProjects()
  const { update } = useProjectChanges()
  const announce = useAnnounce()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)

  function toggle({ id, status }: Project) {
    update.mutate({ id, body: { status: otherStatus(status) } }, { onSuccess: () => announce(statusWords[status].left) })
  }

  return (
    <div className={styles.page}>
      <PageTitle
        lead={`Décrivez un projet une fois\u00a0; les assistants en tiennent compte dans chaque conversation qui lui est liée.`}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden />} onPress={() => setOpen({ dialog: 'form', project: null })}>
            Nouveau projet
          </Button>
        }
      >
        Gestion des projets
      </PageTitle>
      {update.isError && <FailureBanner sentence="Impossible de modifier l'état du projet." error={update.error} onDismiss={update.reset} />}
      {projects ? (
        <ProjectGrid projects={projects} togglingId={update.isPending ? update.variables.id : null} onToggle={toggle} onOpen={setOpen} />
      ) : isError ? (
        <ErrorMessage onRetry={() => void refetch()} isRetrying={isFetching}>
          Impossible de charger les projets.
        </ErrorMessage>
      ) : (
        <Skeleton shape="cards" count={6} label="Chargement des projets…" />
      )}
      {open?.dialog === 'form' && <ProjectFormDialog project={open.project} onClose={close} />}
      <DeleteProjectDialog project={open?.dialog === 'delete' ? open.project : null} onClose={close} onDeleted={focusTitleAfterDialog} />
    </div>
  )
}

interface ProjectGridProps {
  projects: readonly Project[]
  togglingId: string | null
  onToggle: (project: Project) => void
  onOpen: (open: Open) => void
}

function ProjectGrid({ projects, togglingId, onToggle, onOpen }: ProjectGridProps) {
  const [search, setSearch] = useState('')
  const shown = shownProjects(projects, search)
  if (projects.length === 0) {
    return (
      <EmptyState
        motif="dossier"
        title="Aucun projet disponible"
        action={<Button onPress={() => onOpen({ dialog: 'form', project: null })}>Créer votre premier projet</Button>}
      >
        Un projet rassemble son contexte, ses objectifs et son calendrier&nbsp;: vous n’aurez plus à les réexpliquer.
      </EmptyState>
    )
  }
  return (
    <>
      <div className={styles.tools}>
        <SearchField label="Rechercher un projet" placeholder="Nom ou description" value={search} onChange={setSearch} />
        <p role="status" className={styles.count}>
          {plural(shown.length, 'projet')}
        </p>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          motif="recherche"
          title="Aucun projet ne correspond à cette recherche"
          action={<Button onPress={() => setSearch('')}>Effacer la recherche</Button>}
        />
      ) : (
        <ul className={styles.grid}>
          {shown.map((project) => (
            <li key={project.id}>
              <ProjectCard
                project={project}
                isToggling={togglingId === project.id}
                onToggle={() => onToggle(project)}
                onEdit={() => onOpen({ dialog: 'form', project })}
                onDelete={() => onOpen({ dialog: 'delete', project })}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
