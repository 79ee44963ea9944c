import type { ListedProject, Project } from '@parvis/contract'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { listSearch, pageCountParam } from '../../router/search-param.ts'
import { paths } from '../../paths.ts'
import { guardedNavigate } from '../../router/late-navigation.ts'
import { useSearchParamState } from '../../router/use-search-param-state.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { plural } from '../../ui/words/formats.ts'
import { MoreRows } from '../../ui/lists/MoreRows.tsx'
import { useNewsSeen } from '../../chat/news/EntryCount.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { DeleteProjectDialog } from './DeleteProjectDialog.tsx'
import { FailureBanner } from './FailureBanner.tsx'
import { ProjectCard } from './ProjectCard.tsx'
import { ProjectFormDialog } from './ProjectFormDialog.tsx'
import styles from './Projects.module.css'
import { focusTitleAfterDialog } from '../../ui/overlays/Dialog.tsx'
import { useProjectReader, useProjects } from './use-projects.ts'

const searchParams = { search: listSearch, pages: pageCountParam }

type OpenProjectDialog = { dialog: 'form'; project: Project | null } | { dialog: 'delete'; project: ListedProject } | null

/** « Gestion des projets »: the person's projects as cards. The search is stored in the URL. */
export function ProjectsPage() {
  const address = useSearchParamState(searchParams)
  const { search } = address.urlValues
  const projects = useProjects(search, { pages: address.urlValues.pages, setPages: (pages) => address.change({ pages }, true) })
  useNewsSeen('projects', projects.rows !== undefined)
  const read = useProjectReader()
  const [guardedNavigateTo] = useState(guardedNavigate)
  const [failure, setFailure] = useState<unknown>(null)
  const [open, setOpen] = useState<OpenProjectDialog>(null)
  const close = () => setOpen(null)

  /** Opens a dialog, and discards a project that is still loading, so that it does not replace this one. */
  function show(next: OpenProjectDialog) {
    read.reset()
    setOpen(next)
  }
  const edit = ({ id }: ListedProject) => read.mutate(id, { onSuccess: (project) => show({ dialog: 'form', project }) })
  const create = () => show({ dialog: 'form', project: null })

  return (
    <div className={styles.page}>
      <PageTitle
        lead={`Décrivez un projet une fois\u00a0; les assistants en tiennent compte dans chaque conversation qui lui est liée.`}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden />} onPress={create}>
            Nouveau projet
          </Button>
        }
      >
        Gestion des projets
      </PageTitle>
      {failure !== null && <FailureBanner sentence="Impossible de modifier l'état du projet." error={failure} onDismiss={() => setFailure(null)} />}
      {read.isError && <FailureBanner sentence="Impossible de charger les détails du projet." error={read.error} onDismiss={read.reset} />}
      {/* After a failed search, the search field stays on the screen. */}
      {projects.rows || (projects.isError && search !== '') ? (
        <ProjectGrid
          list={projects}
          typedSearch={address.displayedValues.search}
          search={search}
          onSearch={(text) => address.change({ search: text })}
          readingId={read.isPending ? read.variables : null}
          onToggleFailure={setFailure}
          onCreate={create}
          onEdit={edit}
          onDelete={(project) => show({ dialog: 'delete', project })}
        />
      ) : projects.isError ? (
        <ErrorMessage query={projects}>Impossible de charger les projets.</ErrorMessage>
      ) : (
        <Skeleton shape="cards" count={6} label="Chargement des projets…" />
      )}
      {open?.dialog === 'form' && (
        <ProjectFormDialog
          key={open.project?.id ?? 'new'}
          project={open.project}
          onClose={close}
          onCreated={({ id }) => guardedNavigateTo(paths.project(id), { force: true })}
        />
      )}
      <DeleteProjectDialog project={open?.dialog === 'delete' ? open.project : null} onClose={close} onDeleted={focusTitleAfterDialog} />
    </div>
  )
}

interface ProjectGridProps {
  list: ReturnType<typeof useProjects>
  typedSearch: string
  /** Search of the current results; follows `typed` after a delay. */
  search: string
  onSearch: (text: string) => void
  readingId: string | null
  /** Called with null when a new attempt starts. */
  onToggleFailure: (error: unknown) => void
  onCreate: () => void
  onEdit: (project: ListedProject) => void
  onDelete: (project: ListedProject) => void
}

const describeMore = (addedCount: number) => `${plural(addedCount, 'projet')} de plus`

function ProjectGrid({ list, typedSearch, search, onSearch, readingId, onToggleFailure, onCreate, onEdit, onDelete }: ProjectGridProps) {
  const grid = useRef<HTMLUListElement>(null)
  const { rows = [], total = rows.length } = list
  const hasFailed = list.isError && !list.isFetchNextPageError
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
        <SearchField label="Rechercher un projet" placeholder="Nom ou description" value={typedSearch} onChange={onSearch} />
        <p role="status" className={styles.count}>
          {list.isPlaceholderData ? 'Recherche…' : list.rows && plural(total, 'projet')}
        </p>
      </div>
      {hasFailed && <ErrorMessage query={list}>Impossible de charger les projets.</ErrorMessage>}
      {rows.length === 0 ? (
        !hasFailed && (
          <EmptyState
            motif="recherche"
            title="Aucun projet ne correspond à cette recherche"
            action={<Button onPress={() => onSearch('')}>Effacer la recherche</Button>}
          />
        )
      ) : (
        <ul ref={grid} className={styles.grid}>
          {rows.map((project) => (
            <li key={project.id}>
              <ProjectCard
                project={project}
                isReading={readingId === project.id}
                onToggleFailure={onToggleFailure}
                onEdit={() => onEdit(project)}
                onDelete={() => onDelete(project)}
              />
            </li>
          ))}
        </ul>
      )}
      <MoreRows
        list={grid}
        shownCount={rows.length}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        failure={list.isFetchNextPageError ? 'La suite des projets n’a pas pu être chargée.' : null}
        onMore={() => void list.readNext()}
        label="Afficher plus de projets"
        describe={describeMore}
      />
    </>
  )
}
