import { constants } from '@parvis/contract'
import { SendHorizontal, Square } from 'lucide-react'
import { memo, useEffect, useId, useImperativeHandle, useRef, type KeyboardEvent, type ReactNode, type Ref, type RefObject } from 'react'
import { Button } from '../../ui/Button.tsx'
import { GrowingTextArea } from '../../ui/fields/TextArea.tsx'
import { usePromptEntry } from '../prompts/use-prompt-entry.tsx'
import { DictationEntry } from '../dictation/DictationEntry.tsx'
import { CharterEntry } from '../../layout/charter/CharterEntry.tsx'
import type { DictationTarget } from '../dictation/DictationButton.tsx'
import type { OnMention } from '../prompts/FieldList.tsx'
import styles from './Composer.module.css'
import { SendingHint } from './SendingHint.tsx'
import { isSendKey, useEnterSends } from './sending-key.ts'
import { useKeyMask } from './use-key-mask.tsx'

interface ComposerProps extends DictationTarget {
  text: string
  onChange: (text: string) => void
  onSend: () => void
  onStop: () => void
  /**
   * `waiting`: nothing can be written or sent yet. `writing`: a reply is being written, the button stops it. `stopping`: the stop was requested.
   * `queueing`: the assistant introduces itself, and a message sent now waits for the end.
   */
  mode: 'ready' | 'queueing' | 'waiting' | 'writing' | 'stopping'
  placeholder?: string
  /** Accessible name of the field. */
  label?: string
  /** Shown before the field: buttons that add something to the message. */
  lead?: ReactNode
  /** Chips of the conversation's context, in a row under the field, after `lead`. */
  chips?: ReactNode
  /** Called with the assistant mentioned with « @ ». Without it, mentions are disabled. Stable reference. */
  onAssistant?: OnMention | undefined
  /** Whether the message can be sent without text, because files are attached. */
  canBeBlank?: boolean
  ref?: Ref<HTMLTextAreaElement>
}

/** Message field: grows from 40 to 120 px, sends with Ctrl+Enter (specification, chapters 2 and 5), or with Enter if the person chose so. */
export const Composer = memo(function Composer(props: ComposerProps) {
  const {
    text,
    onChange,
    onSend,
    onStop,
    mode,
    placeholder = 'Écrivez votre message…',
    label = 'Votre message',
    chips,
    canBeBlank = false,
    onAssistant,
    ref,
  } = props
  const [isBlank, isOpen] = [text.trim() === '' && !canBeBlank, mode === 'ready' || mode === 'queueing']
  const enterSends = useEnterSends()
  const hint = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => area.current!, [])
  const prompts = usePromptEntry(area, text, isOpen, mode === 'queueing' ? undefined : onAssistant)
  const keys = useKeyMask((next) => (onChange(next), prompts.onType(next)))
  const buttons = <FieldButtons {...props} area={area} promptButton={prompts.button} isOpen={isOpen} />

  function send() {
    if (!isOpen || isBlank) return
    prompts.onSend()
    onSend()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (prompts.onKeyDown(event) || !isSendKey(event, enterSends)) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className={styles.box} data-busy={!isOpen || undefined} data-rows={chips !== undefined || undefined}>
        {chips === undefined && buttons}
        {/* Read-only rather than disabled: disabling would lose the focus (trust case A11-09). */}
        <GrowingTextArea
          {...prompts.fieldProps}
          ref={area}
          value={text}
          onChange={keys.onType}
          onKeyDown={onKeyDown}
          aria-label={label}
          aria-describedby={[hint, prompts.describedBy].filter(Boolean).join(' ')}
          aria-disabled={!isOpen}
          readOnly={!isOpen}
          placeholder={placeholder}
          minHeight={constants.composerMinHeight}
          maxHeight={constants.composerMaxHeight}
          className={styles.area}
        />
        {prompts.list}
        {chips !== undefined && (
          <div className={styles.tools}>
            {buttons}
            {chips}
          </div>
        )}
        <SendButton mode={mode} isBlank={isBlank} onStop={onStop} />
      </div>
      {keys.notice}
      <div className={styles.below}>
        {prompts.line && <div className={styles.said}>{prompts.line}</div>}
        <CharterEntry />
        <SendingHint id={hint} enterSends={enterSends} callsAssistants={onAssistant !== undefined} />
      </div>
    </form>
  )
})

interface FieldButtonsProps extends Pick<ComposerProps, 'lead' | keyof DictationTarget> {
  area: RefObject<HTMLTextAreaElement | null>
  promptButton: ReactNode
  isOpen: boolean
}

/** Buttons that add something to the message: files, a prompt, a dictated text. */
const FieldButtons = ({ lead, promptButton, area, isOpen, conversation, assistantId, projectId }: FieldButtonsProps) => (
  <>
    {lead}
    {promptButton}
    <DictationEntry {...{ area, conversation, assistantId, projectId }} isDisabled={!isOpen} />
  </>
)

/** Button that sends the message, or stops the reply being written. */
function SendButton({ mode, isBlank, onStop }: Pick<ComposerProps, 'mode' | 'onStop'> & { isBlank: boolean }) {
  if (mode === 'writing' || mode === 'stopping' || (mode === 'queueing' && isBlank))
    return (
      <Button onPress={onStop} isPending={mode === 'stopping'} pendingLabel="Arrêt…" icon={<Square aria-hidden />}>
        Arrêter
      </Button>
    )
  return (
    <Button type="submit" variant="primary" isDisabled={mode === 'waiting' || isBlank} icon={<SendHorizontal aria-hidden />}>
      Envoyer
    </Button>
  )
}

/** Returns the focus to the field 100 ms after a reply has ended (specification, chapter 9), unless the person has moved elsewhere. */
export function useFocusAfterReply(isWriting: boolean): React.RefObject<HTMLTextAreaElement | null> {
  const area = useRef<HTMLTextAreaElement>(null)
  const wasWriting = useRef(false)
  useEffect(() => {
    const hasEnded = wasWriting.current && !isWriting
    wasWriting.current = isWriting
    if (!hasEnded) return
    const before = document.activeElement
    const timer = setTimeout(() => {
      const active = document.activeElement
      // A person who moved the focus in the meantime keeps it, even near the field.
      if (active !== before && active !== document.body) return
      const isFree = active === null || active === document.body || active.tagName === 'H1' || area.current?.form?.contains(active)
      const isSelecting = document.getSelection()?.type === 'Range'
      if (isFree && !isSelecting) area.current?.focus({ preventScroll: true })
    }, constants.focusAfterReplyMs)
    return () => clearTimeout(timer)
  }, [isWriting])
  return area
}
