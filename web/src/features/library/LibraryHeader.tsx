import type { Conversation, LibraryCategory } from '@parvis/contract'
import { CircleCheck, Clock3 } from 'lucide-react'
import { memo, useState } from 'react'
import { useShownConversation } from '../../chat/conversation/use-shown-conversation.ts'
import { ChatHeader } from '../../chat/header/ChatHeader.tsx'
import { Facts } from '../../chat/header/Facts.tsx'
import { paths } from '../../paths.ts'
import { plural } from '../../ui/words/formats.ts'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { filesSummary, indexState } from './library-summary.ts'

interface LibraryHeaderProps {
  categories: readonly LibraryCategory[]
  category: LibraryCategory
  /** Once something was asked in it. */
  conversation: Conversation | null
  /** The one that has files and no question yet. */
  waiting: string | null
  /** Begins a conversation in a category; the one that waits goes there with its files. */
  onBegin: (name: string, waiting: string | null) => void
}

/** Which documents are asked, how many, whether they can be, and a few of them by name. */
export const LibraryHeader = memo(function LibraryHeader({ categories, category, conversation, waiting, onBegin }: LibraryHeaderProps) {
  const { names, others } = filesSummary(category)
  const index = indexState(category)
  // What is not ready is news.
  const [isOpen, setOpen] = useState(!index.isReady)
  const shown = useShownConversation(conversation)
  const words = shown?.conversation.title
  const files = (
    <ul aria-label="Quelques documents de la catégorie">
      {names.map((name, at) => (
        <li key={`${at} ${name}`}>{name}</li>
      ))}
      {others && <li>{others}</li>}
    </ul>
  )
  const facts = [
    { label: 'Nombre', value: [index.count, index.aside].filter(Boolean).join(' · ') },
    { label: 'Documents', value: names.length > 0 && files },
  ]
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
      details={{
        label: index.sentence,
        icon: index.isReady ? <CircleCheck aria-hidden /> : <Clock3 aria-hidden />,
        isOpen,
        onChange: setOpen,
        content: <Facts facts={facts} />,
      }}
      onNew={() => onBegin(category.name, null)}
      shown={shown}
    />
  )
})
