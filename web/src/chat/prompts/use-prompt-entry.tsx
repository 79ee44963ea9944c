import { SquareSlash } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'
import { loadPicker, useFieldList } from './use-field-list.ts'
import type { OnMention, KeyHandler } from './FieldList.tsx'
import type { MessageField } from './write-in-field.ts'
import { TextButton } from '../../ui/TextButton.tsx'
import { plural } from '../../ui/words/formats.ts'

const both = ['/', '@'] as const
const promptsOnly = ['/'] as const
const ignoreMention = () => false

/**
 * Adds prompts and mentions to a field. « / » or the button inserts a prompt, and Tab moves between the placeholders to fill in it. « @ » mentions an
 * assistant.
 * @param text current text of the field
 * @param isReady whether the field is writable
 * @param onAssistant called with the mentioned assistant; without it, « @ » is an ordinary character
 */
export function usePromptEntry(field: RefObject<MessageField | null>, text: string, isReady: boolean, onAssistant?: OnMention) {
  const { opening, searchText, isAwaited, onAwait, List, picker, close, onSelect, onType, toggle } = useFieldList(
    field,
    text,
    isReady,
    onAssistant ? both : promptsOnly,
  )
  const filling = usePromptFilling(text)
  const [activeId, setActiveId] = useState<string>()
  const [failure, setFailure] = useState<string | null>(null)
  const [listId, lineId, keys] = [useId(), useId(), useRef<KeyHandler>(null)]
  const isOpen = opening !== null && List !== null
  const blanks = filling.isFilling && picker !== null ? picker.blanksOf(text) : []

  /** @param wraps whether to go on from the last placeholder to the first */
  function goToBlank(isBackwards: boolean, wraps = false): boolean {
    const area = field.current
    if (picker === null || area === null || blanks.length === 0) return false
    const blank = picker.adjacentBlank(text, { start: area.selectionStart ?? 0, end: area.selectionEnd ?? 0 }, isBackwards) ?? (wraps ? blanks[0] : undefined)
    if (blank) picker.selectText(area, blank)
    return blank !== undefined
  }
  /** Whether a key of the field is handled here. */
  function handlesKey(event: KeyboardEvent): boolean {
    if (event.nativeEvent.isComposing) return false
    if (opening !== null && event.key === 'Escape') {
      close()
      return true
    }
    // While the list loads, Enter must not send the message: it was meant to choose.
    if (opening !== null && List === null && event.key === 'Enter') onAwait()
    if (opening !== null && (keys.current?.(event) ?? event.key === 'Enter')) return true
    return event.key === 'Tab' && !event.ctrlKey && !event.altKey && goToBlank(event.shiftKey)
  }

  return {
    /** Props to spread on the field. */
    fieldProps: {
      onSelect,
      ...(isOpen && { 'aria-autocomplete': 'list' as const, 'aria-haspopup': 'listbox' as const, 'aria-controls': listId, 'aria-activedescendant': activeId }),
    },
    /** Id of the element that describes the field, for `aria-describedby`. */
    describedBy: blanks.length > 0 ? lineId : undefined,
    onType(next: string) {
      filling.onWrite()
      setFailure(null)
      onType(next)
    },
    onSend: () => filling.onSend(blanks.length),
    onKeyDown(event: KeyboardEvent): boolean {
      const isHandled = handlesKey(event)
      if (isHandled) event.preventDefault()
      return isHandled
    },
    button: <PromptButton isDisabled={!isReady} isOpen={opening !== null} onPress={toggle} />,
    list: isOpen && (
      <List
        field={field}
        opening={opening}
        searchText={searchText}
        listId={listId}
        {...{ keys, isAwaited, onAwait }}
        onActive={setActiveId}
        onClose={close}
        onInserted={filling.begin}
        onFailure={setFailure}
        onAssistant={onAssistant ?? ignoreMention}
      />
    ),
    /** Line shown under the field. */
    line: (failure !== null || blanks.length > 0 || filling.sentWith > 0) && (
      <PromptLine id={lineId} failure={failure} blanks={blanks.length} sentBlanks={filling.sentWith} onNext={() => goToBlank(false, true)} />
    ),
  }
}

function PromptButton({ isDisabled, isOpen, onPress }: { isDisabled: boolean; isOpen: boolean; onPress: () => void }) {
  return (
    <IconButton
      icon={SquareSlash}
      label="Insérer un prompt"
      isDisabled={isDisabled}
      aria-haspopup="listbox"
      aria-expanded={isOpen}
      onPointerDown={() => void loadPicker().catch(() => undefined)}
      onPress={onPress}
    />
  )
}

interface PromptLineProps {
  id: string
  failure: string | null
  /** Number of placeholders to fill in the field. */
  blanks: number
  /** Number of unfilled placeholders in the message just sent. */
  sentBlanks: number
  onNext: () => void
}

/** Line under the field about the inserted prompt: failure, remaining placeholders, or placeholders sent unfilled. */
function PromptLine({ id, failure, blanks, sentBlanks, onNext }: PromptLineProps) {
  if (failure !== null) return <p role="alert">{failure}</p>
  if (blanks > 0)
    return (
      <p>
        <span id={id}>{plural(blanks, 'passage à compléter', 'passages à compléter')}.</span> <TextButton onPress={onNext}>Aller au suivant</TextButton>
      </p>
    )
  return sentBlanks > 0 && <p role="status">{`Message envoyé avec ${plural(sentBlanks, 'passage non complété', 'passages non complétés')}.`}</p>
}

/** Tracks whether a prompt was inserted in the text, and the number of unfilled placeholders in the last message sent. */
function usePromptFilling(text: string) {
  const [isFilling, setFilling] = useState(false)
  const [sending, setSending] = useState(0)
  const [sentWith, setSentWith] = useState(0)
  // Only an emptied field means that the message was sent: a refused or waiting message stays in the field.
  if (isFilling && text === '') {
    setFilling(false)
    setSentWith(sending)
  }
  return {
    isFilling,
    sentWith: text === '' ? sentWith : 0,
    begin: () => setFilling(true),
    onSend: setSending,
    onWrite() {
      setSending(0)
      setSentWith(0)
    },
  }
}
