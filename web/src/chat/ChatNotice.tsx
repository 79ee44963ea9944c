import { useInstance } from '../api/use-instance.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import styles from './ChatScreen.module.css'
import type { ChatState } from './chat-state.ts'
import type { Chat } from './create-chat.ts'

// Loaded on demand: only instances with token limits need it.
const UsageNotice = onDemand(async () => (await import('./UsageNotice.tsx')).default)

/** Banner above the message field: the current notice, or else the warning that the monthly token limit is near. */
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
