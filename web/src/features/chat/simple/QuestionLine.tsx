import { SendHorizontal, Square } from 'lucide-react'
import { memo, useImperativeHandle, useRef, type ReactNode, type Ref } from 'react'
import composer from '../../../chat/composer/Composer.module.css'
import { isSending } from '../../../chat/composer/sending-key.ts'
import { usePromptEntry } from '../../../chat/prompts/use-prompt-entry.tsx'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import styles from './SimpleChatbot.module.css'

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
  ref: Ref<HTMLInputElement>
}

/** A single line and its button (specification, chapter 2, simple chatbot). */
export const QuestionLine = memo(function QuestionLine(props: QuestionLineProps) {
  const { text, onChange, onSend, onStop, isBusy, isStopping, lead, canBeBlank, ref } = props
  // A line has no room for others, and a browser would put their words end to end; what is sent keeps them.
  const shown = text.replace(/\s*[\r\n]+\s*/g, ' ')
  const isBlank = text.trim() === '' && !canBeBlank
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current!, [])
  const prompts = usePromptEntry(input, shown, !isBusy)
  return (
    <form
      className={composer.composer}
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy || isBlank) return
        prompts.onSend()
        onSend()
      }}
    >
      <div className={`${composer.box} ${styles.line}`} data-busy={isBusy || undefined}>
        {lead}
        {prompts.button}
        {/* Read-only rather than disabled: a disabled field would throw the focus away (trust case A11-09). */}
        <input
          {...prompts.fieldProps}
          ref={input}
          type="text"
          className={composer.area}
          value={shown}
          onChange={({ target }) => {
            onChange(target.value)
            prompts.onType(target.value)
          }}
          onKeyDown={(event) => {
            prompts.onKeyDown(event)
            if (event.defaultPrevented || !isSending(event, false)) return
            // Ctrl+Enter, which sends every other field; by itself a browser may send a line by Enter alone.
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
          aria-describedby={prompts.describedBy}
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
      {prompts.line && <div className={composer.said}>{prompts.line}</div>}
    </form>
  )
})
