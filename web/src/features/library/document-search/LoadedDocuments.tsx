import { routes, type LibraryDocument } from '@parvis/contract'
import { BookOpenText, CircleX, LoaderCircle, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { call } from '../../../api/browser.ts'
import { useDocumentOpener } from '../../../chat/sources/source-opener.ts'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { focusTitleAfterDialog } from '../../../ui/overlays/Dialog.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import styles from './DocumentSearch.module.css'
import { type QueriedDocuments, isRunning, loadedChanged, useLoadedDocuments } from './use-queried-documents.ts'

/** List of the person's own documents, which nobody else can read, query or delete. */
export function LoadedDocuments({ queriedDocuments }: { queriedDocuments: QueriedDocuments }) {
  const { data, error, refetch, isFetching } = useLoadedDocuments()
  const open = useDocumentOpener()
  const [toDelete, setToDelete] = useState<LibraryDocument | null>(null)
  // A failed refetch keeps the list on the screen.
  if (error && !data) return <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Vos documents n’ont pas pu être chargés.')}</ErrorMessage>
  if (!data || data.length === 0) return null
  return (
    <section className={styles.loaded} aria-label="Documents chargés">
      <h2>Documents chargés</h2>
      <p className={styles.note}>Visibles de vous seul. Cochez ceux que vos questions concernent.</p>
      {queriedDocuments.failure && <ErrorMessage>{queriedDocuments.failure}</ErrorMessage>}
      <ul className={styles.files}>
        {data.map((document) => (
          <li key={document.id} className={styles.entry} data-state={document.state}>
            <div className={styles.choice}>
              <Checkbox
                isSelected={queriedDocuments.isQueried(document.id)}
                onChange={(isAsked) => queriedDocuments.toggle(document.id, isAsked)}
                hint={stateText(document)}
              >
                {document.original_filename}
              </Checkbox>
            </div>
            <StateIcon document={document} />
            {document.state === 'indexe' && (
              <IconButton
                icon={BookOpenText}
                label={`Ce que l’IA a lu\u00a0: ${document.original_filename}`}
                size="s"
                onPress={() => open?.({ document_id: document.id, name: document.original_filename, source: null })}
              />
            )}
            <IconButton icon={Trash2} label={`Supprimer ${document.original_filename}`} size="s" tone="danger" onPress={() => setToDelete(document)} />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={toDelete !== null}
        onClose={() => setToDelete(null)}
        title={`Supprimer «\u00a0${toDelete?.original_filename ?? ''}\u00a0»\u00a0?`}
        confirmLabel="Supprimer"
        pendingLabel="Suppression…"
        describeError={(failure) => sentenceOf(failure, 'Erreur lors de la suppression')}
        onConfirm={async () => {
          if (toDelete === null) return
          await call(routes.documents.remove, { params: { id: toDelete.id } })
          queriedDocuments.deleted(toDelete.id)
          loadedChanged()
          focusTitleAfterDialog()
        }}
      >
        Le document et ce que l’IA en a lu seront effacés. Les conversations qui l’interrogent gardent son nom, leurs réponses et les passages qu’elles citent.
        Cette action est irréversible.
      </ConfirmDialog>
    </section>
  )
}

/** Icon of a document that is not ready; the text beside it gives the state. */
function StateIcon({ document }: { document: LibraryDocument }) {
  if (isRunning(document)) return <LoaderCircle aria-hidden className={styles.turning} />
  return document.state === 'echec' ? <CircleX aria-hidden className={styles.refused} /> : null
}

function stateText({ state, state_reason, progress, file_size_readable }: LibraryDocument): string {
  if (state === 'en_attente') return state_reason === null ? 'En attente de lecture' : `En attente\u00a0: ${state_reason}`
  if (state === 'en_cours') return progress === null ? 'Lecture en cours' : `Lecture en cours, ${Math.round(progress)}\u00a0%`
  return state === 'echec' ? `Échec\u00a0: ${state_reason ?? 'document illisible'}` : `Prêt · ${file_size_readable}`
}
