import type { ListedAssistant } from '@parvis/contract'
import { Star } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { Link } from '../../../router/Link.tsx'
import { plural } from '../../../ui/words/formats.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import styles from './AssistantCard.module.css'

interface AssistantCardProps {
  assistant: ListedAssistant
  project: string | null
  library: string | null
  onOpen: () => void
  isStarred: boolean
  onStar: (isStarred: boolean) => void
}

/** Card of an assistant in the catalogue. A click anywhere but on the star opens the chat. */
export function AssistantCard({ assistant, project, library, onOpen, isStarred, onStar }: AssistantCardProps) {
  const { id, name, description, category, icon, usage_count, owner_name, is_own } = assistant
  return (
    <li className={styles.card}>
      <Icon name={icon} />
      <div className={styles.words}>
        <h2>
          <Link to={paths.chatbotAssistant({ assistant: id, project, library })} onClick={onOpen}>
            {name}
          </Link>
        </h2>
        <p>{description}</p>
      </div>
      <IconButton icon={Star} size="s" label={`Favori\u00a0: ${name}`} aria-pressed={isStarred} onPress={() => onStar(!isStarred)} />
      <p className={styles.category}>
        {category.name}
        {owner_name !== undefined && ` · ${is_own ? 'à vous' : `de ${owner_name}`}`}
      </p>
      <p className={styles.uses}>{plural(usage_count, 'utilisation')}</p>
    </li>
  )
}
