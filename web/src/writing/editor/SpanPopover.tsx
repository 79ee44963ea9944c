import { useRef, useState, type FormEvent } from 'react'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { OpenPopover } from '../../ui/overlays/OpenPopover.tsx'
import styles from './Editor.module.css'
import { isAllowedLink } from './model/schema.ts'

/** Note or link being edited. */
export interface EditedSpan {
  kind: 'note' | 'link'
  /** Text of the note, or address of the link. */
  text: string
  /** Element beside which it is edited. */
  element: Element
  /** Whether it already exists, so that it can be deleted. */
  isPresent: boolean
}

interface SpanPopoverProps {
  span: EditedSpan
  /** Called once, with the text to keep; with null to delete the note or the link. */
  onEnd: (text: string | null) => void
}

/** Adds `https://` to an address typed without its beginning, or `mailto:` to a mail address. */
function completeAddress(typed: string): string {
  const address = typed.trim()
  if (address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address)) return address
  return /^[^\s/@]+@[^\s/@]+$/.test(address) ? `mailto:${address}` : `https://${address}`
}

/** Small editor of a note or of a link. Closing it keeps what was typed. */
export function SpanPopover({ span, onEnd }: SpanPopoverProps) {
  const trigger = useRef(span.element)
  const [text, setText] = useState(span.text)
  const [error, setError] = useState<string | undefined>(undefined)
  const isNote = span.kind === 'note'
  const label = isNote ? 'Texte de la note' : 'Adresse du lien'
  const value = isNote ? text.trim() : completeAddress(text)
  const isValid = isNote || value === '' || isAllowedLink(value)

  const close = () => onEnd(isValid ? (value === '' ? null : value) : span.isPresent ? span.text : null)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isValid) close()
    else setError('Une adresse commence par https:// ou mailto:')
  }
  return (
    <OpenPopover triggerRef={trigger} placement="bottom start" className={styles.popover ?? ''} onClose={close} aria-label={isNote ? 'Note' : 'Lien'}>
      <form onSubmit={submit} noValidate className={styles.popoverForm}>
        {isNote ? (
          <TextArea label={label} rows={3} value={text} onChange={setText} autoFocus />
        ) : (
          <TextField label={label} hint="https://… ou une adresse de courriel" inputMode="url" value={text} onChange={setText} error={error} autoFocus />
        )}
        <div className={styles.popoverActions}>
          {span.isPresent && (
            <Button size="s" onPress={() => onEnd(null)}>
              {isNote ? 'Supprimer la note' : 'Retirer le lien'}
            </Button>
          )}
          <Button size="s" variant="primary" type="submit">
            Terminer
          </Button>
        </div>
      </form>
    </OpenPopover>
  )
}
