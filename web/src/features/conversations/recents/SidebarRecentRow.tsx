import type { RecentConversation } from '@parvis/contract'
import { Pin } from 'lucide-react'
import { useRef } from 'react'
import { useConversationEntries } from '../../../chat/conversation/use-conversation-entries.tsx'
import { restoreLostFocus, useRenaming } from '../../../chat/conversation/use-renaming.ts'
import { paths } from '../../../paths.ts'
import { Link } from '../../../router/Link.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './SidebarRecents.module.css'

interface SidebarRecentRowProps {
  conversation: RecentConversation
  /** The conversation is the one on the screen. */
  isCurrent: boolean
  /** Sentence about the last action that failed; null otherwise. */
  failure: string | null
  onFailure: (sentence: string | null) => void
}

const replyLabels = { running: 'réponse en cours', unseen: 'nouvelle réponse' } as const

/** Conversation of the sidebar: a link with its title, and a menu of actions. */
export function SidebarRecentRow({ conversation, isCurrent, failure, onFailure }: SidebarRecentRowProps) {
  const { title, pinned, reply } = conversation
  const { Field, rename, end } = useRenaming()
  const row = useRef<HTMLDivElement>(null)
  const entries = useConversationEntries(conversation, { onRename: rename, onFailure })
  function endRenaming() {
    end()
    requestAnimationFrame(() => restoreLostFocus(row.current))
  }

  if (Field) return <Field conversation={conversation} onEnd={endRenaming} />
  return (
    <>
      <div ref={row} className={styles.row} data-current={isCurrent || undefined}>
        <Link to={paths.resume(conversation)} className={styles.link} title={title} aria-current={isCurrent ? 'page' : undefined}>
          {pinned && <Pin aria-hidden />}
          <span className={styles.title}>{title}</span>
          {pinned && <VisuallyHidden>, épinglée</VisuallyHidden>}
          {reply && (
            <span className={styles.mark} data-reply={reply}>
              <VisuallyHidden>, {replyLabels[reply]}</VisuallyHidden>
            </span>
          )}
        </Link>
        <Menu label={`Actions pour «\u00a0${title}\u00a0»`} size="s" placement="bottom end" entries={entries} />
      </div>
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
    </>
  )
}
