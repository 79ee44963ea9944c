import { useInstance } from '../api/use-instance.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import styles from './ChatScreen.module.css'
import type { ChatState } from './chat-state.ts'
import type { Chat } from './create-chat.ts'

// Only where somebody set a limit.
const UsageNotice = onDemand(async () => (await import('./UsageNotice.tsx')).default)

/** Above a field: what is to be known of what was just done; else that the tokens of the month come to their end. */
export function ChatNotice({ chat, state: { notice, reply } }: { chat: Chat; state: ChatState }) {
  const hasLimits = useInstance()?.token_limits
  if (!notice) return hasLimits ? <UsageNotice isWriting={reply !== null} /> : null
  return (
    <div className={styles.notice}>
      <Banner tone="warning" onDismiss={() => chat.notify(null)}>
        {notice}
      </Banner>
    </div>
  )
}
