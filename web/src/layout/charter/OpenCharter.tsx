import { routes, type CharterState } from '@parvis/contract'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../api/browser.ts'
import { invalidate, queryClient, queryFor } from '../../api/queries.ts'
import { ApiError, sentenceOf } from '../../api/transport/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Markdown } from '../../ui/content/Markdown.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Dialog, FormActions } from '../../ui/overlays/Dialog.tsx'
import { formatLongDate } from '../../ui/words/formats.ts'
import styles from './Charter.module.css'

export interface CharterDialogProps {
  /** A question waits for the acceptance: the dialog closes by itself when nothing is to accept any more. */
  isAwaited?: boolean
  /** @param isAccepted the person has accepted the version in force, or none is */
  onClose: (isAccepted?: boolean) => void
}

/** Dialog of the charter of use: what it changes, its summary, its text, and the acceptance when it is due. Mounted only while it is open. */
export const OpenCharter = (props: CharterDialogProps) => (
  <QueryClientProvider client={queryClient}>
    <CharterReader {...props} />
  </QueryClientProvider>
)

function CharterReader({ isAwaited = false, onClose }: CharterDialogProps) {
  const query = useQuery({ ...queryFor(routes.charter.current), staleTime: 0 })
  const { data, error, isFetching, refetch } = query
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const isSettled = isAwaited && data !== undefined && !isFetching && !data.is_due
  // Accepted in another tab in the meantime.
  const leave = useEffectEvent(() => onClose(true))
  useEffect(() => {
    if (isSettled) leave()
  }, [isSettled])

  async function accept(version_id: string) {
    setPending(true)
    setFailure(null)
    try {
      await call(routes.charter.accept, { body: { version_id } })
      onClose(true)
      void invalidate(routes.charter.accept)
    } catch (caught) {
      setPending(false)
      if (caught instanceof ApiError && caught.code === 'charter.superseded') await refetch()
      setFailure(sentenceOf(caught, 'Votre accord n’a pas pu être enregistré. Veuillez réessayer.'))
    }
  }

  const isDue = data?.is_due === true && data.charter !== null
  return (
    <Dialog
      isOpen
      size="l"
      isBusy={isPending}
      onClose={() => onClose(false)}
      title={isDue ? 'Acceptez-vous la charte d’usage\u00a0?' : 'Charte d’usage'}
      actions={
        isDue ? (
          <FormActions
            cancelLabel={isAwaited ? 'Plus tard, garder mon texte' : 'Plus tard'}
            onCancel={() => onClose(false)}
            verb="J’accepte la charte"
            onPress={() => void accept(data.charter!.id)}
            isPending={isPending}
          />
        ) : (
          <Button onPress={() => onClose(data !== undefined)}>Fermer</Button>
        )
      }
    >
      <div className={styles.dialog}>
        {failure && <Banner tone="error">{failure}</Banner>}
        {error && <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'La charte n’a pas pu être chargée.')}</ErrorMessage>}
        {!data && !error && <Skeleton shape="lines" count={8} label="Chargement de la charte…" />}
        {data && <CharterContent state={data} isAwaited={isAwaited} />}
      </div>
    </Dialog>
  )
}

function CharterContent({ state: { charter, accepted, is_due }, isAwaited }: { state: CharterState; isAwaited: boolean }) {
  if (charter === null) return <p>Aucune charte n’est publiée.</p>
  const published = `Version ${charter.number}, du ${formatLongDate(charter.published_at)}.`
  return (
    <>
      <p className={styles.muted}>
        {published} {acceptanceSentence(accepted, is_due, isAwaited)}
      </p>
      {is_due && accepted !== null && charter.changes !== '' && (
        <section className={styles.changes} aria-labelledby="charte-changements">
          <h3 id="charte-changements">Ce qui change</h3>
          <Markdown text={charter.changes} headingLevel={4} />
        </section>
      )}
      <section className={styles.part} aria-labelledby="charte-resume">
        <h3 id="charte-resume">En bref</h3>
        <Markdown text={charter.summary} headingLevel={4} />
      </section>
      <section className={styles.part} aria-labelledby="charte-texte">
        <h3 id="charte-texte">Le texte</h3>
        <Markdown text={charter.text} headingLevel={4} />
      </section>
    </>
  )
}

function acceptanceSentence(accepted: CharterState['accepted'], isDue: boolean, isAwaited: boolean): string {
  if (!isDue) return accepted === null ? '' : `Vous l’avez acceptée le ${formatLongDate(accepted.accepted_at)}.`
  if (accepted !== null) return `Vous aviez accepté la version ${accepted.number}\u00a0: celle-ci demande de nouveau votre accord.`
  return isAwaited
    ? 'Votre question est gardée\u00a0: elle part dès que vous acceptez.'
    : 'Elle vous sera demandée avant votre première question\u00a0; lire, exporter et supprimer ne la demandent pas.'
}
