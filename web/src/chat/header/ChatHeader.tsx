import type { Conversation } from '@parvis/contract'
import { ArrowLeft, FileText, Info, MessageSquarePlus } from 'lucide-react'
import { use, useId, useState, type ReactNode } from 'react'
import { backTarget, PreviousPageContext } from '../../layout/back-target.ts'
import { navigate } from '../../router/location.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { BesideContext } from '../beside/beside-context.ts'
import { useConversationEntries } from '../conversation/use-conversation-entries.tsx'
import { restoreLostFocus, useRenaming } from '../conversation/use-renaming.ts'
import type { ShownConversation } from '../conversation/use-recent-conversations.ts'
import styles from './ChatHeader.module.css'

interface ChatHeaderProps {
  /** Assistant or subject of the conversation. */
  heading: ReactNode
  /** Secondary line under the heading. */
  aside?: ReactNode
  /** Facts in one truncated line: in the bar on a wide screen. */
  facts?: ReactNode
  /** Shows the facts under the bar at every width. */
  hasFactsBelow?: boolean
  /** Target of the back button if the tab was opened on this page. Absent: no back button. */
  fallback?: string
  /** Control that chooses what the conversation is about. */
  choice?: ReactNode
  details?: HeaderDetails
  /** Null hides the button of a new conversation. */
  onNew: (() => void) | null
  /** Conversation that the actions apply to; null until a question has been asked. */
  shown: ShownConversation | null
}

interface HeaderDetails {
  /** Text of the button, on a wide enough screen. Default « Détails ». */
  label?: string
  icon?: ReactNode
  isOpen: boolean
  onChange: (isOpen: boolean) => void
  content: ReactNode
}

/** Bar over a conversation: navigation, subject and actions. */
export function ChatHeader({ heading, aside, facts, hasFactsBelow, fallback, choice, details, onNew, shown }: ChatHeaderProps) {
  const { Field, rename, end } = useRenaming()
  const [failure, setFailure] = useState<string | null>(null)
  const panel = useId()
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        {fallback !== undefined && <BackButton fallback={fallback} />}
        <div className={styles.what}>
          {heading}
          {shown !== null && Field ? (
            <Field
              conversation={shown.conversation}
              onEnd={(changed) => {
                end()
                if (changed) shown.onChanged(changed)
                requestAnimationFrame(() => restoreLostFocus(document.getElementById(`${panel}-acts`)))
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
            <ConversationActions {...shown} onRename={rename} onFailure={setFailure} />
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

/** Back button: leads to the previous page, or to `fallback`. */
export function BackButton({ fallback }: { fallback: string }) {
  const { href, label } = backTarget(use(PreviousPageContext), fallback)
  return <IconButton icon={ArrowLeft} size="s" label={label} onPress={() => navigate(href)} />
}

/** State of the details of a header. Without content, the header has none. */
export function useDetails(content: ReactNode): { details?: HeaderDetails } {
  const [isOpen, onChange] = useState(false)
  return content === null ? {} : { details: { isOpen, onChange, content: isOpen && content } }
}

function DetailsButton({ details: { label = 'Détails', icon = <Info aria-hidden />, isOpen, onChange }, panel }: { details: HeaderDetails; panel: string }) {
  return (
    <div className={styles.worded}>
      <Button size="s" variant="quiet" icon={icon} aria-expanded={isOpen} aria-controls={panel} onPress={() => onChange(!isOpen)}>
        {label}
      </Button>
    </div>
  )
}

interface ConversationActionsProps extends ShownConversation {
  onRename: () => void
  onFailure: (sentence: string | null) => void
}

function ConversationActions({ conversation, ...handlers }: ConversationActionsProps & { conversation: Conversation }) {
  const entries = useConversationEntries(conversation, handlers)
  const beside = use(BesideContext)
  const document = { id: 'document', label: 'Document à côté', icon: <FileText aria-hidden />, onAction: () => beside?.showDocument() }
  return <Menu label="Actions sur la conversation" size="s" entries={beside === null ? entries : [document, ...entries]} />
}

interface Fact {
  label: string
  value: ReactNode
}

/** Details of a header, as label and value pairs. Empty and null values are left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(({ value }) => value !== null && value !== '')
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
