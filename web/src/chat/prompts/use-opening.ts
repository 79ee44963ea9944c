import type { Assistant } from '@parvis/contract'
import { useCallback, useRef, useState, type ComponentType, type KeyboardEvent, type Ref, type RefObject } from 'react'
import { tellMissing } from '../../ui/on-demand.tsx'
import { markBefore, wordsAt, type Mark, type Opening } from './mark.ts'
import type * as Picker from './PromptPicker.tsx'
import type { Field } from './write-in-field.ts'

/** Takes a key of the field; false: it is the field's. */
export type TakeKey = (event: KeyboardEvent) => boolean

/** An assistant was called: its mark has left the field. @returns whether it answers from now on, where it did not */
export type OnAssistant = (assistant: Assistant) => boolean | Promise<boolean>

/** What a list over the field is given. Mounted when open; the focus stays in the field. */
export interface FieldListProps {
  field: RefObject<Field | null>
  opening: Opening
  /** What is looked for. */
  words: string
  listId: string
  keys: Ref<TakeKey>
  /** Enter was pressed before there was anything to choose: what comes first is meant. */
  isAwaited: boolean
  onAwait: () => void
  /** Which option stands out; undefined: none. */
  onActive: (id: string | undefined) => void
  onClose: () => void
  /** A prompt stands in the field. */
  onInserted: () => void
  onFailure: (sentence: string) => void
  onAssistant: OnAssistant
}

// Most messages take up no prompt and call nobody: the lists come with the first mark, or press.
let loaded: typeof Picker | null = null

/** Fetches the code of the list of prompts; again after it failed. */
export const loadPicker = async () => (loaded = await import('./PromptPicker.tsx'))

const listOf = async (mark: Mark): Promise<ComponentType<FieldListProps>> =>
  mark === '/' ? (await loadPicker()).PromptPicker : (await import('../context/AssistantMention.tsx')).AssistantMention

/**
 * Which list is open over a field, where it was called for, and with which words.
 * @param text what the field holds
 * @param isReady it can be written in
 * @param marks that it knows
 */
export function useOpening(field: RefObject<Field | null>, text: string, isReady: boolean, marks: readonly Mark[]) {
  const [opening, setOpening] = useState<Opening | null>(null)
  const [words, setWords] = useState('')
  const [isAwaited, setAwaited] = useState(false)
  /** The caret has been somewhere: a field that nobody entered has its own at the beginning. */
  const isEntered = useRef(false)
  /** The code of what is open; null until it is there. */
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
  /** What is looked for follows the caret. */
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
    /** What goes with the prompts, once their list was there. */
    picker: loaded,
    close,
    onSelect() {
      isEntered.current = true
      follow()
    },
    /** Of what the field holds now. */
    onType(next: string) {
      setAwaited(false)
      follow()
      const caret = field.current?.selectionEnd ?? 0
      const mark = opening === null && next.length > text.length ? markBefore(next, caret, marks) : null
      if (mark !== null) void open({ mark, start: caret - 1, isTyped: true })
    },
    /** The button of the prompts was pressed. */
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
