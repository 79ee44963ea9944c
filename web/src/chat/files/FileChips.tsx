import { CircleX, FileText, FileX2, LoaderCircle, RotateCw, X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'
import { focusAround } from '../../ui/overlays/focus-within.ts'
import { isWithoutPointer, type Press } from '../../ui/PressButton.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { useDocumentOpener } from '../sources/source-opener.ts'
import styles from './FileChips.module.css'
import { wordsOf, type HeldFile, type SentFile } from './files-state.ts'
import type { useFiles } from './use-files.ts'

interface FileChipsProps {
  files: Pick<ReturnType<typeof useFiles>, 'state' | 'lives' | 'retry' | 'dismiss'>
  /** Without it, attached files have no remove button. */
  onRemove?: (held: HeldFile) => Promise<void>
}

/** Chips of attached files and of uploads, each with its progress and a remove button. */
export function FileChips({ files: { state, lives, retry, dismiss }, onRemove }: FileChipsProps) {
  return (
    <ul className={styles.chips}>
      {state.held.map((held, at) => (
        <Held key={held.document_id ?? `${at} ${held.filename}`} held={held} words={wordsOf(held, lives.get(held.document_id ?? ''))} onRemove={onRemove} />
      ))}
      {state.sent.map((sent) => (
        <Sent key={sent.key} sent={sent} onRetry={retry} onDismiss={dismiss} />
      ))}
    </ul>
  )
}

/** Moves the focus of a removed chip to the next one, or the previous one; after the last, to a focusable element around the list. */
function useGoingOn() {
  const line = useRef<HTMLLIElement>(null)
  const pressed = useRef(false)
  useLayoutEffect(() => {
    const here = line.current!
    const isPressed = () => pressed.current
    return () => {
      // A chip also disappears when its upload ends, which must not move the focus.
      if (!isPressed() || !here.contains(document.activeElement)) return
      const next = (here.nextElementSibling ?? here.previousElementSibling)?.querySelector<HTMLElement>(':scope > button:last-child')
      if (next) next.focus()
      else focusAround(here)
    }
  }, [])
  return {
    line,
    /** Records a press made without a pointer: losing the focus would send a keyboard user back to the top of the page. */
    press: (event: Press) => {
      pressed.current = isWithoutPointer(event)
    },
  }
}

function Held({ held, words, onRemove }: { held: HeldFile; words: ReturnType<typeof wordsOf>; onRemove: FileChipsProps['onRemove'] }) {
  const open = useDocumentOpener()
  const { line, press } = useGoingOn()
  const { document_id, filename } = held
  return (
    <li ref={line} data-failed={words?.isFailure || undefined}>
      {words === null ? (
        <FileText aria-hidden />
      ) : document_id === null ? (
        <FileX2 aria-hidden />
      ) : words.isFailure ? (
        <CircleX aria-hidden />
      ) : (
        <LoaderCircle aria-hidden />
      )}
      <span className={styles.name} title={filename}>
        {document_id !== null && words === null && open !== null ? (
          <TextButton tone="muted" onPress={() => open({ document_id, name: filename, source: null })}>
            {filename}
          </TextButton>
        ) : (
          filename
        )}
      </span>
      {words !== null && <span className={styles.words}>{words.text}</span>}
      {document_id !== null && onRemove && (
        <IconButton
          icon={X}
          label={`Retirer ${filename}`}
          size="s"
          onPress={(event) => {
            press(event)
            void onRemove(held)
          }}
        />
      )}
    </li>
  )
}

function Sent({ sent, onRetry, onDismiss }: { sent: SentFile; onRetry: (sent: SentFile) => void; onDismiss: (sent: SentFile) => void }) {
  const { file, percent, refusal, canRetry } = sent
  const { line, press } = useGoingOn()
  return (
    <li ref={line} data-failed={refusal !== null || undefined}>
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
