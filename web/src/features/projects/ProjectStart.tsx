import { routes, type Project } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/queries.ts'
import { NewConversationField } from '../../chat/begin/NewConversationField.tsx'
import { FamiliarAssistants } from '../../layout/familiar-assistants/FamiliarAssistants.tsx'
import { familiarAssistants } from '../../layout/familiar-assistants/familiar-assistants.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import styles from './Projects.module.css'

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
