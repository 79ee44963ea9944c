import { FileDown, FileText } from 'lucide-react'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { MenuEntry } from '../../ui/overlays/OpenMenu.tsx'
import type { ExportFormat, ExportScope } from '../export/export-document.ts'

interface ExportMenuProps {
  onExport: (format: ExportFormat, scope: ExportScope) => void
}

/** Menu of the file formats to which an answer or the whole conversation is exported. */
export function ExportMenu({ onExport }: ExportMenuProps) {
  const entry = (scope: ExportScope, format: ExportFormat, label: string): MenuEntry => ({
    id: `${scope} ${format}`,
    label,
    icon: <FileText aria-hidden />,
    onAction: () => onExport(format, scope),
  })
  return (
    <Menu
      label="Exporter"
      isNamed
      size="s"
      placement="bottom start"
      icon={<FileDown aria-hidden />}
      entries={[
        {
          title: 'Cette réponse',
          entries: [
            entry('answer', 'docx', 'Réponse vers Word (.docx)'),
            entry('answer', 'odt', 'Réponse vers LibreOffice (.odt)'),
            entry('answer', 'doc', 'Réponse vers Word, ancien format (.doc)'),
          ],
        },
        {
          title: 'Toute la conversation',
          entries: [entry('conversation', 'docx', 'Conversation vers Word (.docx)'), entry('conversation', 'odt', 'Conversation vers LibreOffice (.odt)')],
        },
      ]}
    />
  )
}
