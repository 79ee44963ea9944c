import { routes } from '@parvis/contract'
import { useEffect, useMemo, useRef } from 'react'
import { call, open } from '../../api/browser.ts'
import { saveFile } from '../../api/transport/save-file.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/location.ts'
import type { NoticeContent } from '../../ui/feedback/Notice.tsx'
import { versionRefusal } from './dates/validity-words.ts'
import type { DocumentDialog } from './DocumentDialogs.tsx'
import { describeDocumentError, documentMessages } from './document-messages.ts'
import type { DocumentActions } from './DocumentsTable.tsx'
import { refreshIfMissing, showDocument } from './use-documents.ts'

/** Returns the actions of a row. The object is stable as long as `openDialog` and `showNotice` are. */
export function useDocumentActions(
  openDialog: (dialog: DocumentDialog) => void,
  showNotice: (notice: NoticeContent) => void,
  openDocument: (id: string) => void,
): DocumentActions {
  const latestRead = useRef(openDocument)
  useEffect(() => {
    latestRead.current = openDocument
  })
  return useMemo(() => {
    const fail = (fallback: string) => (failure: unknown) => {
      showNotice({ tone: 'error', sentence: describeDocumentError(failure, fallback) })
      refreshIfMissing(failure)
    }
    return {
      onRead: ({ id }) => latestRead.current(id),
      onDownload: ({ id, original_filename }) => void saveFile(open, id, original_filename).catch(fail(documentMessages.download)),
      onCompare: (pair) => navigate(paths.compareDocuments(pair)),
      onEdit: (document) => openDialog({ kind: 'edit', document }),
      onDelete: (document) => openDialog({ kind: 'delete', document }),
      onVersion: (document, files, hasFolder = false) => {
        const refusal = versionRefusal(document, files?.length ?? 1, hasFolder)
        if (refusal === null) openDialog({ kind: 'version', document, file: files?.[0] ?? null })
        else showNotice({ tone: 'error', sentence: refusal })
      },
      onRetry: ({ id }) => call(routes.documents.retry, { params: { id } }).then(({ document }) => showDocument(document), fail(documentMessages.retry)),
    }
  }, [openDialog, showNotice])
}
