import type { DocumentProgress } from '@parvis/contract'
import { CircleX, FileText, FileX2, LoaderCircle, RotateCw, X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'
import { focusNearby } from '../../ui/overlays/focus-within.ts'
import { isWithoutPointer, type Press } from '../../ui/PressButton.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { useDocumentOpener } from '../sources/source-opener.ts'
import styles from './FileChips.module.css'
import { statusTextOf, type AttachedFile, type UploadingFile } from './files-state.ts'
import type { useFiles } from './use-files.ts'

interface FileChipsProps {
  files: Pick<ReturnType<typeof useFiles>, 'state' | 'retry' | 'dismiss'> & { lives: ReadonlyMap<string, DocumentProgress> }
  /** Without it, attached files have no remove button. */
  onRemove?: (attached: AttachedFile) => Promise<void>
}

/** Chips of attached files and of uploads, each with its progress and a remove button. */
export function FileChips({ files: { state, lives, retry, dismiss }, onRemove }: FileChipsProps) {
  return (
    <ul className={styles.chips}>
      {state.attached.map((attached, at) => (
        <AttachedChip
          key={attached.document_id ?? `${at} ${attached.filename}`}
          held={attached}
          words={statusTextOf(attached, lives.get(attached.document_id ?? ''))}
          onRemove={onRemove}
        />
      ))}
      {state.uploads.map((sent) => (
        <UploadChip key={sent.key} sent={sent} onRetry={retry} onDismiss={dismiss} />
      ))}
    </ul>
  )
}

/** Moves the focus of a removed chip to the next one, or the previous one; after the last, to a focusable element around the list. */
function useFocusNextChip() {
  const chip = useRef<HTMLLIElement>(null)
  const pressed = useRef(false)
  useLayoutEffect(() => {
    const chipElement = chip.current!
    const isPressed = () => pressed.current
    return () => {
      // A chip also disappears when its upload ends, which must not move the focus.
      if (!isPressed() || !chipElement.contains(document.activeElement)) return
      const next = (chipElement.nextElementSibling ?? chipElement.previousElementSibling)?.querySelector<HTMLElement>(':scope > button:last-child')
      if (next) next.focus()
      else focusNearby(chipElement)
    }
  }, [])
  return {
    line: chip,
    /** Records a press made without a pointer: losing the focus would send a keyboard user back to the top of the page. */
    press: (event: Press) => {
      pressed.current = isWithoutPointer(event)
    },
  }
}

function AttachedChip({
  held: attached,
  words: status,
  onRemove,
}: {
  held: AttachedFile
  words: ReturnType<typeof statusTextOf>
  onRemove: FileChipsProps['onRemove']
}) {
  const open = useDocumentOpener()
  const { line: chip, press } = useFocusNextChip()
  const { document_id, filename } = attached
  return (
    <li ref={chip} data-failed={status?.isFailure || undefined}>
      {status === null ? (
        <FileText aria-hidden />
      ) : document_id === null ? (
        <FileX2 aria-hidden />
      ) : status.isFailure ? (
        <CircleX aria-hidden />
      ) : (
        <LoaderCircle aria-hidden />
      )}
      <span className={styles.name} title={filename}>
        {document_id !== null && status === null && open !== null ? (
          <TextButton tone="muted" onPress={() => open({ document_id, name: filename, source: null })}>
            {filename}
          </TextButton>
        ) : (
          filename
        )}
      </span>
      {status !== null && <span className={styles.words}>{status.text}</span>}
      {document_id !== null && onRemove && (
        <IconButton
          icon={X}
          label={`Retirer ${filename}`}
          size="s"
          onPress={(event) => {
            press(event)
            void onRemove(attached)
          }}
        />
      )}
    </li>
  )
}

function UploadChip({ sent, onRetry, onDismiss }: { sent: UploadingFile; onRetry: (sent: UploadingFile) => void; onDismiss: (sent: UploadingFile) => void }) {
  const { file, percent, refusal, canRetry } = sent
  const { line: chip, press } = useFocusNextChip()
  return (
    <li ref={chip} data-failed={refusal !== null || undefined}>
      {refusal === null ? <LoaderCircle aria-hidden /> : <CircleX aria-hidden />}
      <span className={styles.name} title={file.name}>
        {file.name}
      </span>
      <span className={styles.words} role={refusal === null ? undefined : 'alert'}>
        {refusal ?? `envoi, ${percent}\u00a0%`}
      </span>
      {canRetry && refusal !== null && <IconButton icon={RotateCw} label={`Réessayer ${file.name}`} size="s" onPress={() => onRetry(sent)} />}
      <IconButton
        icon={X}
        label={refusal === null ? `Arrêter l’envoi de ${file.name}` : `Retirer ${file.name}`}
        size="s"
        onPress={(event) => {
          press(event)
          onDismiss(sent)
        }}
      />
    </li>
  )
}
