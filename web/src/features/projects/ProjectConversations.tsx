import { constants, routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { LinkCard } from '../../ui/content/Card.tsx'
import { formatRelativeDay, plural, truncate } from '../../ui/words/formats.ts'
import styles from './Projects.module.css'

/** Number of conversations shown; the others are in « Mon espace ». */
const maxShown = 10

/** Latest conversations of a project; renders nothing when there are none. */
export function ProjectConversations({ projectId }: { projectId: string }) {
  const { data } = useQuery({
    ...queryFor(routes.conversations.page, { query: { project: projectId, archived: 'non', limit: String(maxShown) } }),
    // Refetched at each visit, to show a conversation that was just started.
    staleTime: 0,
  })
  if (!data || data.data.length === 0) return null
  const others = (data.total ?? 0) - data.data.length
  return (
    <section aria-label="Conversations du projet">
      <h2 className={styles.sectionTitle}>Conversations</h2>
      <ul className={styles.grid}>
        {data.data.map((conversation) => (
          <li key={conversation.id}>
            <LinkCard
              href={paths.resume(conversation)}
              title={truncate(conversation.title, constants.conversationTitleLength)}
              footer={[conversation.assistant_name, formatRelativeDay(conversation.updated_at)].filter(Boolean).join(' · ')}
            />
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className={styles.count}>
          {`et ${plural(others, 'autre')}, dans `}
          <Link to={paths.mySpace}>Mon espace</Link>
        </p>
      )}
    </section>
  )
}
