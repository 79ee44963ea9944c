import type { LibraryDocument } from '@parvis/contract'
import { BookOpenText, Download, FileDiff, FilePlus2, Pencil, Trash2 } from 'lucide-react'
import { useMemo, type Ref } from 'react'
import { useRowDrop } from '../../ui/files/use-row-drop.ts'
import { formatDate } from '../../ui/words/formats.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Table, type TableColumn } from '../../ui/lists/Table.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { MenuEntry } from '../../ui/overlays/OpenMenu.tsx'
import styles from './DocumentBase.module.css'
import { DocumentDates } from './dates/DocumentDates.tsx'
import { DocumentStateLine } from './DocumentStateLine.tsx'

/** Documents to compare, by id; without `apres`, the second one is chosen then. */
type ComparedPair = { avant: string; apres?: string }

export interface DocumentActions {
  onRead: (document: LibraryDocument) => void
  onDownload: (document: LibraryDocument) => void
  onCompare: (pair: ComparedPair) => void
  onEdit: (document: LibraryDocument) => void
  onDelete: (document: LibraryDocument) => void
  /** Adds a version that replaces the document; `files`: those dropped on it. */
  onVersion: (document: LibraryDocument, files?: readonly File[], hasFolder?: boolean) => void
  /** Reads a failed document again. The promise resolves when the call ends; a failure is shown in a notice. */
  onRetry: (document: LibraryDocument) => Promise<void>
}

const columnsOf = (actions: DocumentActions): TableColumn<LibraryDocument>[] => [
  { id: 'file', title: 'Fichier', isRowHeader: true, cell: (document) => <File document={document} actions={actions} /> },
  { id: 'category', title: 'Catégorie', cell: ({ category }) => category },
  { id: 'size', title: 'Taille', align: 'end', isOneLine: true, cell: ({ file_size_readable }) => file_size_readable },
  { id: 'uploader', title: 'Ajouté par', cell: ({ uploader_name }) => uploader_name },
  { id: 'date', title: 'Date', isOneLine: true, cell: ({ upload_date }) => formatDate(upload_date) },
  { id: 'actions', title: 'Actions', isTitleHidden: true, align: 'end', cell: (document) => <Actions document={document} actions={actions} /> },
]

/** Table of documents: file, category, size, uploader, date, actions (specification, chapter 2). */
export function DocumentsTable({
  documents,
  actions,
  body,
}: {
  documents: readonly LibraryDocument[]
  actions: DocumentActions
  body: Ref<HTMLTableSectionElement>
}) {
  const columns = useMemo(() => columnsOf(actions), [actions])
  const { zone, over } = useRowDrop((index, files, hasFolder) => {
    const document = documents[index]
    if (document) actions.onVersion(document, files, hasFolder)
  })
  return (
    <div role="presentation" {...zone}>
      <Table
        caption="Documents de la base"
        columns={columns}
        rows={documents}
        rowKey={({ id }) => id}
        isDropTarget={(document) => document === documents[over ?? -1]}
        isStacked
        body={body}
      />
    </div>
  )
}

function File({ document, actions }: { document: LibraryDocument; actions: DocumentActions }) {
  return (
    <div className={styles.file}>
      <span className={styles.name}>{document.original_filename}</span>
      {document.description && (
        <span className={styles.description} title={document.description}>
          {document.description}
        </span>
      )}
      <DocumentDates
        document={document}
        name={document.original_filename}
        onVersions={() => actions.onRead(document)}
        changes={withNext(document) ?? withPrevious(document)}
      />
      <DocumentStateLine document={document} onRetry={() => actions.onRetry(document)} />
    </div>
  )
}

function Actions({ document, actions }: { document: LibraryDocument; actions: DocumentActions }) {
  const { original_filename: name } = document
  return (
    <span className={styles.actions}>
      <IconButton icon={BookOpenText} label={`Ce que l’IA a lu\u00a0: ${name}`} size="s" onPress={() => actions.onRead(document)} />
      {!document.is_corpus && <IconButton icon={Download} label={`Télécharger ${name}`} size="s" onPress={() => actions.onDownload(document)} />}
      {document.can_edit && <IconButton icon={Pencil} label={`Modifier ${name}`} size="s" onPress={() => actions.onEdit(document)} />}
      {document.can_edit && <IconButton icon={Trash2} label={`Supprimer ${name}`} size="s" tone="danger" onPress={() => actions.onDelete(document)} />}
      {!document.is_corpus && <Menu size="s" label={`Autres actions pour ${name}`} entries={otherActions(document, actions)} />}
    </span>
  )
}

/** The version before and the document; null without one. */
const withPrevious = ({ id, supersedes_id }: LibraryDocument): ComparedPair | null => (supersedes_id === null ? null : { avant: supersedes_id, apres: id })

/** The document and the version that replaces it; null without one. */
const withNext = ({ id, superseded_by_id }: LibraryDocument): ComparedPair | null => (superseded_by_id === null ? null : { avant: id, apres: superseded_by_id })

/** Less frequent actions: a new version, unless another one replaces the document already, and comparisons. */
function otherActions(document: LibraryDocument, actions: DocumentActions): MenuEntry[] {
  const version = { id: 'version', label: 'Déposer une nouvelle version', icon: <FilePlus2 aria-hidden />, onAction: () => actions.onVersion(document) }
  const comparisons = [
    { id: 'previous', label: 'la version précédente', pair: withPrevious(document) },
    { id: 'next', label: 'la version qui le remplace', pair: withNext(document) },
    { id: 'compare', label: 'un autre document', pair: { avant: document.id } },
  ]
  return [
    ...(document.can_edit && document.superseded_by_id === null ? [version] : []),
    ...comparisons.flatMap(({ id, label, pair }) =>
      pair === null ? [] : [{ id, label: `Comparer avec ${label}`, icon: <FileDiff aria-hidden />, onAction: () => actions.onCompare(pair) }],
    ),
  ]
}
