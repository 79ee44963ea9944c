import type { ConversationDocument } from '@parvis/contract'
import { FileText, FileX2, X } from 'lucide-react'
import { IconButton } from '../../ui/IconButton.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { useDocumentOpener } from '../sources/source-opener.ts'
import type { AttachedFile } from './files-state.ts'
import styles from './QuestionFiles.module.css'

/** Files sent for the first time with a question, under its bubble. A deleted one keeps its name. */
export function QuestionFiles({ files }: { files: readonly (ConversationDocument & Pick<AttachedFile, 'onRemove'>)[] }) {
  const open = useDocumentOpener()
  return (
    <ul className={styles.files} aria-label="Fichiers joints à ce message">
      {files.map(({ document_id, filename, onRemove }, at) => (
        <li key={document_id ?? `${at} ${filename}`} title={filename}>
          {document_id === null || onRemove ? <FileX2 aria-hidden /> : <FileText aria-hidden />}
          {document_id !== null && open !== null ? (
            <TextButton tone="muted" onPress={() => open({ document_id, name: filename, source: null })}>
              {filename}
            </TextButton>
          ) : (
            <span>{filename}</span>
          )}
          {document_id === null ? <i>supprimé</i> : onRemove && <i>non lu</i>}
          {document_id !== null && onRemove && <IconButton icon={X} label={`Retirer ${filename}`} size="s" onPress={onRemove} />}
        </li>
      ))}
    </ul>
  )
}
