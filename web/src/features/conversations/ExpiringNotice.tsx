import { routes } from '@parvis/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { invalidate, q } from '../../api/ask.ts'
import { call } from '../../api/browser.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate, plural } from '../../ui/words/formats.ts'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import styles from './MySpace.module.css'

const few = 3

/** Warns of the conversations that the retention rule will take soon; each can be kept. Nothing to warn of: nothing is drawn. */
export function ExpiringNotice() {
  const announce = useAnnounce()
  const { data } = useQuery(q(routes.retention.expiring))
  const [isOpen, setOpen] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const keep = useMutation({
    mutationFn: (id: string) => call(routes.retention.keep, { params: { id }, body: { kept: true } }),
    onSuccess: async ({ message }) => {
      announce(message)
      await invalidate(routes.retention.keep)
      // After the lists' own turn to draw, which is a timer of theirs.
      setTimeout(() => {
        // Its button went with its line: one goes on with the next.
        if (document.activeElement !== document.body) return
        const next = list.current?.querySelector('button') ?? document.querySelector<HTMLElement>('main h1')
        next?.focus()
      })
    },
  })
  if (!data || data.total === 0) return null
  const shown = isOpen ? data.conversations : data.conversations.slice(0, few)
  return (
    <Banner tone="warning">
      <p>
        <strong>{plural(data.total, 'conversation sera bientôt supprimée', 'conversations seront bientôt supprimées')}</strong>, faute d’activité&nbsp;: c’est
        la règle de conservation de votre organisme. Conservez celles dont vous avez besoin, ou reprenez-les.
      </p>
      {keep.isError && <p role="alert">{`La conversation n’a pas pu être conservée. ${sentenceOf(keep.error, 'Veuillez réessayer.')}`}</p>}
      <ul ref={list} className={styles.expiring}>
        {shown.map(({ id, title, purge_at }) => (
          <li key={id}>
            <span>
              «&nbsp;{title}&nbsp;», le {formatDate(purge_at)}
            </span>
            <Button
              size="s"
              onPress={() => keep.mutate(id)}
              isPending={keep.isPending && keep.variables === id}
              pendingLabel="…"
              aria-label={`Conserver «\u00a0${title}\u00a0»`}
            >
              Conserver
            </Button>
          </li>
        ))}
      </ul>
      {!isOpen && data.conversations.length > few && (
        <Button size="s" variant="quiet" onPress={() => setOpen(true)}>
          Tout afficher
        </Button>
      )}
    </Banner>
  )
}
