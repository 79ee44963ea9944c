import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../api/ask.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { plural } from '../../ui/words/formats.ts'
import styles from './Projects.module.css'

/** As many as are taken up again without a search: the others are in Mon espace. */
const inSight = 10

/** The last conversations held with a project. Nothing where there is none: the page says how to begin one. */
export function ProjectConversations({ projectId }: { projectId: string }) {
  const { data } = useQuery(q(routes.conversations.page, { query: { project: projectId, archived: 'non', limit: String(inSight) } }))
  if (!data || data.data.length === 0) return null
  const others = (data.total ?? 0) - data.data.length
  return (
    <section className={styles.held} aria-label="Conversations du projet">
      <h2>Conversations</h2>
      <ul>
        {data.data.map((conversation) => (
          <li key={conversation.id}>
            <Link to={paths.resume(conversation)}>{conversation.title}</Link>
            {conversation.assistant_name !== null && <span className={styles.count}>{` · ${conversation.assistant_name}`}</span>}
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
