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

/** Exempts an item from its retention rule. */
type Exempt = (id: string) => Promise<{ message: string }>

async function exemptConversation(id: string) {
  const answer = await call(routes.retention.keep, { params: { id }, body: { kept: true } })
  await invalidate(routes.retention.keep)
  return answer
}

async function exemptDocument(id: string) {
  const answer = await call(routes.retention.exemptDocument, { params: { id }, body: { exempt: true } })
  await invalidate(routes.retention.exemptDocument)
  return answer
}

/** Warns of the conversations and written documents that the retention rules will soon delete; each can be exempted. Renders nothing when there are none. */
export function ExpiringNotice() {
  const { data: conversations } = useQuery(queryFor(routes.retention.expiring))
  const { data: documents } = useQuery(queryFor(routes.retention.expiringDocuments))
  return (
    <>
      {conversations && <ExpiringList items={conversations.conversations} total={conversations.total} words={conversationWords} exempt={exemptConversation} />}
      {documents && <ExpiringList items={documents.documents} total={documents.total} words={documentWords} exempt={exemptDocument} />}
    </>
  )
}

function ExpiringList({ items, total, words, exempt }: { items: readonly Expiring[]; total: number; words: ExpiringWords; exempt: Exempt }) {
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
          <ExpiringItem key={item.id} item={item} list={list} failure={words.failure} exempt={exempt} />
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
  exempt: Exempt
}

/** Row of an item, with its own request: several may be pending, and one may fail. */
function ExpiringItem({ item: { id, title, purge_at }, list, failure, exempt }: ItemProps) {
  const announce = useAnnounce()
  const exemption = useMutation({
    mutationFn: () => exempt(id),
    onSuccess: ({ message }) => {
      announce(message)
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
      <Button size="s" onPress={() => exemption.mutate()} isPending={exemption.isPending} pendingLabel="…" aria-label={`Conserver «\u00a0${title}\u00a0»`}>
        Conserver
      </Button>
      {exemption.isError && <p role="alert">{`${failure} ${sentenceOf(exemption.error, 'Veuillez réessayer.')}`}</p>}
    </li>
  )
}
