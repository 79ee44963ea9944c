import { constants, limits, type ListedProject, type Project } from '@parvis/contract'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useKeptSearch } from '../../layout/use-kept-search.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorMessage } from '../../ui/ErrorMessage.tsx'
import { plural } from '../../ui/formats.ts'
import { MoreRows } from '../../ui/MoreRows.tsx'
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
import { otherStatus, statusWords } from './project-status.ts'
import { useProjectChanges, useProjectReader, useProjects } from './use-projects.ts'

type Open = { dialog: 'form'; project: Project | null } | { dialog: 'delete'; project: ListedProject } | null

/** « Gestion des projets »: the person's projects as cards, a page at a time. What is looked for stands in the address. */
export function ProjectsPage() {
  const [typed, search, setTyped] = useKeptSearch(constants.conversationSearchDebounceMs, limits.title)
  const projects = useProjects(search)
  const { update } = useProjectChanges()
  const readProject = useProjectReader()
  const announce = useAnnounce()
  const [open, setOpen] = useState<Open>(null)
  const [unread, setUnread] = useState<unknown>(null)
  const close = () => setOpen(null)

  function toggle({ id, status }: ListedProject) {
    update.mutate({ id, body: { status: otherStatus(status) } }, { onSuccess: () => announce(statusWords[status].left) })
  }
  function edit({ id }: ListedProject) {
    setUnread(null)
    readProject(id).then((project) => setOpen({ dialog: 'form', project }), setUnread)
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
      {unread !== null && <FailureBanner sentence="Impossible de charger les détails du projet." error={unread} onDismiss={() => setUnread(null)} />}
      {projects.rows ? (
        <ProjectGrid
          list={projects}
          search={typed}
          onSearch={setTyped}
          togglingId={update.isPending ? update.variables.id : null}
          onToggle={toggle}
          onCreate={() => setOpen({ dialog: 'form', project: null })}
          onEdit={edit}
          onDelete={(project) => setOpen({ dialog: 'delete', project })}
        />
      ) : projects.isError ? (
        <ErrorMessage onRetry={() => void projects.refetch()} isRetrying={projects.isFetching}>
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
  list: ReturnType<typeof useProjects>
  search: string
  onSearch: (text: string) => void
  togglingId: string | null
  onToggle: (project: ListedProject) => void
  onCreate: () => void
  onEdit: (project: ListedProject) => void
  onDelete: (project: ListedProject) => void
}

const describeMore = (added: number) => `${plural(added, 'projet')} de plus`

function ProjectGrid({ list, search, onSearch, togglingId, onToggle, onCreate, onEdit, onDelete }: ProjectGridProps) {
  const grid = useRef<HTMLUListElement>(null)
  const { rows = [], total = rows.length } = list
  if (rows.length === 0 && search === '' && !list.isPlaceholderData) {
    return (
      <EmptyState motif="dossier" title="Aucun projet disponible" action={<Button onPress={onCreate}>Créer votre premier projet</Button>}>
        Un projet rassemble son contexte, ses objectifs et son calendrier&nbsp;: vous n’aurez plus à les réexpliquer.
      </EmptyState>
    )
  }
  return (
    <>
      <div className={styles.tools}>
        <SearchField label="Rechercher un projet" placeholder="Nom ou description" value={search} onChange={onSearch} />
        <p role="status" className={styles.count}>
          {list.isPlaceholderData ? 'Recherche…' : plural(total, 'projet')}
        </p>
      </div>
      {list.isError && !list.isFetchNextPageError ? (
        <ErrorMessage onRetry={() => void list.refetch()} isRetrying={list.isFetching}>
          Impossible de charger les projets.
        </ErrorMessage>
      ) : rows.length === 0 ? (
        <EmptyState
          motif="recherche"
          title="Aucun projet ne correspond à cette recherche"
          action={<Button onPress={() => onSearch('')}>Effacer la recherche</Button>}
        />
      ) : (
        <ul ref={grid} className={styles.grid}>
          {rows.map((project) => (
            <li key={project.id}>
              <ProjectCard
                project={project}
                isToggling={togglingId === project.id}
                onToggle={() => onToggle(project)}
                onEdit={() => onEdit(project)}
                onDelete={() => onDelete(project)}
              />
            </li>
          ))}
        </ul>
      )}
      <MoreRows
        list={grid}
        shown={rows.length}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        failure={list.isFetchNextPageError ? 'La suite des projets n’a pas pu être chargée.' : null}
        onMore={() => void list.fetchNextPage()}
        label="Afficher plus de projets"
        describe={describeMore}
      />
    </>
  )
}
