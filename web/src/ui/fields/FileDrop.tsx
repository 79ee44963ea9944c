import { FileUp } from 'lucide-react'
import { Button as AriaButton, DropZone, FileTrigger, isFileDropItem, Text } from 'react-aria-components'
import buttonStyles from '../Button.module.css'
import styles from './FileDrop.module.css'

interface FileDropProps {
  /** « Déposez vos documents ici » */
  label: string
  /** Accepted formats and sizes. */
  hint?: string
  /** Called with at least one file. */
  onFiles: (files: File[]) => void
  allowsMultiple?: boolean
  /** As the `accept` attribute, one type or extension per item: a help when browsing, not a check. */
  accept?: readonly string[]
  isDisabled?: boolean
  browseLabel?: string
}

/** Files dragged onto the zone, pasted into it, or chosen with the button. Folders are ignored. */
export function FileDrop({ label, hint, onFiles, allowsMultiple = false, accept, isDisabled = false, browseLabel = 'Parcourir…' }: FileDropProps) {
  const give = (files: File[]) => {
    if (files.length > 0) onFiles(allowsMultiple ? files : files.slice(0, 1))
  }
  return (
    <DropZone
      isDisabled={isDisabled}
      className={styles.zone ?? ''}
      getDropOperation={() => 'copy'}
      onDrop={(event) => {
        void Promise.all(event.items.filter(isFileDropItem).map((item) => item.getFile())).then(give)
      }}
    >
      <FileUp className={styles.icon} aria-hidden />
      <Text slot="label" className={styles.label}>
        {label}
      </Text>
      <FileTrigger allowsMultiple={allowsMultiple} acceptedFileTypes={accept ? [...accept] : undefined} onSelect={(files) => give([...(files ?? [])])}>
        <AriaButton isDisabled={isDisabled} className={`${buttonStyles.button} ${buttonStyles.secondary}`}>
          {browseLabel}
        </AriaButton>
      </FileTrigger>
      {hint && <p className={styles.hint}>{hint}</p>}
    </DropZone>
  )
}
