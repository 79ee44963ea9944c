import { constants, type Prompt } from '@parvis/contract'
import { MessageSquarePlus } from 'lucide-react'
import { memo } from 'react'
import { paths } from '../../../paths.ts'
import { LinkButton } from '../../../ui/Button.tsx'
import { truncate } from '../../../ui/words/formats.ts'
import { PageTitle } from '../../../ui/content/PageTitle.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import styles from './SimpleChatbot.module.css'

interface ChatbotHeaderProps {
  title: string
  prompts: readonly Prompt[]
  promptId: string | null
  onChoose: (id: string) => void
  /** An assistant answers with its own instructions: no prompt can be chosen. */
  isLocked: boolean
}

/** Who answers, and the choice of another prompt. */
export const ChatbotHeader = memo(function ChatbotHeader({ title, prompts, promptId, onChoose, isLocked }: ChatbotHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.title}>
        <PageTitle>{title}</PageTitle>
      </div>
      {!isLocked && (
        <div className={styles.choice}>
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
            value={promptId}
            onChange={onChoose}
          />
        </div>
      )}
      <LinkButton href={paths.chatbot({ prompt: promptId })} size="s" icon={<MessageSquarePlus aria-hidden />}>
        Nouvelle conversation
      </LinkButton>
    </header>
  )
})
