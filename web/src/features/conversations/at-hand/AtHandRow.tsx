import type { RecentConversation } from '@parvis/contract'
import { Archive, FileDown, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { paths } from '../../../paths.ts'
import { Link } from '../../../router/Link.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { useAnnounce } from '../../../ui/feedback/StatusRegion.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './AtHand.module.css'
import { exportConversation } from './export-conversation.ts'
import { removeSoon } from './removals.ts'
import { TitleField } from './TitleField.tsx'
import { changeAtHand } from './use-at-hand.ts'

interface AtHandRowProps {
  conversation: RecentConversation
  /** It is the one on the screen. */
  isCurrent: boolean
  /** What could not be done of it; it is as it was. */
  failure: string | null
  onFailure: (sentence: string | null) => void
  onArchive: () => Promise<void>
}

const marks = { running: 'réponse en cours', unseen: 'nouvelle réponse' } as const

/** One conversation: its title leads to it, and a menu does the rest where it stands. */
export function AtHandRow({ conversation, isCurrent, failure, onFailure, onArchive }: AtHandRowProps) {
  const { id, title, pinned, reply } = conversation
  const [isRenaming, setRenaming] = useState(false)
  const announce = useAnnounce()
  const row = useRef<HTMLDivElement>(null)
  async function attempt(work: () => Promise<unknown>, done: string | null, fallback: string): Promise<void> {
    onFailure(null)
    try {
      await work()
      if (done !== null) announce(done)
    } catch (error) {
      onFailure(sentenceOf(error, fallback))
    }
  }
  function endRenaming() {
    setRenaming(false)
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>('button')?.focus())
  }

  if (isRenaming) return <TitleField conversation={conversation} onEnd={endRenaming} />
  return (
    <>
      <div ref={row} className={styles.row} data-current={isCurrent || undefined}>
        <Link to={paths.resume(conversation)} className={styles.link} title={title} aria-current={isCurrent ? 'page' : undefined}>
          {pinned && <Pin aria-hidden />}
          <span className={styles.title}>{title}</span>
          {pinned && <VisuallyHidden>, épinglée</VisuallyHidden>}
          {reply && (
            <span className={styles.mark} data-reply={reply}>
              <VisuallyHidden>, {marks[reply]}</VisuallyHidden>
            </span>
          )}
        </Link>
        <Menu
          label={`Actions pour «\u00a0${title}\u00a0»`}
          size="s"
          placement="bottom end"
          entries={[
            { id: 'rename', label: 'Renommer', icon: <Pencil aria-hidden />, onAction: () => setRenaming(true) },
            {
              id: 'pin',
              label: pinned ? 'Détacher' : 'Épingler',
              icon: pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />,
              onAction: () =>
                void attempt(
                  () => changeAtHand(id, { pinned: !pinned }),
                  pinned ? 'Conversation détachée' : 'Conversation épinglée',
                  'Rien n’a changé. Veuillez réessayer.',
                ),
            },
            {
              id: 'export',
              label: 'Exporter vers Word',
              icon: <FileDown aria-hidden />,
              onAction: () => void attempt(async () => announce(await exportConversation(id)), null, 'La conversation n’a pas pu être exportée.'),
            },
            {
              id: 'archive',
              label: 'Archiver',
              icon: <Archive aria-hidden />,
              onAction: () => void attempt(onArchive, null, 'La conversation n’a pas pu être archivée.'),
            },
            {
              id: 'remove',
              label: 'Supprimer',
              icon: <Trash2 aria-hidden />,
              tone: 'danger',
              onAction: () => removeSoon(id, (error) => onFailure(sentenceOf(error, 'La conversation n’a pas pu être supprimée.'))),
            },
          ]}
        />
      </div>
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
    </>
  )
}

interface UndoRowProps {
  sentence: string
  title: string
  onUndo: () => void
  /** The person stands on the button by keyboard, or no longer does. */
  onHold: (isHeld: boolean) => void
}

/** In the place of a conversation that has just gone: one may think better of it. */
export function UndoRow({ sentence, title, onUndo, onHold }: UndoRowProps) {
  const button = useRef<HTMLButtonElement>(null)
  // The menu that asked for it is gone: the focus must not be lost with it.
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return (
    <div className={styles.undo}>
      <span role="status">
        {sentence}
        <VisuallyHidden>&nbsp;: {title}</VisuallyHidden>
      </span>
      <button
        ref={button}
        type="button"
        onClick={onUndo}
        onFocus={(event) => event.target.matches(':focus-visible') && onHold(true)}
        onBlur={() => onHold(false)}
      >
        Annuler
      </button>
    </div>
  )
}
