import type { Conversation, CurrentUser } from '@parvis/contract'
import { FolderKanban, Library } from 'lucide-react'
import { memo, useState, type ReactNode } from 'react'
import { ChatHeader, Facts } from '../../../chat/header/ChatHeader.tsx'
import styles from '../../../chat/header/ChatHeader.module.css'
import { useShownConversation } from '../../../chat/conversation/use-recent-conversations.ts'
import { paths } from '../../../paths.ts'
import { PageTitle } from '../../../ui/content/PageTitle.tsx'
import { formatNumber, plural } from '../../../ui/words/formats.ts'
import type { ShownAssistant } from './use-current-assistant.ts'

interface AssistantHeaderProps {
  assistant: ShownAssistant
  user: CurrentUser
  projectName: string | null
  libraryName: string | null
  /** Null until a question has been asked in the conversation. */
  conversation: Conversation | null
  onNew: () => void
  /** Settings of the models, in the details; null: none. */
  models: ReactNode
}

/** Header of the assistant chat: assistant, project, title, category, usage count, user (specification, chapter 2). */
export const AssistantHeader = memo(function AssistantHeader({ assistant, user, projectName, libraryName, conversation, onNew, models }: AssistantHeaderProps) {
  const [isOpen, setOpen] = useState(false)
  const shownConversation = useShownConversation(conversation)
  const title = shownConversation?.conversation.title
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ') || user.username
  const uses = assistant.usage_count === null ? null : `utilisé ${formatNumber(assistant.usage_count)}\u00a0fois`
  const line = [assistant.category.name, uses, name, user.type_collectivite].filter(Boolean).join(' · ')
  // The details repeat in full what the bar may truncate.
  const facts = [
    { label: 'Description', value: assistant.description && <p>{assistant.description}</p> },
    { label: 'Projet', value: projectName },
    { label: 'Bibliothèque', value: libraryName },
    {
      label: 'Documents de l’assistant',
      value: [...assistant.document_categories, assistant.file_count ? plural(assistant.file_count, 'fichier') : ''].filter(Boolean).join(', '),
    },
    { label: 'Catégorie', value: assistant.category.name },
    { label: 'Utilisation', value: uses },
    { label: 'Pour', value: [name, user.type_collectivite].filter(Boolean).join(' · ') },
  ]
  return (
    <ChatHeader
      fallback={paths.assistants}
      heading={<PageTitle tabTitle={title ? `${title} – ${assistant.name}` : assistant.name}>{assistant.name}</PageTitle>}
      aside={
        <>
          {!isOpen && projectName && <ContextMark icon={<FolderKanban aria-hidden />}>{projectName}</ContextMark>}
          {!isOpen && libraryName && <ContextMark icon={<Library aria-hidden />}>{libraryName}</ContextMark>}
          {title ? <span title={title}>{title}</span> : !isOpen && <span title={assistant.description}>{assistant.description}</span>}
        </>
      }
      facts={<span title={line}>{line}</span>}
      details={{
        isOpen,
        onChange: setOpen,
        content: isOpen && (
          <>
            <Facts facts={facts} />
            {models}
          </>
        ),
      }}
      onNew={onNew}
      shown={shownConversation}
    />
  )
})

function ContextMark({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <span className={styles.mark} title={children}>
      {icon}
      {children}
    </span>
  )
}
