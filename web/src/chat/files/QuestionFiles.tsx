import type { ConversationDocument } from '@parvis/contract'
import { FileText, FileX2 } from 'lucide-react'
import { TextButton } from '../../ui/TextButton.tsx'
import { useDocumentOpener } from '../sources/source-opener.ts'
import styles from './QuestionFiles.module.css'

/** The files that a question was the first to be asked with, under its bubble. One deleted since keeps its name. */
export function QuestionFiles({ files }: { files: readonly (ConversationDocument & { isUnread?: boolean })[] }) {
  const open = useDocumentOpener()
  return (
    <ul className={styles.files} aria-label="Fichiers joints à ce message">
      {files.map(({ document_id, filename, isUnread }, at) => (
        <li key={document_id ?? `${at} ${filename}`} title={filename}>
          {document_id === null || isUnread ? <FileX2 aria-hidden /> : <FileText aria-hidden />}
          {document_id !== null && open !== null ? (
            <TextButton tone="muted" onPress={() => open({ document_id, name: filename, source: null })}>
              {filename}
            </TextButton>
          ) : (
            <span>{filename}</span>
          )}
          {document_id === null ? <i>supprimé</i> : isUnread && <i>non lu</i>}
        </li>
      ))}
    </ul>
  )
}
