import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import styles from './ChatScreen.module.css'

/** A chat whose content is coming; the sentence is seen and read aloud. */
export function ChatLoading({ children }: { children: string }) {
  return (
    <div className={styles.loading}>
      <p aria-hidden>{children}</p>
      <Skeleton shape="lines" count={5} label={children} />
    </div>
  )
}
