import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../../api/queries.ts'
import { plural } from '../../../ui/words/formats.ts'
import { Select } from '../../../ui/fields/Select.tsx'
import styles from './CataloguePage.module.css'

interface ContextSelectorsProps {
  project: string | null
  onProject: (id: string | null) => void
  /** Technical name of a document category. */
  library: string | null
  onLibrary: (name: string | null) => void
}

const none = 'aucun'

/** Optional context of the next conversation: a project, and a category of documents. */
export function ContextSelectors({ project, onProject, library, onLibrary }: ContextSelectorsProps) {
  const projects = useQuery(queryFor(routes.projects.list))
  const categories = useQuery(queryFor(routes.library.categories))
  const projectOptions = asList(projects.data)
    // Archived projects are not offered, except one that the URL already selects.
    .filter(({ id, status }) => status === 'valid' || id === project)
    .map(({ id, name }) => ({ id, label: name }))
  const libraryOptions = (categories.data?.categories ?? []).map(({ name, display_name, document_count }) => ({
    id: name,
    label: display_name,
    detail: plural(document_count, 'document'),
  }))
  return (
    <div className={styles.selectors}>
      <Select
        label="Projet associé"
        options={projectOptions.length === 0 ? [] : [{ id: none, label: 'Aucun projet' }, ...projectOptions]}
        value={project}
        onChange={(id) => onProject(id === none ? null : id)}
        placeholder={placeholderOf(projects, projectOptions.length, 'Projets indisponibles', 'Aucun projet disponible', 'Aucun projet')}
        isDisabled={projectOptions.length === 0}
      />
      <Select
        label="Bibliothèque de documents"
        options={libraryOptions.length === 0 ? [] : [{ id: none, label: 'Aucune bibliothèque' }, ...libraryOptions]}
        value={library}
        onChange={(id) => onLibrary(id === none ? null : id)}
        placeholder={placeholderOf(categories, libraryOptions.length, 'Bibliothèques indisponibles', 'Aucune bibliothèque disponible', 'Aucune bibliothèque')}
        isDisabled={libraryOptions.length === 0}
      />
    </div>
  )
}

function placeholderOf(query: { isPending: boolean; isError: boolean }, count: number, failed: string, empty: string, choose: string): string {
  if (query.isPending) return 'Chargement…'
  if (query.isError) return failed
  return count === 0 ? empty : choose
}

/** Unwraps a list that the server may send bare or in `data` (specification, chapter 7). */
function asList<T>(answer: readonly T[] | { data: readonly T[] } | undefined): readonly T[] {
  return answer === undefined ? [] : 'data' in answer ? answer.data : answer
}
