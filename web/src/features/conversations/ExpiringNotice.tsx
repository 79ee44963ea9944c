import { routes } from '@parvis/contract'
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

type Keep = typeof routes.retention.keep | typeof routes.retention.keepDocument

interface Expiring {
  id: string
  title: string
  /** ISO 8601 date of the deletion. */
  purge_at: string
}

/** Sentences about one kind of items. */
interface ExpiringWords {
  one: string
  several: string
  advice: string
  failure: string
}

const conversationWords: ExpiringWords = {
  one: 'conversation sera bientôt supprimée',
  several: 'conversations seront bientôt supprimées',
  advice: 'Conservez celles dont vous avez besoin, ou reprenez-les.',
  failure: 'La conversation n’a pas pu être conservée.',
}
const documentWords: ExpiringWords = {
  one: 'document rédigé sera bientôt supprimé',
  several: 'documents rédigés seront bientôt supprimés',
  advice: 'Conservez ceux dont vous avez besoin, ou modifiez-les.',
  failure: 'Le document n’a pas pu être conservé.',
}

/** Warns of the conversations and written documents that the retention rules will soon delete; each can be exempted. Renders nothing when there are none. */
export function ExpiringNotice() {
  const { data: conversations } = useQuery(queryFor(routes.retention.expiring))
  const { data: documents } = useQuery(queryFor(routes.retention.expiringDocuments))
  return (
    <>
      {conversations && <ExpiringList items={conversations.conversations} total={conversations.total} words={conversationWords} keep={routes.retention.keep} />}
      {documents && <ExpiringList items={documents.documents} total={documents.total} words={documentWords} keep={routes.retention.keepDocument} />}
    </>
  )
}

function ExpiringList({ items, total, words, keep }: { items: readonly Expiring[]; total: number; words: ExpiringWords; keep: Keep }) {
  const [isOpen, setOpen] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  if (total === 0) return null
  return (
    <Banner tone="warning">
      <p>
        <strong>{plural(total, words.one, words.several)}</strong>, faute d’activité&nbsp;: c’est la règle de conservation de votre organisme. {words.advice}
      </p>
      <ul ref={list} className={styles.expiring}>
        {(isOpen ? items : items.slice(0, foldedCount)).map((item) => (
          <ExpiringItem key={item.id} item={item} list={list} failure={words.failure} keep={keep} />
        ))}
      </ul>
      {!isOpen && items.length > foldedCount && (
        <Button size="s" variant="quiet" onPress={() => setOpen(true)}>
          Tout afficher
        </Button>
      )}
    </Banner>
  )
}

interface ItemProps {
  item: Expiring
  list: RefObject<HTMLUListElement | null>
  failure: string
  keep: Keep
}

/** Row of an item, with its own request: several may be pending, and one may fail. */
function ExpiringItem({ item: { id, title, purge_at }, list, failure, keep }: ItemProps) {
  const announce = useAnnounce()
  const exempt = useMutation({
    mutationFn: () => call(keep, { params: { id }, body: { kept: true } }),
    onSuccess: async ({ message }) => {
      announce(message)
      await invalidate(keep)
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
      {exempt.isError && <p role="alert">{`${failure} ${sentenceOf(exempt.error, 'Veuillez réessayer.')}`}</p>}
    </li>
  )
}
