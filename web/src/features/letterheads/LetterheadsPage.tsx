import { letterheadFormats, routes, type Letterhead, type LetterheadFormat } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isStale, sentenceOf } from '../../api/transport/api-error.ts'
import { invalidate, queryFor } from '../../api/queries.ts'
import { call, session } from '../../api/browser.ts'
import { browserUpload, uploadFiles } from '../../api/transport/upload.ts'
import { Notice, type NoticeContent } from '../../ui/feedback/Notice.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { FileDrop } from '../../ui/files/FileDrop.tsx'
import { focusTitleAfterDialog } from '../../ui/overlays/Dialog.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { formatNames, LetterheadCard } from './LetterheadCard.tsx'
import styles from './Letterheads.module.css'

/** Page of the letterheads of Word and LibreOffice exports, each either that of the organisation or the default one. */
export function LetterheadsPage() {
  const announce = useAnnounce()
  const { data, error, isFetching, refetch } = useQuery(queryFor(routes.letterheads.list))
  const [isSending, setSending] = useState(false)
  const [notice, setNotice] = useState<NoticeContent | null>(null)
  const [removed, setRemoved] = useState<Letterhead | null>(null)

  const currentLetterhead = (format: LetterheadFormat) => data?.letterheads.find(({ id }) => id === format) ?? null

  function showNotice(tone: NoticeContent['tone'], sentence: string) {
    setNotice({ tone, sentence })
    announce(sentence)
  }

  async function send([file]: File[]) {
    if (!file || isSending) return
    setSending(true)
    setNotice(null)
    const form = new FormData()
    form.set('file', file)
    // Optimistic lock: the upload must replace the letterhead on the screen, not one uploaded by a colleague in the meantime.
    const format = letterheadFormats.find((one) => file.name.toLowerCase().endsWith(`.${one}`))
    if (data && format) form.set('uploaded_at', currentLetterhead(format)?.uploaded_at ?? 'none')
    try {
      const { letterhead } = await uploadFiles(browserUpload(session), routes.letterheads.upload, form, {
        onProgress: () => undefined,
        signal: AbortSignal.timeout(120_000),
      })
      await invalidate(routes.letterheads.upload)
      showNotice('success', `Les exports ${formatNames[letterhead.id]} emploient désormais «\u00a0${letterhead.filename}\u00a0».`)
    } catch (failure) {
      if (isStale(failure)) {
        await invalidate(routes.letterheads.upload)
        const sentence = 'un autre papier à en-tête a été déposé entre-temps, que vous voyez maintenant. Déposez le vôtre de nouveau pour le remplacer.'
        return showNotice('error', `«\u00a0${file.name}\u00a0» n’a pas été retenu\u00a0: ${sentence}`)
      }
      const reason = sentenceOf(failure, 'Veuillez réessayer.')
      showNotice('error', `«\u00a0${file.name}\u00a0» n’a pas été retenu. ${reason} Le papier à en-tête en place n’a pas changé.`)
    } finally {
      setSending(false)
    }
  }

  return (
    <>
      <PageTitle lead="Les réponses et les conversations exportées sont mises en page sur ces modèles&nbsp;: logo, en-tête, pied de page, styles.">
        Papier à en-tête
      </PageTitle>
      <div className={styles.page}>
        <Notice {...notice} onDismiss={() => setNotice(null)} />
        {error && <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Les papiers à en-tête n’ont pas pu être chargés.')}</ErrorMessage>}
        {!data && !error && <Skeleton shape="rows" count={2} label="Chargement des papiers à en-tête…" />}
        {data && (
          <ul className={styles.list}>
            {letterheadFormats.map((format) => (
              <LetterheadCard
                key={format}
                format={format}
                letterhead={currentLetterhead(format)}
                onRemove={() => setRemoved(currentLetterhead(format))}
                onFailure={(sentence) => showNotice('error', sentence)}
              />
            ))}
          </ul>
        )}
        <NewLetterhead isSending={isSending} onFiles={(files) => void send(files)} />
      </div>
      {removed && (
        <RestoreDialog
          removed={removed}
          onClose={() => setRemoved(null)}
          onRestored={(sentence) => {
            showNotice('success', sentence)
            focusTitleAfterDialog()
          }}
        />
      )}
    </>
  )
}

function NewLetterhead({ isSending, onFiles }: { isSending: boolean; onFiles: (files: File[]) => void }) {
  return (
    <section className={styles.change} aria-labelledby="changer">
      <h2 id="changer">Changer de papier à en-tête</h2>
      <FileDrop
        label={isSending ? 'Vérification du document…' : 'Déposez un document Word ou LibreOffice'}
        hint="Fichier .docx ou .odt de 5 Mo au plus, sans macro, images incorporées."
        accept={letterheadFormats.map((format) => `.${format}`)}
        isDisabled={isSending}
        onFiles={onFiles}
      />
      <div className={styles.advice}>
        <p>
          L’en-tête, le pied de page, les marges et les styles du document sont repris. Son texte ne l’est pas, à moins d’y écrire, seul sur sa ligne,{' '}
          <code>{'{{contenu}}'}</code>&nbsp;: le texte exporté prend alors cette place et le reste du document demeure. <code>{'{{titre}}'}</code> et{' '}
          <code>{'{{date}}'}</code> sont remplacés partout, en-tête et pied de page compris.
        </p>
        <p>Chaque format a son modèle. Si vous n’en déposez qu’un, l’autre garde celui du produit.</p>
      </div>
    </section>
  )
}

/** Confirmation before deleting the letterhead of the organisation and returning to the default one. */
function RestoreDialog({ removed, onClose, onRestored }: { removed: Letterhead; onClose: () => void; onRestored: (sentence: string) => void }) {
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Revenir au modèle d’origine pour ${formatNames[removed.id]}\u00a0?`}
      confirmLabel="Revenir au modèle d’origine"
      pendingLabel="Rétablissement…"
      describeError={(failure) =>
        isStale(failure)
          ? 'Un autre papier à en-tête a été déposé entre-temps\u00a0: fermez cette fenêtre pour voir lequel. Rien n’a été retiré.'
          : sentenceOf(failure, 'Le modèle d’origine n’a pas pu être rétabli.')
      }
      onConfirm={async () => {
        const { id, uploaded_at } = removed
        const { message } = await call(routes.letterheads.remove, { params: { id }, query: { uploaded_at } }).finally(() =>
          invalidate(routes.letterheads.upload),
        )
        onRestored(message)
      }}
    >
      «&nbsp;{removed.filename}&nbsp;» est retiré de l’application. Les documents déjà exportés ne changent pas.
    </ConfirmDialog>
  )
}
