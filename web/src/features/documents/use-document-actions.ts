import { routes } from '@parvis/contract'
import { useEffect, useMemo, useRef } from 'react'
import { call, open } from '../../api/browser.ts'
import { saveFile } from '../../api/transport/save-file.ts'
import type { Told } from '../../ui/feedback/Notice.tsx'
import type { OpenDialog } from './DocumentDialogs.tsx'
import { describeDocumentError, documentMessages } from './document-messages.ts'
import type { DocumentActions } from './DocumentsTable.tsx'
import { leaveGone, showDocument } from './use-documents.ts'

/** Returns the actions of a row. The object is stable as long as `ask` and `tell` are. */
export function useDocumentActions(ask: (dialog: OpenDialog) => void, tell: (notice: Told) => void, read: (id: string) => void): DocumentActions {
  const latestRead = useRef(read)
  useEffect(() => {
    latestRead.current = read
  })
  return useMemo(() => {
    const fail = (fallback: string) => (failure: unknown) => {
      tell({ tone: 'error', sentence: describeDocumentError(failure, fallback) })
      leaveGone(failure)
    }
    return {
      onRead: ({ id }) => latestRead.current(id),
      onDownload: ({ id, original_filename }) => void saveFile(open, id, original_filename).catch(fail(documentMessages.download)),
      onEdit: (document) => ask({ kind: 'edit', document }),
      onDelete: (document) => ask({ kind: 'delete', document }),
      onRetry: ({ id }) => call(routes.documents.retry, { params: { id } }).then(({ document }) => showDocument(document), fail(documentMessages.retry)),
    }
  }, [ask, tell])
}
