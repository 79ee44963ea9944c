import { useCallback, useRef, useState, type ComponentType, type RefObject } from 'react'
import { alertDownloadFailure } from '../../ui/on-demand.tsx'
import { markBefore, searchTextAt, type ListMark, type ListOpening } from './list-mark.ts'
import type * as Picker from './PromptPicker.tsx'
import type { MessageField } from './write-in-field.ts'
import type { FieldListProps } from './FieldList.tsx'

// Most messages use no prompt and no mention: the lists are loaded at the first mark or press.
let loaded: typeof Picker | null = null

/** Loads the code of the prompt list. Loads it again after a failure. */
export const loadPicker = async () => (loaded = await import('./PromptPicker.tsx'))

const listOf = async (mark: ListMark): Promise<ComponentType<FieldListProps>> =>
  mark === '/' ? (await loadPicker()).PromptPicker : (await import('../context/AssistantMention.tsx')).AssistantMention

/**
 * State of the suggestion list opened over a field: its mark, the offset of that mark, and the search text typed after it.
 * @param text current text of the field
 * @param isReady whether the field is writable
 * @param marks marks enabled in the field
 */
export function useFieldList(field: RefObject<MessageField | null>, text: string, isReady: boolean, marks: readonly ListMark[]) {
  const [opening, setOpening] = useState<ListOpening | null>(null)
  const [searchText, setSearchText] = useState('')
  const [isAwaited, setAwaited] = useState(false)
  /** Whether the caret was ever placed: in a field never entered, browsers put it at the start. */
  const isEntered = useRef(false)
  /** Component of the open list; null until its code is loaded. */
  const [list, setList] = useState<{ mark: ListMark; List: ComponentType<FieldListProps> } | null>(null)
  const close = useCallback(() => setOpening(null), [])
  if (opening !== null && !isReady) close()

  async function open(next: ListOpening) {
    setSearchText('')
    setAwaited(false)
    setOpening(next)
    try {
      setList({ mark: next.mark, List: await listOf(next.mark) })
    } catch {
      close()
      alertDownloadFailure(`Les ${next.mark === '/' ? 'prompts' : 'assistants'} n’ont pas pu être chargés`)
    }
  }
  /** Updates the search text from the caret, or closes the list if the caret has left it. */
  function updateSearchText() {
    const area = field.current
    if (opening === null || area === null) return
    const newSearchText = area.selectionStart === area.selectionEnd ? searchTextAt(opening, area.value, area.selectionEnd ?? 0) : null
    if (newSearchText === null) close()
    else setSearchText(newSearchText)
  }
  return {
    opening,
    searchText,
    isAwaited,
    onAwait: useCallback(() => setAwaited(true), []),
    List: list !== null && list.mark === opening?.mark ? list.List : null,
    /** Helpers of the prompts' code, available once it is loaded. */
    picker: loaded,
    close,
    onSelect() {
      isEntered.current = true
      updateSearchText()
    },
    /** @param next current text of the field */
    onType(next: string) {
      setAwaited(false)
      updateSearchText()
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
