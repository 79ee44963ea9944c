import type { Assistant, CurrentUser } from '@parvis/contract'
import { ArrowLeft, FolderKanban, Library, MessageSquarePlus } from 'lucide-react'
import { memo } from 'react'
import { paths } from '../../../paths.ts'
import { navigate } from '../../../router/address.ts'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { formatNumber } from '../../../ui/words/formats.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { PageTitle } from '../../../ui/content/PageTitle.tsx'
import styles from './AssistantHeader.module.css'

interface AssistantHeaderProps {
  assistant: Assistant
  user: CurrentUser
  projectName: string | null
  libraryName: string | null
  /** Of the resumed conversation. */
  title: string | null
  onNew: () => void
}

/** One quiet bar: with whom, about what, for whom (specification, chapter 2). */
export const AssistantHeader = memo(function AssistantHeader({ assistant, user, projectName, libraryName, title, onNew }: AssistantHeaderProps) {
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ') || user.username
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <IconButton label="Revenir au catalogue" onPress={() => navigate(paths.assistants)}>
          <ArrowLeft aria-hidden />
        </IconButton>
        <div className={styles.what}>
          <PageTitle tabTitle={title ? `${title} – ${assistant.name}` : assistant.name}>{assistant.name}</PageTitle>
          <p className={styles.description} title={assistant.description}>
            {assistant.description}
          </p>
          {title && <p className={styles.title}>{title}</p>}
        </div>
        <div className={styles.facts}>
          <Badge>{assistant.category.name}</Badge>
          {projectName && (
            <Badge tone="primary" icon={<FolderKanban aria-hidden />}>
              {projectName}
            </Badge>
          )}
          {libraryName && (
            <Badge tone="primary" icon={<Library aria-hidden />}>
              {libraryName}
            </Badge>
          )}
          <span>{`utilisé ${formatNumber(assistant.usage_count)}\u00a0fois`}</span>
          <span>{[name, user.type_collectivite].filter(Boolean).join(' · ')}</span>
        </div>
        <div className={styles.new}>
          <Button size="s" icon={<MessageSquarePlus aria-hidden />} onPress={onNew}>
            Nouvelle conversation
          </Button>
        </div>
      </div>
    </header>
  )
})
