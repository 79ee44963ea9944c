import type { Conversation, LibraryCategory } from '@parvis/contract'
import { CircleCheck, Clock3 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useShownConversation } from '../../chat/conversation/use-recent-conversations.ts'
import { ChatHeader, useDetails } from '../../chat/header/ChatHeader.tsx'
import { paths } from '../../paths.ts'
import { plural } from '../../ui/words/formats.ts'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { filesSummary, indexState } from './library-summary.ts'

interface LibraryHeaderProps {
  categories: readonly LibraryCategory[]
  category: LibraryCategory
  /** Current conversation, once a question was asked in it. */
  conversation: Conversation | null
  /** Id of a conversation that has files but no question yet. */
  waiting: string | null
  /** Starts a conversation in a category; the conversation `waiting` is moved there with its files. */
  onBegin: (name: string, waiting: string | null) => void
  /** Settings of the models, in the details; null: no details. */
  models: ReactNode
}

/** Header of the library chat: category, number of documents, state of the index, a few file names (specification, chapter 2). */
export const LibraryHeader = memo(function LibraryHeader({ categories, category, conversation, waiting, onBegin, models }: LibraryHeaderProps) {
  const { names, others } = filesSummary(category)
  const { isReady, sentence, unreadableNote } = indexState(category)
  const details = useDetails(models)
  const shown = useShownConversation(conversation)
  const words = shown?.conversation.title
  const files = [names.join(', '), others].filter(Boolean).join(' ')
  const line = [sentence, unreadableNote, files].filter(Boolean).join(' · ')
  return (
    <ChatHeader
      fallback={paths.home}
      heading={<PageTitle>Bibliothèque documentaire</PageTitle>}
      aside={words && <span title={words}>{words}</span>}
      choice={
        categories.length > 0 && (
          <Select
            label="Catégorie de documents"
            isLabelHidden
            options={categories.map(({ name, display_name, document_count }) => ({
              id: name,
              label: `${display_name} (${plural(document_count, 'document')})`,
            }))}
            value={category.name}
            onChange={(name) => onBegin(name, name === category.name ? null : waiting)}
            placeholder="Choisir une catégorie"
          />
        )
      }
      hasFactsBelow
      facts={
        <span title={line}>
          {isReady ? <CircleCheck aria-hidden /> : <Clock3 aria-hidden />}
          {line}
        </span>
      }
      {...details}
      onNew={() => onBegin(category.name, null)}
      shown={shown}
    />
  )
})
