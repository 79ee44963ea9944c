import { CircleX, FileText, X } from 'lucide-react'
import { useInstance } from '../../api/use-instance.ts'
import styles from '../files/FileChips.module.css'
import { sortFiles } from '../files/file-rules.ts'
import { IconButton } from '../../ui/IconButton.tsx'

interface ChosenFilesProps {
  files: readonly File[]
  onRemove: (file: File) => void
}

/** List of the files to send with a first question. A refused file shows the reason. */
export function ChosenFiles({ files, onRemove }: ChosenFilesProps) {
  const maxMb = useInstance()?.max_upload_mb ?? null
  return (
    <ul className={styles.chips} aria-label="Fichiers à joindre">
      {files.map((file, at) => {
        const reason = sortFiles([file], maxMb).refused[0]?.reason
        return (
          <li key={`${at} ${file.name}`} data-failed={reason !== undefined || undefined}>
            {reason === undefined ? <FileText aria-hidden /> : <CircleX aria-hidden />}
            <span className={styles.name} title={file.name}>
              {file.name}
            </span>
            {reason !== undefined && (
              <span className={styles.words} role="alert">
                {reason}
              </span>
            )}
            <IconButton
              icon={X}
              size="s"
              label={`Retirer ${file.name}`}
              onPress={({ currentTarget }) => {
                // The button disappears, and the focus with it.
                currentTarget.closest('main')?.querySelector('textarea')?.focus()
                onRemove(file)
              }}
            />
          </li>
        )
      })}
    </ul>
  )
}
