import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/queries.ts'
import { DocumentOpener } from '../../chat/sources/source-opener.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { downloadFailureSentence, onDemand } from '../../ui/on-demand.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { breakable } from '../../ui/words/file-names.ts'

const ReadingPanel = onDemand(async () => (await import('./viewer/ReadingPanel.tsx')).ReadingPanel, {
  placeholder: <Skeleton shape="lines" count={8} label="Chargement du document…" />,
  fallback: <ErrorMessage>{downloadFailureSentence('Le document n’a pas pu être ouvert')}</ErrorMessage>,
})

interface ReadDialogProps {
  /** Id of the document, from the URL. */
  id: string
  /** Name of the document if it is in the list. The URL may point to a document that is not listed. */
  knownName: string | undefined
  /** Opens another version. */
  onOpen: (id: string) => void
  onClose: () => void
}

/** Dialog that shows a document of the shared library above the list. */
export function ReadDialog({ id, knownName, onOpen, onClose }: ReadDialogProps) {
  const textQuery = useQuery({ ...queryFor(routes.documents.text, { params: { id }, query: {} }), enabled: knownName === undefined })
  const name = knownName ?? textQuery.data?.document.original_filename
  return (
    <Dialog isOpen onClose={onClose} isDismissable size="l" title={breakable(name ?? 'Document')}>
      {name === undefined && textQuery.error ? (
        <ErrorMessage query={textQuery}>{sentenceOf(textQuery.error, 'Ce document n’a pas pu être ouvert.')}</ErrorMessage>
      ) : name === undefined ? (
        <Skeleton shape="lines" count={8} label="Chargement du document…" />
      ) : (
        <DocumentOpener value={({ document_id }) => onOpen(document_id)}>
          <ReadingPanel key={id} document_id={id} name={name} source={null} />
        </DocumentOpener>
      )}
    </Dialog>
  )
}
