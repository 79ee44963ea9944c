import { FileUp } from 'lucide-react'
import { limits } from '@parvis/contract'
import { useState } from 'react'
import { Button as AriaButton, DropZone, FileTrigger, isDirectoryDropItem, isFileDropItem, Text, type DropItem } from 'react-aria-components'
import buttonStyles from '../Button.module.css'
import { missingSentence } from '../on-demand.tsx'
import { InFrench } from '../overlays/InFrench.tsx'
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

/** Files dragged onto the zone, with those of folders, pasted into it, or chosen with the button. */
export function FileDrop({ label, hint, onFiles, allowsMultiple = false, accept, isDisabled = false, browseLabel = 'Parcourir…' }: FileDropProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const give = (files: File[]) => {
    setProblem(null)
    if (files.length > 0) onFiles(allowsMultiple ? files : files.slice(0, 1))
  }
  async function take(items: DropItem[]) {
    const files = await Promise.all(items.filter(isFileDropItem).map((item) => item.getFile()))
    const folders = items.filter(isDirectoryDropItem)
    if (folders.length === 0) return give(files)
    if (!allowsMultiple) return setProblem('C’est un dossier\u00a0: ouvrez-le et déposez le fichier qu’il vous faut.')
    const late = await import('./read-folders.ts').catch(() => null)
    if (late === null) {
      give(files)
      return setProblem(missingSentence('Le dossier n’a pas pu être lu'))
    }
    const found = await late.readFolders(folders, limits.files, files.length)
    give([...files, ...found.files])
    if (found.problems.length > 0) setProblem(found.problems.join(' '))
  }
  return (
    <InFrench>
      <DropZone isDisabled={isDisabled} className={styles.zone ?? ''} getDropOperation={() => 'copy'} onDrop={({ items }) => void take(items)}>
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
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </DropZone>
    </InFrench>
  )
}
