import type { Conversation, ConversationDocument } from '@parvis/contract'
import { FileText } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useShownConversation } from '../../../chat/conversation/use-recent-conversations.ts'
import { ChatHeader, Facts } from '../../../chat/header/ChatHeader.tsx'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { plural } from '../../../ui/words/formats.ts'
import { queriedSummary } from './queried-documents.ts'
import styles from './DocumentSearch.module.css'

interface SearchHeaderProps {
  documents: readonly ConversationDocument[]
  /** Number of documents that could not be read. */
  unread: number
  /** Current conversation, once a question was asked in it. */
  conversation: Conversation | null
  /** Settings of the models, in the details; null: none. */
  models: ReactNode
  /** Null before the first question. */
  onNew: (() => void) | null
}

/** Header with the documents that are queried, and those that were deleted. */
export function SearchHeader({ documents, unread, conversation, models, onNew }: SearchHeaderProps) {
  const { names, others, deleted } = queriedSummary(documents)
  const [isOpen, setOpen] = useState(false)
  const shown = useShownConversation(conversation)
  const present = Math.max(0, documents.length - deleted - unread)
  if (documents.length === 0 && onNew === null) return null
  const list = (
    <ul className={isOpen ? undefined : styles.names} aria-label="Documents interrogés">
      {names.map(({ document_id, filename }, at) => (
        <li key={`${at} ${filename}`} title={filename}>
          {document_id === null ? (
            <>
              <s>{filename}</s>
              <span>{'\u00a0(supprimé)'}</span>
            </>
          ) : (
            <span>{filename}</span>
          )}
        </li>
      ))}
      {others > 0 && <li>{`et ${plural(others, 'autre')}`}</li>}
    </ul>
  )
  return (
    <ChatHeader
      heading={<strong>{present === 0 ? 'Aucun document à interroger' : plural(present, 'document interrogé', 'documents interrogés')}</strong>}
      aside={
        <>
          {unread > 0 && <Badge tone="warning">{plural(unread, 'non lu')}</Badge>}
          {deleted > 0 && <Badge tone="warning">{plural(deleted, 'supprimé')}</Badge>}
          {!isOpen && list}
        </>
      }
      details={{
        icon: <FileText aria-hidden />,
        isOpen,
        onChange: setOpen,
        content: isOpen && (
          <>
            <Facts
              facts={[
                { label: 'Conversation', value: shown && shown.conversation.title },
                { label: 'Documents', value: list },
              ]}
            />
            {models}
          </>
        ),
      }}
      onNew={onNew}
      shown={shown}
    />
  )
}
