import { constants, routes, type Project } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { LinkCard } from '../../ui/content/Card.tsx'
import { formatRelativeDay, plural, truncate } from '../../ui/words/formats.ts'
import { NewConversationField } from '../../chat/begin/NewConversationField.tsx'
import { FamiliarAssistants } from '../../layout/familiar-assistants/FamiliarAssistants.tsx'
import { familiarAssistants } from '../../layout/familiar-assistants/familiar-assistants.ts'
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
  const otherCount = (data.total ?? 0) - data.data.length
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
      {otherCount > 0 && (
        <p className={styles.count}>
          {`et ${plural(otherCount, 'autre')}, dans `}
          <Link to={paths.mySpace}>Mon espace</Link>
        </p>
      )}
    </section>
  )
}

/** Starts a conversation in the project: with a question, a favourite or used assistant, or another one of the catalogue. */
export function ProjectStart({ project: { id, name } }: { project: Pick<Project, 'id' | 'name'> }) {
  const { data: starred } = useQuery(queryFor(routes.assistantFavorites.list))
  const { data: used } = useQuery({ ...queryFor(routes.conversations.stats), select: (stats) => stats.conversations_by_assistant })
  return (
    <section className={styles.begin} aria-label={`Démarrer une conversation sur ${name}`}>
      <NewConversationField draftKey={`project-question.${id}`} project={id} placeholder="Posez une question sur ce projet" />
      <div className={styles.assistants}>
        <FamiliarAssistants assistants={familiarAssistants(starred, used)} label="Démarrer avec un de vos assistants" project={id} />
        <Link to={paths.catalogueWith({ id })}>Tous les assistants</Link>
      </div>
    </section>
  )
}
