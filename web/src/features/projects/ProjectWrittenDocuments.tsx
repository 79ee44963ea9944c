import { constants, routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { LinkCard } from '../../ui/content/Card.tsx'
import { formatRelativeDay, plural, truncate } from '../../ui/words/formats.ts'
import styles from './Projects.module.css'

/** Number of documents shown; the others are in the list of written documents. */
const maxShown = 6

/** Written documents of a project; renders nothing when there are none. */
export function ProjectWrittenDocuments({ projectId }: { projectId: string }) {
  const { data } = useQuery({ ...queryFor(routes.writtenDocuments.list, { query: { project_id: projectId } }), staleTime: 0 })
  if (!data || data.length === 0) return null
  return (
    <section aria-label="Documents rédigés du projet">
      <h2 className={styles.sectionTitle}>Documents rédigés</h2>
      <ul className={styles.grid}>
        {data.slice(0, maxShown).map(({ id, title, owner, open_proposals, updated_at }) => (
          <li key={id}>
            <LinkCard
              href={paths.writtenDocument(id)}
              title={truncate(title, constants.conversationTitleLength)}
              footer={[
                owner !== null && `partagé par ${owner}`,
                open_proposals > 0 && plural(open_proposals, 'modification proposée', 'modifications proposées'),
                formatRelativeDay(updated_at),
              ]
                .filter(Boolean)
                .join(' · ')}
            />
          </li>
        ))}
      </ul>
      {data.length > maxShown && (
        <p className={styles.count}>
          {`et ${plural(data.length - maxShown, 'autre')}, dans `}
          <Link to={paths.writtenDocuments}>Documents rédigés</Link>
        </p>
      )}
    </section>
  )
}
