import type { ListedAssistant } from '@parvis/contract'
import { useRef } from 'react'
import { countUse } from '../../../chat/count-use.ts'
import { MoreRows } from '../../../ui/lists/MoreRows.tsx'
import { visibleRows } from '../../../ui/lists/pages.ts'
import { plural } from '../../../ui/words/formats.ts'
import { AssistantCard } from './AssistantCard.tsx'
import styles from './CataloguePage.module.css'
import type { useFavoriteAssistants } from './use-favorite-assistants.ts'

/** Number of cards of the first page: six rows of three, more than a screen. */
const firstPageSize = 18

interface CatalogueGridProps {
  assistants: readonly ListedAssistant[]
  /** Number of pages shown, from 1. */
  pages: number
  onMore: () => void
  project: string | null
  library: string | null
  favorites: Pick<ReturnType<typeof useFavoriteAssistants>, 'starred' | 'star'>
}

const describeMore = (added: number) => `${plural(added, 'assistant')} de plus`

/** Grid of the assistants found, with a button that shows more. */
export function CatalogueGrid({ assistants, pages, onMore, project, library, favorites }: CatalogueGridProps) {
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
            isStarred={favorites.starred.includes(assistant.id)}
            onStar={(isStarred) => void favorites.star(assistant, isStarred)}
          />
        ))}
      </ul>
      <MoreRows
        list={list}
        shown={cards.length}
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
