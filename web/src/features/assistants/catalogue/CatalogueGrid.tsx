import type { ListedAssistant } from '@parvis/contract'
import { useRef } from 'react'
import { countUse } from '../../../chat/count-use.ts'
import { MoreRows, visibleRows } from '../../../ui/lists/MoreRows.tsx'
import { plural } from '../../../ui/words/formats.ts'
import card from './AssistantCard.module.css'
import styles from './CataloguePage.module.css'
import { Star } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { Link } from '../../../router/Link.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'

/** Number of cards of the first page: six rows of three, more than a screen. */
const firstPageSize = 18

interface CatalogueGridProps {
  assistants: readonly ListedAssistant[]
  /** Number of pages shown, from 1. */
  pages: number
  onMore: () => void
  project: string | null
  library: string | null
  /** Ids of the favourite assistants. */
  starred: readonly string[]
  onStar: (assistant: ListedAssistant, isStarred: boolean) => void
}

const describeMore = (added: number) => `${plural(added, 'assistant')} de plus`

/** Grid of the assistants found, with a button that shows more. */
export function CatalogueGrid({ assistants, pages, onMore, project, library, starred, onStar }: CatalogueGridProps) {
  const list = useRef<HTMLUListElement>(null)
  const cards = visibleRows(assistants, pages, firstPageSize)
  return (
    <>
      <ul ref={list} className={styles.grid}>
        {cards.map((assistant) => (
          <AssistantCard
            key={assistant.id}
            assistant={assistant}
            project={project}
            library={library}
            onOpen={() => countUse(assistant.id)}
            isStarred={starred.includes(assistant.id)}
            onStar={(isStarred) => onStar(assistant, isStarred)}
          />
        ))}
      </ul>
      <MoreRows
        list={list}
        shownCount={cards.length}
        hasMore={cards.length < assistants.length}
        isLoading={false}
        failure={null}
        onMore={onMore}
        label="Afficher plus d’assistants"
        describe={describeMore}
      />
    </>
  )
}

interface AssistantCardProps {
  assistant: ListedAssistant
  project: string | null
  library: string | null
  onOpen: () => void
  isStarred: boolean
  onStar: (isStarred: boolean) => void
}

/** Card of an assistant in the catalogue. A click anywhere but on the star opens the chat. */
function AssistantCard({ assistant, project, library, onOpen, isStarred, onStar }: AssistantCardProps) {
  const { id, name, description, category, icon, usage_count, owner_name, is_own } = assistant
  return (
    <li className={card.card}>
      <Icon name={icon} />
      <div className={card.words}>
        <h2>
          <Link to={paths.chatbotAssistant({ assistant: id, project, library })} onClick={onOpen}>
            {name}
          </Link>
        </h2>
        <p>{description}</p>
      </div>
      <IconButton icon={Star} size="s" label={`Favori\u00a0: ${name}`} aria-pressed={isStarred} onPress={() => onStar(!isStarred)} />
      <p className={card.category}>
        {category.name}
        {owner_name !== undefined && ` · ${is_own ? 'à vous' : `de ${owner_name}`}`}
      </p>
      <p className={card.uses}>{plural(usage_count, 'utilisation')}</p>
    </li>
  )
}
