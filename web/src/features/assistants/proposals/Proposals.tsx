import { routes, type PendingProposal } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidate, queryFor } from '../../../api/queries.ts'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { dialogOnDemand } from '../../../ui/on-demand.tsx'
import { focusTitleAfterDialog } from '../../../ui/overlays/Dialog.tsx'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { formatNumber } from '../../../ui/words/formats.ts'
import styles from './Proposals.module.css'
import { proposedTo } from '../own/sharing-words.ts'

const ReviewDialog = dialogOnDemand(async () => (await import('./ReviewDialog.tsx')).ReviewDialog)

/** List of the proposals that the person can decide on; renders nothing when there are none. */
export function Proposals({ title, onDone }: { title: string; onDone: (sentence: string) => void }) {
  const { data, error, isFetching, refetch } = useQuery({ ...queryFor(routes.assistantReviews.list), staleTime: 0 })
  const [open, setOpen] = useState<PendingProposal | null>(null)

  function done(sentence: string) {
    onDone(sentence)
    focusTitleAfterDialog()
    void invalidate(routes.assistantReviews.publish)
  }

  if (error) return <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Impossible de charger les assistants proposés.')}</ErrorMessage>
  return (
    <>
      {data && data.length > 0 && (
        <section className={styles.section} aria-label="Assistants proposés">
          <h2>
            {title} ({formatNumber(data.length)})
          </h2>
          <ul className={styles.list}>
            {data.map((proposal) => (
              <li key={proposal.id}>
                <span className={styles.icon} aria-hidden>
                  <Icon name={proposal.icon} />
                </span>
                <div className={styles.words}>
                  <h3>
                    {proposal.name} {proposal.suspended_at !== null && <Badge tone="danger">Suspendu</Badge>}
                  </h3>
                  <p>
                    Par {proposal.is_own ? 'vous' : proposal.owner_name}, {proposedTo(proposal.team)}
                  </p>
                  {proposal.note && <p className={styles.note}>«&nbsp;{proposal.note}&nbsp;»</p>}
                </div>
                <Button size="s" onPress={() => setOpen(proposal)} aria-label={`Lire ${proposal.name}`}>
                  Lire
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {open && <ReviewDialog proposal={open} onClose={() => setOpen(null)} onDone={done} />}
    </>
  )
}
