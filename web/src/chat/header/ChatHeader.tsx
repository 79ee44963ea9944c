import type { Conversation } from '@parvis/contract'
import { ArrowLeft, Info, MessageSquarePlus } from 'lucide-react'
import { use, useId, useState, type ReactNode } from 'react'
import { backPlace, CameFrom } from '../../layout/back-place.ts'
import { navigate } from '../../router/address.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { useConversationEntries } from '../conversation/use-conversation-entries.tsx'
import { takeLostFocus, useRenaming } from '../conversation/use-renaming.ts'
import type { ShownConversation } from '../conversation/use-shown-conversation.ts'
import styles from './ChatHeader.module.css'

interface ChatHeaderProps {
  /** Who answers, or what is asked. */
  heading: ReactNode
  /** A quiet line under it. */
  aside?: ReactNode
  /** Facts in one line, cut where there is no room: in the bar where it is wide. */
  facts?: ReactNode
  /** The facts stand under the bar, however wide it is. */
  hasFactsBelow?: boolean
  /** Where back leads when the tab was opened here; without it there is no way back. */
  fallback?: string
  /** What is chosen in this place. */
  choice?: ReactNode
  details?: Details
  /** Null: there is nothing to leave. */
  onNew: (() => void) | null
  /** What can be renamed, exported, put away; null while nothing was asked. */
  shown: ShownConversation | null
}

interface Details {
  /** What the button says where there is room. Default « Détails ». */
  label?: string
  /** Its drawing. */
  icon?: ReactNode
  isOpen: boolean
  onChange: (isOpen: boolean) => void
  content: ReactNode
}

/** The bar over a conversation: where one is, what it is about, and what can be done with it. */
export function ChatHeader({ heading, aside, facts, hasFactsBelow, fallback, choice, details, onNew, shown }: ChatHeaderProps) {
  const { Field, rename, end } = useRenaming()
  const [failure, setFailure] = useState<string | null>(null)
  const panel = useId()
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        {fallback !== undefined && <Back fallback={fallback} />}
        <div className={styles.what}>
          {heading}
          {shown !== null && Field ? (
            <Field
              conversation={shown.conversation}
              onEnd={(changed) => {
                end()
                if (changed) shown.onChanged(changed)
                requestAnimationFrame(() => takeLostFocus(document.getElementById(`${panel}-acts`)))
              }}
            />
          ) : (
            aside && <div className={styles.aside}>{aside}</div>
          )}
        </div>
        {facts && !hasFactsBelow && <div className={styles.line}>{facts}</div>}
        {choice && <div className={styles.choice}>{choice}</div>}
        {details && <DetailsButton details={details} panel={panel} />}
        {onNew && (
          <div className={styles.worded}>
            <Button size="s" icon={<MessageSquarePlus aria-hidden />} onPress={onNew}>
              Nouvelle conversation
            </Button>
          </div>
        )}
        {shown && (
          <div id={`${panel}-acts`} className={styles.acts}>
            <Acts {...shown} onRename={rename} onFailure={setFailure} />
          </div>
        )}
      </div>
      {facts && hasFactsBelow && <div className={`${styles.line} ${styles.below}`}>{facts}</div>}
      <Notice tone="error" sentence={failure} onDismiss={() => setFailure(null)} />
      {details && (
        <div id={panel} className={styles.panel} hidden={!details.isOpen}>
          {details.content}
        </div>
      )}
    </header>
  )
}

/** Leads to where one came from, or to `fallback`. */
export function Back({ fallback }: { fallback: string }) {
  const { href, label } = backPlace(use(CameFrom), fallback)
  return <IconButton icon={ArrowLeft} size="s" label={label} onPress={() => navigate(href)} />
}

function DetailsButton({ details: { label = 'Détails', icon = <Info aria-hidden />, isOpen, onChange }, panel }: { details: Details; panel: string }) {
  return (
    <div className={styles.worded}>
      <Button size="s" variant="quiet" icon={icon} aria-expanded={isOpen} aria-controls={panel} onPress={() => onChange(!isOpen)}>
        {label}
      </Button>
    </div>
  )
}

interface ActsProps extends ShownConversation {
  onRename: () => void
  onFailure: (sentence: string | null) => void
}

function Acts({ conversation, ...acts }: ActsProps & { conversation: Conversation }) {
  return <Menu label="Actions sur la conversation" size="s" entries={useConversationEntries(conversation, acts)} />
}
