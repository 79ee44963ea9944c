import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import styles from './ChatScreen.module.css'

/** Placeholder of a chat whose content is loading. The sentence is visible, and also the label that screen readers read. */
export function ChatLoading({ children }: { children: string }) {
  return (
    <div className={styles.loading}>
      <p aria-hidden>{children}</p>
      <Skeleton shape="lines" count={5} label={children} />
    </div>
  )
}
