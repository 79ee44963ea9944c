import { Bot } from 'lucide-react'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import type { FamiliarAssistant } from './familiar-assistants.ts'
import styles from './FamiliarAssistants.module.css'

/** Maximum number of assistants shown, which takes two lines. */
const maxShown = 5

interface FamiliarAssistantsProps {
  assistants: readonly FamiliarAssistant[]
  /** Accessible name of the list. */
  label: string
  /** Id of the project of the new conversation. */
  project?: string
}

/** Links that start a conversation with the person's favourite and most used assistants. Renders nothing without any. */
export function FamiliarAssistants({ assistants, label, project }: FamiliarAssistantsProps) {
  if (assistants.length === 0) return null
  return (
    <nav className={styles.chips} aria-label={label}>
      {assistants.slice(0, maxShown).map(({ assistant_id, assistant_name }) => (
        <Link key={assistant_id} to={paths.chatbotAssistant({ assistant: assistant_id, ...(project && { project }) })}>
          <Bot aria-hidden />
          {assistant_name}
        </Link>
      ))}
    </nav>
  )
}
