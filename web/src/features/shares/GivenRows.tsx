import type { GivenShare } from '@parvis/contract'
import { RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { focusTitleAfterDialog } from '../../ui/overlays/Dialog.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { formatDateTime, plural } from '../../ui/words/formats.ts'
import { endOf, newerOf, readersOf } from './share-words.ts'
import styles from './Shares.module.css'
import { failureOf, useShareChanges } from './use-shares.ts'

/** Number of days for which an expired share is reopened. */
const reopenDays = 30

/** Returns the URL of a share. */
export const addressOf = ({ id }: Pick<GivenShare, 'id'>): string => `${location.origin}${paths.share(id)}`

/** List of the person's shares, with their actions. @param isNamed shows the title of the conversation */
export function GivenRows({ shares, isNamed = false }: { shares: readonly GivenShare[]; isNamed?: boolean }) {
  const { remove } = useShareChanges()
  const [removed, setRemoved] = useState<GivenShare | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const announce = useAnnounce()
  return (
    <>
      <Notice tone="error" sentence={failure} onDismiss={() => setFailure(null)} />
      <ul className={styles.list}>
        {shares.map((share) => (
          <li key={share.id}>
            <ShareDetails share={share} isNamed={isNamed} />
            <div className={styles.actions}>
              {!share.is_expired && <CopyButton text={() => ({ text: addressOf(share) })} label={`Copier l’adresse${ofTitle(share, isNamed)}`} />}
              {(share.is_expired || share.newer > 0) && <UpdateButton share={share} onFailure={setFailure} />}
              <IconButton icon={Trash2} size="s" tone="danger" label={`Retirer le partage${ofTitle(share, isNamed)}`} onPress={() => setRemoved(share)} />
            </div>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={removed !== null}
        onClose={() => setRemoved(null)}
        title={`Retirer le partage de «\u00a0${removed?.title ?? ''}\u00a0»\u00a0?`}
        confirmLabel="Retirer"
        pendingLabel="Retrait…"
        onConfirm={async () => {
          await remove.mutateAsync(removed!.id)
          announce('Partage retiré')
          // Only on the page: within a dialog, the dialog manages the focus.
          if (isNamed) focusTitleAfterDialog()
        }}
        describeError={(error) => failureOf(error, 'Le partage n’a pas pu être retiré. Veuillez réessayer.')}
      >
        Son adresse ne mènera plus à rien. Votre conversation reste à vous, et ce que d’autres en ont continué reste à eux.
      </ConfirmDialog>
    </>
  )
}

/** Button that updates or reopens one share, with its own mutation: several may be pending, and one may fail. */
function UpdateButton({ share: { id, is_expired }, onFailure }: { share: GivenShare; onFailure: (sentence: string | null) => void }) {
  const { update } = useShareChanges()
  const announce = useAnnounce()
  function change() {
    onFailure(null)
    update.mutate(
      { id, body: is_expired ? { days: reopenDays } : { refresh: true } },
      {
        onSuccess: () => announce(is_expired ? 'Partage rouvert' : 'Partage mis à jour'),
        onError: (error) => onFailure(failureOf(error, 'Le partage n’a pas pu être mis à jour. Veuillez réessayer.')),
      },
    )
  }
  return (
    <Button size="s" icon={<RefreshCw aria-hidden />} onPress={change} isPending={update.isPending} pendingLabel="Mise à jour…">
      {is_expired ? `Rouvrir ${reopenDays}\u00a0jours` : 'Mettre à jour'}
    </Button>
  )
}

const ofTitle = ({ title }: GivenShare, isNamed: boolean): string => (isNamed ? ` de «\u00a0${title}\u00a0»` : '')

function ShareDetails({ share, isNamed }: { share: GivenShare; isNamed: boolean }) {
  const newer = newerOf(share)
  return (
    <div className={styles.words}>
      {isNamed && (
        <h3 className={styles.title}>
          {share.is_expired ? share.title : <Link to={paths.share(share.id)}>{share.title}</Link>}
          {share.is_expired && <Badge>Terminé</Badge>}
        </h3>
      )}
      <p className={isNamed ? styles.line : styles.readers}>{`Avec ${readersOf(share)}`}</p>
      <p className={styles.line}>
        <span>{plural(share.message_count, 'message')}</span>
        <span>{endOf(share)}</span>
        {newer && <span title={`Copie du ${formatDateTime(share.taken_at)}`}>{newer}</span>}
      </p>
    </div>
  )
}
