import type { WrittenDocument } from '@parvis/contract'
import { CircleCheck, FileDiff, FileText, Maximize2, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { invalidateUnder } from '../api/queries.ts'
import { sentenceOf } from '../api/transport/api-error.ts'
import { GrantsDialog, ReviewsDialog } from '../layout/dialogs-on-demand.ts'
import { paths } from '../paths.ts'
import type { NoticeContent } from '../ui/feedback/Notice.tsx'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { Menu } from '../ui/overlays/Menu.tsx'
import type { MenuEntry } from '../ui/overlays/OpenMenu.tsx'
import { exportWritten } from './export/export-document.ts'
import type { WrittenFormat } from './export/file-name.ts'

const TrackedExportDialog = dialogOnDemand(async () => (await import('./export/TrackedExportDialog.tsx')).TrackedExportDialog)

interface DeskMenuProps {
  document: WrittenDocument
  whenSaved: () => Promise<void>
  onNotice: (notice: NoticeContent | null) => void
  /** The document is beside a conversation: its own page is one of the actions. */
  isBeside?: boolean
}

/** Export of a document, and its sharing for its owner. */
export function DeskMenu({ document, whenSaved, onNotice, isBeside = false }: DeskMenuProps) {
  const { id, title, role } = document
  const [dialog, setDialog] = useState<'tracked' | 'share' | 'review' | null>(null)
  const close = () => setDialog(null)
  const onDone = (sentence: string) => {
    onNotice({ tone: 'success', sentence })
    void invalidateUnder(['/written-documents'])
  }
  async function save(format: WrittenFormat) {
    onNotice(null)
    try {
      await whenSaved()
      await exportWritten(document, format)
      onDone('Le document est exporté.')
    } catch (error) {
      onNotice({ tone: 'error', sentence: sentenceOf(error, 'Le document n’a pas pu être exporté. Veuillez réessayer.') })
    }
  }
  async function review() {
    onNotice(null)
    try {
      // The text that is reviewed is the saved one.
      await whenSaved()
      setDialog('review')
    } catch (error) {
      onNotice({ tone: 'error', sentence: sentenceOf(error, 'Le document n’a pas pu être enregistré. Veuillez réessayer.') })
    }
  }
  const others: MenuEntry[] = [
    { id: 'review', label: 'Marquer comme relu…', icon: <CircleCheck aria-hidden />, onAction: () => void review() },
    ...(role === 'owner' ? [{ id: 'share', label: 'Partager…', icon: <UsersRound aria-hidden />, onAction: () => setDialog('share') }] : []),
    ...(isBeside ? [{ id: 'page', label: 'Ouvrir sur toute la page', icon: <Maximize2 aria-hidden />, href: paths.writtenDocument(id) }] : []),
  ]
  return (
    <>
      <Menu
        label="Actions sur le document"
        {...(isBeside && { size: 's' })}
        entries={[
          {
            title: 'Exporter',
            entries: [
              { id: 'docx', label: 'Vers Word (.docx)', icon: <FileText aria-hidden />, onAction: () => void save('docx') },
              { id: 'odt', label: 'Vers OpenDocument (.odt)', icon: <FileText aria-hidden />, onAction: () => void save('odt') },
              { id: 'tracked', label: 'Avec les modifications suivies…', icon: <FileDiff aria-hidden />, onAction: () => setDialog('tracked') },
            ],
          },
          { title: 'Document', entries: others },
        ]}
      />
      {dialog === 'tracked' && <TrackedExportDialog document={document} whenSaved={whenSaved} onClose={close} onDone={onDone} />}
      {dialog === 'review' && <ReviewsDialog target={{ written_document_id: id }} onClose={close} />}
      {dialog === 'share' && <GrantsDialog kind="written_document" id={id} name={title} onClose={close} onDone={onDone} />}
    </>
  )
}
