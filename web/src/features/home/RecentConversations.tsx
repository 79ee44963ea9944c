import { paths } from '../../paths.ts'
import { LinkCard } from '../../ui/content/Card.tsx'
import { formatRelativeDay, truncate } from '../../ui/words/formats.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import styles from './HomePage.module.css'

export interface HomeConversation {
  id: string
  title: string
  updated_at: string
  /** Null when the assistant was deleted or the conversation had none. */
  assistant_id: string | null
  assistant_name: string | null
  project_id?: string | null
  library?: string | null
  prompt_id?: string | null
}

/** Number of characters after which a title is cut (specification, chapter 9). */
const titleLength = 80

/**
 * The three latest conversations; renders nothing when there are none.
 * @param isNew first sign-in: no skeleton is shown while loading, because the list is most likely empty
 */
export function RecentConversations({ conversations, isNew }: { conversations: readonly HomeConversation[] | undefined; isNew: boolean }) {
  if (conversations === undefined ? isNew : conversations.length === 0) return null
  return (
    <section aria-labelledby="reprendre">
      <h2 id="reprendre">Reprendre où vous en étiez</h2>
      {conversations ? (
        <div className={styles.recent}>
          {conversations.slice(0, 3).map((conversation) => (
            <LinkCard
              key={conversation.id}
              href={paths.resume(conversation)}
              title={truncate(conversation.title, titleLength)}
              footer={[conversation.assistant_name, formatRelativeDay(conversation.updated_at)].filter(Boolean).join(' · ')}
            />
          ))}
        </div>
      ) : (
        <Skeleton shape="cards" count={3} label="Chargement de vos conversations…" />
      )}
    </section>
  )
}
