import { constants } from '@parvis/contract'
import { SendHorizontal, Square } from 'lucide-react'
import { memo, useId, useImperativeHandle, useRef, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import composer from '../../../chat/composer/Composer.module.css'
import { DictationEntry } from '../../../chat/dictation/DictationEntry.tsx'
import type { DictationTarget } from '../../../chat/dictation/DictationButton.tsx'
import { isSendKey } from '../../../chat/composer/sending-key.ts'
import { useKeyMask } from '../../../chat/composer/use-key-mask.tsx'
import { usePromptEntry } from '../../../chat/prompts/use-prompt-entry.tsx'
import { CharterEntry } from '../../../layout/charter/CharterEntry.tsx'
import { Button } from '../../../ui/Button.tsx'
import { GrowingTextArea } from '../../../ui/fields/TextArea.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'

interface QuestionLineProps extends DictationTarget {
  text: string
  onChange: (text: string) => void
  onSend: () => void
  /** Stops the reply being written; undefined when there is none. */
  onStop: (() => void) | undefined
  /** Whether sending is impossible: a reply is being written, or the conversation is loading. */
  isBusy: boolean
  isStopping: boolean
  /** Shown before the field: buttons that add something to the message. */
  lead: ReactNode
  /** Whether the question can be sent without text, because files are attached. */
  canBeBlank: boolean
  ref: Ref<HTMLTextAreaElement>
}

/** Message field of the simple chatbot: one line that grows with the text, and its button (specification, chapter 2). */
export const QuestionLine = memo(function QuestionLine(props: QuestionLineProps) {
  const { text, onChange, onSend, onStop, isBusy, isStopping, lead, canBeBlank, conversation, assistantId, projectId, ref } = props
  const isBlank = text.trim() === '' && !canBeBlank
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => area.current!, [])
  const prompts = usePromptEntry(area, text, !isBusy)
  const keys = useKeyMask((next) => (onChange(next), prompts.onType(next)))
  const hint = useId()
  function send() {
    if (isBusy || isBlank) return
    prompts.onSend()
    onSend()
  }
  // Enter always sends here, whatever the person's preference for the larger fields.
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    prompts.onKeyDown(event)
    const isPlainEnter = event.key === 'Enter' && !event.shiftKey && !event.altKey && !event.nativeEvent.isComposing
    if (event.defaultPrevented || !(isPlainEnter || isSendKey(event, false))) return
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
        <DictationEntry {...{ area, conversation, assistantId, projectId }} isDisabled={isBusy} />
        {/* Read-only rather than disabled: disabling would lose the focus (trust case A11-09). */}
        <GrowingTextArea
          {...prompts.fieldProps}
          ref={area}
          className={composer.area}
          value={text}
          onChange={keys.onType}
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
      {keys.notice}
      <div className={composer.below}>
        {prompts.line && <div className={composer.said}>{prompts.line}</div>}
        <CharterEntry />
        <p id={hint} className={composer.hint}>
          <span>
            <kbd>Entrée</kbd> pour envoyer, <kbd>Maj</kbd> + <kbd>Entrée</kbd> pour aller à la ligne
          </span>
        </p>
      </div>
    </form>
  )
})
