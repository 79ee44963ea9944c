import { routes, type RouteAnswer } from '@parvis/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { invalidate, queryFor } from '../../api/queries.ts'
import { call } from '../../api/browser.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate, plural } from '../../ui/words/formats.ts'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import styles from './MySpace.module.css'

const foldedCount = 3

/** Warns of the conversations that the retention rule will soon delete; each can be exempted. Renders nothing when there are none. */
export function ExpiringNotice() {
  const { data } = useQuery(queryFor(routes.retention.expiring))
  const [isOpen, setOpen] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  if (!data || data.total === 0) return null
  const shownConversations = isOpen ? data.conversations : data.conversations.slice(0, foldedCount)
  return (
    <Banner tone="warning">
      <p>
        <strong>{plural(data.total, 'conversation sera bientôt supprimée', 'conversations seront bientôt supprimées')}</strong>, faute d’activité&nbsp;: c’est
        la règle de conservation de votre organisme. Conservez celles dont vous avez besoin, ou reprenez-les.
      </p>
      <ul ref={list} className={styles.expiring}>
        {shownConversations.map((conversation) => (
          <Expiring key={conversation.id} conversation={conversation} list={list} />
        ))}
      </ul>
      {!isOpen && data.conversations.length > foldedCount && (
        <Button size="s" variant="quiet" onPress={() => setOpen(true)}>
          Tout afficher
        </Button>
      )}
    </Banner>
  )
}

interface ExpiringProps {
  conversation: RouteAnswer<typeof routes.retention.expiring>['conversations'][number]
  list: RefObject<HTMLUListElement | null>
}

/** Row of a conversation, with its own request: several may be pending, and one may fail. */
function Expiring({ conversation: { id, title, purge_at }, list }: ExpiringProps) {
  const announce = useAnnounce()
  const exempt = useMutation({
    mutationFn: () => call(routes.retention.keep, { params: { id }, body: { kept: true } }),
    onSuccess: async ({ message }) => {
      announce(message)
      await invalidate(routes.retention.keep)
      // After the queries have notified their observers, which they do in a timer.
      setTimeout(() => {
        // The pressed button has disappeared with its row: the focus moves to the next one.
        if (document.activeElement !== document.body) return
        const next = list.current?.querySelector('button') ?? document.querySelector<HTMLElement>('main h1')
        next?.focus()
      })
    },
  })
  return (
    <li>
      <span>
        «&nbsp;{title}&nbsp;», le {formatDate(purge_at)}
      </span>
      <Button size="s" onPress={() => exempt.mutate()} isPending={exempt.isPending} pendingLabel="…" aria-label={`Conserver «\u00a0${title}\u00a0»`}>
        Conserver
      </Button>
      {exempt.isError && <p role="alert">{`La conversation n’a pas pu être conservée. ${sentenceOf(exempt.error, 'Veuillez réessayer.')}`}</p>}
    </li>
  )
}
