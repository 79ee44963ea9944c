import { useCallback, useRef, useState, type ComponentType, type RefObject } from 'react'
import { tellMissing } from '../../ui/on-demand.tsx'
import { markBefore, wordsAt, type Mark, type Opening } from './mark.ts'
import type * as Picker from './PromptPicker.tsx'
import type { Field } from './write-in-field.ts'
import type { FieldListProps } from './FieldList.tsx'

// Most messages use no prompt and no mention: the lists are loaded at the first mark or press.
let loaded: typeof Picker | null = null

/** Loads the code of the prompt list. Loads it again after a failure. */
export const loadPicker = async () => (loaded = await import('./PromptPicker.tsx'))

const listOf = async (mark: Mark): Promise<ComponentType<FieldListProps>> =>
  mark === '/' ? (await loadPicker()).PromptPicker : (await import('../context/AssistantMention.tsx')).AssistantMention

/**
 * State of the list opened over a field: which one, where it was opened, and the search text.
 * @param text current text of the field
 * @param isReady whether the field is writable
 * @param marks marks enabled in the field
 */
export function useOpening(field: RefObject<Field | null>, text: string, isReady: boolean, marks: readonly Mark[]) {
  const [opening, setOpening] = useState<Opening | null>(null)
  const [words, setWords] = useState('')
  const [isAwaited, setAwaited] = useState(false)
  /** Whether the caret was ever placed: in a field never entered, browsers put it at the start. */
  const isEntered = useRef(false)
  /** Component of the open list; null until its code is loaded. */
  const [list, setList] = useState<{ mark: Mark; List: ComponentType<FieldListProps> } | null>(null)
  const close = useCallback(() => setOpening(null), [])
  if (opening !== null && !isReady) close()

  async function open(next: Opening) {
    setWords('')
    setAwaited(false)
    setOpening(next)
    try {
      setList({ mark: next.mark, List: await listOf(next.mark) })
    } catch {
      close()
      tellMissing(`Les ${next.mark === '/' ? 'prompts' : 'assistants'} n’ont pas pu être chargés`)
    }
  }
  /** Updates the search text from the caret, or closes the list if the caret has left it. */
  function follow() {
    const area = field.current
    if (opening === null || area === null) return
    const found = area.selectionStart === area.selectionEnd ? wordsAt(opening, area.value, area.selectionEnd ?? 0) : null
    if (found === null) close()
    else setWords(found)
  }
  return {
    opening,
    words,
    isAwaited,
    onAwait: useCallback(() => setAwaited(true), []),
    List: list !== null && list.mark === opening?.mark ? list.List : null,
    /** Helpers of the prompts' code, available once it is loaded. */
    picker: loaded,
    close,
    onSelect() {
      isEntered.current = true
      follow()
    },
    /** @param next current text of the field */
    onType(next: string) {
      setAwaited(false)
      follow()
      const caret = field.current?.selectionEnd ?? 0
      const mark = opening === null && next.length > text.length ? markBefore(next, caret, marks) : null
      if (mark !== null) void open({ mark, start: caret - 1, isTyped: true })
    },
    /** Opens or closes the list of prompts from its button. */
    toggle() {
      const area = field.current
      if (opening !== null || area === null) return close()
      const caret = isEntered.current ? (area.selectionEnd ?? 0) : area.value.length
      area.focus({ preventScroll: true })
      area.setSelectionRange(caret, caret)
      void open({ mark: '/', start: caret, isTyped: false })
    },
  }
}
