import { constants, type Conversation, type Prompt } from '@parvis/contract'
import { memo, useCallback, type ReactNode } from 'react'
import { useShownConversation } from '../../../chat/conversation/use-recent-conversations.ts'
import { ChatHeader, useDetails } from '../../../chat/header/ChatHeader.tsx'
import { paths } from '../../../paths.ts'
import { navigate } from '../../../router/location.ts'
import { truncate } from '../../../ui/words/formats.ts'
import { PageTitle } from '../../../ui/content/PageTitle.tsx'
import { Select } from '../../../ui/fields/Select.tsx'

interface ChatbotHeaderProps {
  /** Title shown as heading, and id of the selected prompt. */
  chosen: { id: string | null; title: string }
  prompts: readonly Prompt[]
  onChoose: (id: string) => void
  /** Hides the choice of a prompt, because an assistant answers with its own instructions. */
  isLocked: boolean
  /** Null until a question has been asked in the conversation. */
  conversation: Conversation | null
  /** Settings of the models, in the details; null: no details. */
  models: ReactNode
}

/** Header of the simple chatbot, with the choice of a prompt. */
export const ChatbotHeader = memo(function ChatbotHeader({ chosen, prompts, onChoose, isLocked, conversation, models }: ChatbotHeaderProps) {
  const details = useDetails(models)
  const shown = useShownConversation(conversation)
  const { title = null, project_id = null, project_name = null } = shown?.conversation ?? {}
  const onNew = useCallback(() => navigate(paths.chatbot({ prompt: chosen.id, project: project_id })), [chosen.id, project_id])
  const words = [project_name, title].filter(Boolean).join(' · ')
  return (
    <ChatHeader
      fallback={paths.home}
      heading={<PageTitle>{chosen.title}</PageTitle>}
      aside={words && <span title={words}>{words}</span>}
      choice={
        !isLocked && (
          <Select
            label="Sélectionner un prompt"
            isLabelHidden
            placeholder={prompts.length === 0 ? 'Aucun prompt disponible' : 'Sélectionner un prompt'}
            emptyText="Aucun prompt disponible"
            options={prompts.map(({ id, name, content }) => ({
              id,
              label: name,
              detail: truncate(content.replace(/\s+/g, ' ').trim(), constants.promptPreviewLength),
            }))}
            value={chosen.id}
            onChange={onChoose}
          />
        )
      }
      {...details}
      onNew={onNew}
      shown={shown}
    />
  )
})
