import { routes, type LibraryDocument } from '@parvis/contract'
import type { ComponentProps } from 'react'
import { call } from '../../api/browser.ts'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { focusTitleAfterDialog } from '../../ui/overlays/Dialog.tsx'
import { describeDocumentError, documentMessages } from './document-messages.ts'
import type { VersionDialog as VersionDialogType } from './dates/VersionDialog.tsx'
import type { EditDialog as EditDialogType } from './EditDialog.tsx'
import type { UploadDialog as UploadDialogType } from './UploadDialog.tsx'
import { refreshIfMissing } from './use-documents.ts'

// Loaded on demand: most visits read the list only.
const EditDialog = dialogOnDemand<ComponentProps<typeof EditDialogType>>(async () => (await import('./EditDialog.tsx')).EditDialog)
const VersionDialog = dialogOnDemand<ComponentProps<typeof VersionDialogType>>(async () => (await import('./dates/VersionDialog.tsx')).VersionDialog)
const UploadDialog = dialogOnDemand<ComponentProps<typeof UploadDialogType>>(async () => (await import('./UploadDialog.tsx')).UploadDialog)

export type DocumentDialog =
  | { kind: 'upload' }
  | { kind: 'edit' | 'delete'; document: LibraryDocument }
  | { kind: 'version'; document: LibraryDocument; file: File | null }

interface DocumentDialogsProps {
  dialog: DocumentDialog | null
  categories: readonly string[]
  /** Names of the `categories` that are not open to everybody. */
  restrictedCategories: readonly string[]
  onClose: () => void
  /** Called with a success sentence after an upload. The dialog may stay open, for the files that were refused. */
  onArrived: (sentence: string) => void
  onDone: (sentence: string) => void
}

/** The open dialog of the page, if any: upload, edit, new version or delete. */
export function DocumentDialogs({ dialog, categories, restrictedCategories, onClose, onArrived, onDone }: DocumentDialogsProps) {
  const deletedDocument = dialog?.kind === 'delete' ? dialog.document : null
  return (
    <>
      {dialog?.kind === 'upload' && (
        <UploadDialog categories={categories} restrictedCategories={restrictedCategories} onClose={onClose} onArrived={onArrived} />
      )}
      {dialog?.kind === 'edit' && (
        <EditDialog document={dialog.document} categories={categories} onClose={onClose} onDone={() => onDone(documentMessages.updated)} />
      )}
      {dialog?.kind === 'version' && <VersionDialog document={dialog.document} file={dialog.file} onClose={onClose} onDone={onDone} />}
      <ConfirmDialog
        isOpen={deletedDocument !== null}
        onClose={onClose}
        title={deletedDocument ? `Supprimer «\u00a0${deletedDocument.original_filename}\u00a0»\u00a0?` : ''}
        confirmLabel="Supprimer"
        pendingLabel="Suppression…"
        describeError={(failure) => describeDocumentError(failure, documentMessages.remove)}
        onConfirm={async () => {
          if (deletedDocument === null) return
          try {
            await call(routes.documents.remove, { params: { id: deletedDocument.id } })
          } catch (failure) {
            refreshIfMissing(failure)
            throw failure
          }
          onDone(documentMessages.removed)
          focusTitleAfterDialog()
        }}
      >
        Le fichier et ce que l’IA en a lu seront effacés. Cette action est irréversible.
      </ConfirmDialog>
    </>
  )
}
