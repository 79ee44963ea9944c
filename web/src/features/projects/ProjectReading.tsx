import { paths } from '../../paths.ts'
import { constants, routes, type Project } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../api/ask.ts'
import { Button } from '../../ui/Button.tsx'
import { formatRelativeDay, truncate } from '../../ui/words/formats.ts'
import { LinkCard } from '../../ui/content/Card.tsx'
import { Markdown } from '../../ui/content/Markdown.tsx'
import styles from './Projects.module.css'

/** What a project says, and the conversations that used it. */
export function ProjectReading({ project, onEdit }: { project: Project; onEdit: () => void }) {
  return (
    <>
      <section aria-labelledby="description">
        <h2 id="description" className={styles.sectionTitle}>
          Description
        </h2>
        <p className={styles.lead} data-empty={project.description === '' || undefined}>
          {project.description || 'Aucune description'}
        </p>
      </section>
      <section aria-labelledby="contenu-projet">
        <h2 id="contenu-projet" className={styles.sectionTitle}>
          Contenu
        </h2>
        {project.content.trim() === '' ? (
          <div className={styles.blank}>
            <p>Ce projet n’a pas encore de contenu. Ajoutez-y le contexte, les acteurs, le budget&nbsp;: les assistants répondront plus juste.</p>
            <Button size="s" onPress={onEdit}>
              Ajouter le contenu
            </Button>
          </div>
        ) : (
          <div className={styles.content}>
            <Markdown text={project.content} headingLevel={3} />
          </div>
        )}
      </section>
      <ProjectConversations project={project} />
    </>
  )
}

/** Nothing until there is one: the button above says how to begin. */
function ProjectConversations({ project }: { project: Project }) {
  const { data } = useQuery({
    ...q(routes.conversations.page, { query: { project: project.id, limit: '100' } }),
    select: (page) => page.data,
    staleTime: 0,
  })
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="conversations-projet">
      <h2 id="conversations-projet" className={styles.sectionTitle}>
        Conversations de ce projet
      </h2>
      <ul className={styles.grid}>
        {data.map((conversation) => (
          <li key={conversation.id}>
            <LinkCard
              href={paths.resume(conversation)}
              title={truncate(conversation.title, constants.conversationTitleLength)}
              footer={[conversation.assistant_name, formatRelativeDay(conversation.updated_at)].filter(Boolean).join(' · ')}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
