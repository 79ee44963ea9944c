import { UsersRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { changeConversation } from '../../../chat/conversation/change-conversation.ts'
import { saveFold, readFold } from '../../../layout/sidebar/stored-fold.ts'
import { useHiddenIds } from '../../../layout/undo/undoable.ts'
import { paths } from '../../../paths.ts'
import { Link } from '../../../router/Link.tsx'
import { useLocation } from '../../../router/Router.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { plural } from '../../../ui/words/formats.ts'
import { TextButton } from '../../../ui/TextButton.tsx'
import styles from './SidebarRecents.module.css'
import { SidebarRecentRow } from './SidebarRecentRow.tsx'
import { useNewShares, useRecentConversations } from '../../../chat/conversation/use-recent-conversations.ts'

/** Re-exported here, so that the sidebar loads both in one chunk. */
export { EntryCount } from '../../../chat/news/EntryCount.tsx'

/** « Récentes »: pinned conversations, then the latest ones, in the sidebar. */
export function SidebarRecents() {
  const [isFolded, setFolded] = useState(() => readFold('recent'))
  const fold = () => {
    setFolded(!isFolded)
    saveFold('recent', !isFolded)
  }
  return (
    <>
      <NewShares />
      <Recent isFolded={isFolded} onFold={fold} />
    </>
  )
}

/** Link to the shares, shown only when there are new ones. */
function NewShares() {
  const count = useNewShares()
  if (count === 0) return null
  return (
    <div className={styles.section}>
      <Link to={paths.shares} className={styles.shares}>
        <UsersRound aria-hidden />
        <span>Partages</span> <span className={styles.count}>{plural(count, 'nouveau', 'nouveaux')}</span>
      </Link>
    </div>
  )
}

function Recent({ isFolded, onFold }: { isFolded: boolean; onFold: () => void }) {
  return (
    <section className={styles.section} aria-labelledby="recentes">
      <div className={styles.head}>
        <h2 id="recentes">
          <TextButton tone="muted" aria-expanded={!isFolded} onPress={onFold}>
            Récentes
          </TextButton>
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
  const { data, isError, refetch, isFetching } = useRecentConversations()
  const hiddenIds = useHiddenIds()
  const { search } = useLocation()
  const current = new URLSearchParams(search).get('conversation')
  const [failure, setFailure] = useState<{ id: string; sentence: string } | null>(null)
  const unseen = data?.find(({ id, reply }) => id === current && reply === 'unseen')?.id
  // Conversation that was last reported as seen. It is reported again when the tab becomes visible, instead of retrying in a loop after a failure.
  const reportedSeen = useRef<string | null>(null)
  useEffect(() => {
    if (unseen === undefined) return undefined
    // The answer counts as seen only while the tab is visible.
    const reportSeen = () => {
      if (document.visibilityState !== 'visible') return
      reportedSeen.current = unseen
      changeConversation(unseen, { seen: true }).then(
        () => (reportedSeen.current = null),
        () => undefined,
      )
    }
    if (reportedSeen.current !== unseen) reportSeen()
    document.addEventListener('visibilitychange', reportSeen)
    return () => document.removeEventListener('visibilitychange', reportSeen)
  }, [unseen])

  if (isError && !data)
    // Not an alert: the page beside it reports the failure, and this query is retried automatically.
    return (
      <p className={styles.none}>
        Indisponibles pour le moment.{' '}
        <TextButton isPending={isFetching} onPress={() => void refetch()}>
          Recharger
        </TextButton>
      </p>
    )
  if (!data) return <Skeleton shape="lines" count={4} label="Chargement de vos conversations…" />
  const rows = data.filter(({ id }) => !hiddenIds.includes(id))
  if (rows.length === 0) return <p className={styles.none}>Vos conversations apparaîtront ici.</p>
  return (
    <ul className={styles.list}>
      {rows.map((row) => (
        <li key={row.id}>
          <SidebarRecentRow
            conversation={row}
            isCurrent={row.id === current}
            failure={failure?.id === row.id ? failure.sentence : null}
            onFailure={(sentence) => setFailure(sentence === null ? null : { id: row.id, sentence })}
          />
        </li>
      ))}
    </ul>
  )
}
