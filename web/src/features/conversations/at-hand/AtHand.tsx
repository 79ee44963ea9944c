import { useEffect, useRef, useState } from 'react'
import type { RecentConversation } from '@parvis/contract'
import { keepFold, readFold } from '../../../layout/sidebar/kept-fold.ts'
import { paths } from '../../../paths.ts'
import { Link } from '../../../router/Link.tsx'
import { useLocation } from '../../../router/Router.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { useAnnounce } from '../../../ui/feedback/StatusRegion.tsx'
import styles from './AtHand.module.css'
import { AtHandRow, UndoRow } from './AtHandRow.tsx'
import { hold, keep, undoMs, useRemovals } from './removals.ts'
import { changeAtHand, useAtHand } from './use-at-hand.ts'

/** What has just been put out of the way, and may come back where it was. */
interface Archived {
  conversation: RecentConversation
  /** Its place in the list. */
  at: number
}

/** « Récentes »: pinned conversations, then the last active ones, in the sidebar. */
export function AtHand() {
  const [isFolded, setFolded] = useState(() => readFold('recent'))
  const fold = () => {
    setFolded(!isFolded)
    keepFold('recent', !isFolded)
  }
  return (
    <section className={styles.section} aria-labelledby="recentes">
      <div className={styles.head}>
        <h2 id="recentes">
          <button type="button" aria-expanded={!isFolded} onClick={fold}>
            Récentes
          </button>
        </h2>
        {!isFolded && (
          <Link to={paths.mySpace} className={styles.all}>
            Tout voir
          </Link>
        )}
      </div>
      {!isFolded && <Conversations />}
    </section>
  )
}

function Conversations() {
  const { data, isError, refetch, isFetching } = useAtHand()
  const removed = useRemovals()
  const { search } = useLocation()
  const current = new URLSearchParams(search).get('conversation')
  const { archived, archive, restore, wait } = useArchived()
  const [failure, setFailure] = useState<{ id: string; sentence: string } | null>(null)
  const unseen = data?.find(({ id, reply }) => id === current && reply === 'unseen')?.id
  useEffect(() => {
    if (unseen === undefined) return undefined
    // Its answer is on the screen, once somebody looks at it.
    const look = () => {
      if (document.visibilityState === 'visible') void changeAtHand(unseen, { seen: true }).catch(() => undefined)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [unseen])

  if (isError && !data)
    // Without an alarm: the page beside it says what could not be had, and this list is asked for again by itself.
    return (
      <p className={styles.none}>
        Indisponibles pour le moment.{' '}
        <button type="button" disabled={isFetching} onClick={() => void refetch()}>
          Recharger
        </button>
      </p>
    )
  if (!data) return <Skeleton shape="lines" count={4} label="Chargement de vos conversations…" />
  const others = data.filter(({ id }) => id !== archived?.conversation.id)
  const rows = archived === null ? others : [...others.slice(0, archived.at), archived.conversation, ...others.slice(archived.at)]
  if (rows.length === 0) return <p className={styles.none}>Vos conversations apparaîtront ici.</p>
  return (
    <ul className={styles.list}>
      {rows.map((row, at) => (
        <li key={row.id}>
          {removed.includes(row.id) ? (
            <UndoRow sentence="Supprimée" title={row.title} onUndo={() => keep(row.id)} onHold={(isHeld) => hold(row.id, isHeld)} />
          ) : row.id === archived?.conversation.id ? (
            <UndoRow sentence="Archivée" title={row.title} onUndo={restore} onHold={wait} />
          ) : (
            <AtHandRow
              conversation={row}
              isCurrent={row.id === current}
              failure={failure?.id === row.id ? failure.sentence : null}
              onFailure={(sentence) => setFailure(sentence === null ? null : { id: row.id, sentence })}
              onArchive={() => archive(row, at)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function useArchived() {
  const [archived, setArchived] = useState<Archived | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const announce = useAnnounce()
  useEffect(() => () => clearTimeout(timer.current), [])

  async function archive(conversation: RecentConversation, at: number) {
    clearTimeout(timer.current)
    await changeAtHand(conversation.id, { archived: true })
    announce('Conversation archivée')
    setArchived({ conversation, at })
    wait(false)
  }
  function wait(isHeld: boolean) {
    clearTimeout(timer.current)
    timer.current = isHeld ? undefined : setTimeout(() => setArchived(null), undoMs)
  }
  function restore() {
    if (archived === null) return
    clearTimeout(timer.current)
    const { conversation } = archived
    void changeAtHand(conversation.id, conversation.pinned ? { pinned: true } : { archived: false })
      .then(() => announce('Conversation rendue à sa place'))
      .catch(() => announce('La conversation n’a pas pu être désarchivée. Elle est dans Mon espace.'))
      .finally(() => setArchived(null))
  }
  return { archived, archive, restore, wait }
}
