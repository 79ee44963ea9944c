import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import styles from './FileDrop.module.css'
import { useDropZone } from './use-drop-zone.ts'

interface FileDropProps {
  /** « Déposez vos documents ici » */
  label: string
  /** Accepted formats and sizes, in a sentence. */
  hint?: string
  /** Called with at least one file. */
  onFiles: (files: File[]) => void
  allowsMultiple?: boolean
  /** Types or extensions of the `accept` attribute. They filter the file chooser; dropped files are not checked. */
  accept?: readonly string[]
  isDisabled?: boolean
  browseLabel?: string
}

/** Drop zone for files and folders, with a button to browse and support for pasted files. Without `allowsMultiple`, only the first file is passed on. */
export function FileDrop({ label, hint, onFiles, allowsMultiple = false, accept, isDisabled = false, browseLabel = 'Parcourir…' }: FileDropProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const handleFiles = (files: File[]) => {
    setProblem(null)
    if (files.length > 0) onFiles(allowsMultiple ? files : files.slice(0, 1))
  }
  const { zone, isOver } = useDropZone({ isEnabled: !isDisabled, isSingle: !allowsMultiple, onFiles: handleFiles, onProblem: setProblem })
  return (
    <div {...zone} role="group" aria-label={label} data-drop-target={isOver || undefined} className={styles.zone}>
      <FileUp className={styles.icon} aria-hidden />
      <span className={styles.label}>{label}</span>
      <input
        ref={input}
        type="file"
        hidden
        multiple={allowsMultiple}
        accept={accept?.join(',')}
        onChange={({ target }) => {
          handleFiles([...(target.files ?? [])])
          // Otherwise choosing the same file again would send no change event.
          target.value = ''
        }}
      />
      <Button isDisabled={isDisabled} onPress={() => input.current?.click()}>
        {browseLabel}
      </Button>
      {hint && <p className={styles.hint}>{hint}</p>}
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
