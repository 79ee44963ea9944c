import { Bot } from 'lucide-react'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import type { OwnAssistant } from './own-assistants.ts'
import styles from './OwnAssistants.module.css'

/** Shown at the most: two lines of them. */
const most = 5

interface OwnAssistantsProps {
  assistants: readonly OwnAssistant[]
  /** What they are for, read aloud as the name of the list. */
  label: string
  /** The project that the conversation will be tied to. */
  project?: string
}

/** The assistants that a person starred or uses, each one click away from a conversation. Nothing where there is none. */
export function OwnAssistants({ assistants, label, project }: OwnAssistantsProps) {
  if (assistants.length === 0) return null
  return (
    <nav className={styles.chips} aria-label={label}>
      {assistants.slice(0, most).map(({ assistant_id, assistant_name }) => (
        <Link key={assistant_id} to={paths.chatbotAssistant({ assistant: assistant_id, ...(project && { project }) })}>
          <Bot aria-hidden />
          {assistant_name}
        </Link>
      ))}
    </nav>
  )
}
