import { constants } from '@parvis/contract'
import { SendHorizontal, Square } from 'lucide-react'
import { memo, useId, useImperativeHandle, useRef, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import composer from '../../../chat/composer/Composer.module.css'
import { isSending } from '../../../chat/composer/sending-key.ts'
import { usePromptEntry } from '../../../chat/prompts/use-prompt-entry.tsx'
import { Button } from '../../../ui/Button.tsx'
import { GrowingTextArea } from '../../../ui/fields/TextArea.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'

interface QuestionLineProps {
  text: string
  onChange: (text: string) => void
  onSend: () => void
  /** While a reply is written. */
  onStop: (() => void) | undefined
  /** A reply is written, or the conversation is not there yet: nothing can be sent. */
  isBusy: boolean
  isStopping: boolean
  /** Before the line: what can be added to it. */
  lead: ReactNode
  /** There is something to send without words. */
  canBeBlank: boolean
  ref: Ref<HTMLTextAreaElement>
}

/** One line and its button (specification, chapter 2, simple chatbot). It grows with a text of several lines. */
export const QuestionLine = memo(function QuestionLine(props: QuestionLineProps) {
  const { text, onChange, onSend, onStop, isBusy, isStopping, lead, canBeBlank, ref } = props
  const isBlank = text.trim() === '' && !canBeBlank
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => area.current!, [])
  const prompts = usePromptEntry(area, text, !isBusy)
  const hint = useId()
  function send() {
    if (isBusy || isBlank) return
    prompts.onSend()
    onSend()
  }
  // A line is sent by Enter, whatever the person chose for the larger fields.
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    prompts.onKeyDown(event)
    const isPlainEnter = event.key === 'Enter' && !event.shiftKey && !event.altKey && !event.nativeEvent.isComposing
    if (event.defaultPrevented || !(isPlainEnter || isSending(event, false))) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className={composer.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className={composer.box} data-busy={isBusy || undefined}>
        {lead}
        {prompts.button}
        {/* Read-only rather than disabled: a disabled field would throw the focus away (trust case A11-09). */}
        <GrowingTextArea
          {...prompts.fieldProps}
          ref={area}
          className={composer.area}
          value={text}
          onChange={(next) => {
            onChange(next)
            prompts.onType(next)
          }}
          onKeyDown={onKeyDown}
          minHeight={constants.composerMinHeight}
          maxHeight={constants.composerMaxHeight}
          aria-describedby={[hint, prompts.describedBy].filter(Boolean).join(' ')}
          placeholder="Posez votre question..."
          aria-label="Votre question"
          aria-disabled={isBusy}
          readOnly={isBusy}
          autoComplete="off"
          enterKeyHint="send"
        />
        {prompts.list}
        {onStop && <IconButton icon={Square} label="Arrêter la réponse" isDisabled={isStopping} onPress={onStop} />}
        <Button type="submit" variant="primary" isDisabled={isBusy || isBlank} icon={<SendHorizontal aria-hidden />}>
          {onStop ? 'Envoi...' : 'Envoyer'}
        </Button>
      </div>
      <div className={composer.below}>
        {prompts.line && <div className={composer.said}>{prompts.line}</div>}
        <p id={hint} className={composer.hint}>
          <span>
            <kbd>Entrée</kbd> pour envoyer, <kbd>Maj</kbd> + <kbd>Entrée</kbd> pour aller à la ligne
          </span>
        </p>
      </div>
    </form>
  )
})
