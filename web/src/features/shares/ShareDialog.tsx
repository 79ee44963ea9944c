import type { Conversation, GivenShare } from '@parvis/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../../api/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useUnsaved } from '../../layout/drafts/use-unsaved.ts'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { addressOf, GivenRows } from './GivenRows.tsx'
import { ShareForm } from './ShareForm.tsx'
import styles from './ShareDialog.module.css'
import { useShareForm } from './use-share-form.ts'
import { useShares } from './use-shares.ts'

interface ShareDialogProps {
  conversation: Pick<Conversation, 'id' | 'title'>
  onClose: () => void
}

const leaveTexts = {
  title: 'Fermer sans partager\u00a0?',
  sentence: 'Les personnes et les services que vous avez choisis ne recevront rien.',
  leave: 'Fermer sans partager',
  stay: 'Continuer le partage',
}

/** Dialog that shares a conversation, and shows its existing shares. What was chosen is kept when a call fails. Mounted only while it is open. */
export function ShareDialog(props: ShareDialogProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <OpenDialog {...props} />
    </QueryClientProvider>
  )
}

function OpenDialog({ conversation: { id, title }, onClose }: ShareDialogProps) {
  const form = useShareForm(id, showCreated)
  const confirmLeave = useUnsaved(form.isBegun, undefined, leaveTexts)
  const { data, isError, refetch, isFetching } = useShares(id)
  const [createdShare, setCreatedShare] = useState<GivenShare | null>(null)
  const [isAdding, setAdding] = useState(false)
  const createdRef = useRef<HTMLDivElement>(null)
  const adding = useRef<HTMLDivElement>(null)
  function showCreated(share: GivenShare) {
    setCreatedShare(share)
    setAdding(false)
  }
  // The pressed button has disappeared: the focus moves to the new content.
  useEffect(() => {
    if (createdShare !== null) createdRef.current?.querySelector('button')?.focus()
  }, [createdShare])
  useEffect(() => {
    if (isAdding) adding.current?.querySelector('input')?.focus()
  }, [isAdding])
  // The latest version of the share, which may have been updated or removed since.
  const shownShare = createdShare && (data?.given.find((share) => share.id === createdShare.id) ?? (isFetching ? createdShare : null))
  return (
    <Dialog isOpen onClose={() => confirmLeave(onClose)} title="Partager la conversation" isBusy={form.isPending}>
      <div className={styles.parts}>
        <p className={styles.lead}>
          Une copie en lecture seule de «&nbsp;{title}&nbsp;», telle qu’elle est maintenant. Vos fichiers n’en font pas partie, mais ce que les réponses en
          citent se lit&nbsp;; une source ne s’ouvre qu’à qui peut lire son document.
        </p>
        <div ref={createdRef}>{shownShare && <CreatedShare share={shownShare} />}</div>
        {data ? (
          data.given.length > 0 && (
            <section className={styles.now} aria-labelledby="partages-en-cours">
              <h3 id="partages-en-cours">Déjà partagée</h3>
              <GivenRows shares={data.given} />
            </section>
          )
        ) : isError ? (
          <ErrorMessage query={{ refetch, isFetching }}>Les partages de cette conversation n’ont pas pu être chargés.</ErrorMessage>
        ) : (
          <Skeleton shape="lines" count={1} label="Chargement des partages…" />
        )}
        <div ref={adding}>
          {isAdding || form.isBegun || data?.given.length === 0 || (isError && !data) ? (
            <ShareForm form={form} conversation_id={id} isOther={(data?.given.length ?? 0) > 0} onClose={() => confirmLeave(onClose)} />
          ) : (
            data && (
              <DialogActions>
                <Button icon={<Plus aria-hidden />} onPress={() => setAdding(true)}>
                  Partager avec d’autres
                </Button>
                <Button onPress={onClose}>Fermer</Button>
              </DialogActions>
            )
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** Confirmation of a new share, with its URL. */
function CreatedShare({ share }: { share: GivenShare }) {
  return (
    <Banner tone="success" action={<CopyButton text={() => ({ text: addressOf(share) })} label="Copier l’adresse du partage" />}>
      Partagée. Chacun la trouve dans Mon espace, sous «&nbsp;Partages&nbsp;», ou à cette adresse&nbsp;:
      <span className={styles.address}>{addressOf(share)}</span>
    </Banner>
  )
}
