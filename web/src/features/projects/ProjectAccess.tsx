import { routes, type Project } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/queries.ts'
import styles from './Projects.module.css'
import { accessWords, canManageProject, sharedBy } from './project-status.ts'

/** Sharing of a project: with whom, for people who can change it; the owner, for people other than the owner. */
export function ProjectAccess({ project: { id, role, owner } }: { project: Project }) {
  const { data, isError } = useQuery({ ...queryFor(routes.grants.get, { params: { kind: 'project', id } }), enabled: canManageProject(role), staleTime: 0 })
  return (
    <>
      {owner !== null && <p className={styles.owner}>{sharedBy(owner, role)}</p>}
      {canManageProject(role) && (
        <p className={styles.owner}>{data ? accessWords(data.grants, role === 'owner') : isError && 'Partages indisponibles pour le moment'}</p>
      )}
    </>
  )
}
