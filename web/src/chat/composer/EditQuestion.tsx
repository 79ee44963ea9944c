import { useEffect, useRef, useState } from 'react'
import { useUnsaved } from '../../layout/drafts/use-unsaved.ts'
import { Button } from '../../ui/Button.tsx'
import { GrowingTextArea } from '../../ui/fields/TextArea.tsx'
import styles from '../Message.module.css'
import { useKeyMask } from './use-key-mask.tsx'
import { isSendKey, useEnterSends } from './sending-key.ts'

interface EditQuestionProps {
  text: string
  /** Whether a reply is being written, which prevents sending. */
  isBusy: boolean
  onSend: (text: string) => void
  onCancel: () => void
}

/** Form that edits a question in its place. Escape cancels. */
export function EditQuestion({ text, isBusy, onSend, onCancel }: EditQuestionProps) {
  const [edited, setEdited] = useState(text)
  const keys = useKeyMask(setEdited)
  const leave = useUnsaved(edited !== text)
  const enterSends = useEnterSends()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const turn = form.current!.closest('article')!
    // The field disappears with the focus, which goes to the edit button, or to the composer while a reply is being written.
    return () =>
      void requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const opener = turn.querySelector<HTMLElement>('[role="group"]:last-child button:enabled')
        const field = document.querySelector<HTMLElement>('[data-beside-field] :is(textarea, input:not([hidden]))')
        ;(opener?.isConnected ? opener : field)?.focus({ preventScroll: true })
      })
  }, [])
  const isSendable = edited.trim() !== '' && !isBusy
  return (
    <form
      ref={form}
      className={styles.edit}
      onSubmit={(event) => {
        event.preventDefault()
        if (isSendable) onSend(edited)
      }}
    >
      <GrowingTextArea
        aria-label="Modifier votre message"
        value={edited}
        onChange={keys.onType}
        onKeyDown={(event) => {
          if (event.key === 'Escape') leave(onCancel)
          if (!isSendKey(event, enterSends)) return
          event.preventDefault()
          if (isSendable) onSend(edited)
        }}
        autoFocus
        maxHeight={280}
        className={styles.editArea}
      />
      {keys.notice}
      <div className={styles.editActions}>
        <p>La version d’avant et sa suite restent gardées.</p>
        <Button size="s" onPress={() => leave(onCancel)}>
          Annuler
        </Button>
        <Button size="s" variant="primary" type="submit" isDisabled={!isSendable}>
          Relancer
        </Button>
      </div>
    </form>
  )
}
