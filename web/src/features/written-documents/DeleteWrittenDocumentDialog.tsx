import { routes, type ListedWrittenDocument } from '@parvis/contract'
import { useState } from 'react'
import { call } from '../../api/browser.ts'
import { invalidate, updateListRows } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { focusTitleAfterDialog } from '../../ui/overlays/Dialog.tsx'

interface DeleteWrittenDocumentDialogProps {
  /** Document to delete; null when the dialog is closed. */
  document: Pick<ListedWrittenDocument, 'id' | 'title'> | null
  onClose: () => void
}

/** Confirmation before deleting a written document. */
export function DeleteWrittenDocumentDialog({ document, onClose }: DeleteWrittenDocumentDialogProps) {
  const announce = useAnnounce()
  // The title must not change during the closing animation.
  const [named, setNamed] = useState(document)
  if (document && document !== named) setNamed(document)
  return (
    <ConfirmDialog
      isOpen={document !== null}
      onClose={onClose}
      title={`Supprimer le document «\u00a0${named?.title ?? ''}\u00a0»\u00a0?`}
      confirmLabel="Supprimer"
      pendingLabel="Suppression…"
      describeError={(error) => sentenceOf(error, 'Le document n’a pas pu être supprimé.')}
      onConfirm={async () => {
        if (document === null) return
        const { id } = document
        const { message } = await call(routes.writtenDocuments.remove, { params: { id } })
        updateListRows(routes.writtenDocuments.page, (row) => (row.id === id ? null : row))
        void invalidate(routes.writtenDocuments.remove)
        announce(message)
        focusTitleAfterDialog()
      }}
    >
      <p>Cette action est irréversible&nbsp;: le texte du document et toutes ses versions sont supprimés, aussi pour les personnes avec qui il est partagé.</p>
    </ConfirmDialog>
  )
}
