import { useCallback, useRef, useState, type RefObject } from 'react'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import type * as Picker from './PromptPicker.tsx'
import { isSlash, wordsAt, type Opening } from './slash.ts'
import type { Field } from './write-in-field.ts'

// Most messages take up no prompt: the list comes with the first « / », or press.
let loaded: typeof Picker | null = null

/** Fetches the list’s code; again after it failed. */
export const loadPicker = async () => (loaded = await import('./PromptPicker.tsx'))

/**
 * Whether the list of prompts is open over a field, where it was called for, and with which words.
 * @param text what the field holds
 * @param isReady it can be written in
 */
export function useOpening(field: RefObject<Field | null>, text: string, isReady: boolean) {
  const announce = useAnnounce()
  const [opening, setOpening] = useState<Opening | null>(null)
  const [words, setWords] = useState('')
  /** The caret has been somewhere: a field that nobody entered has its own at the beginning. */
  const isEntered = useRef(false)
  const [picker, setPicker] = useState(loaded)
  const close = useCallback(() => setOpening(null), [])
  if (opening !== null && !isReady) close()

  async function open(next: Opening) {
    setWords('')
    setOpening(next)
    try {
      setPicker(await loadPicker())
    } catch {
      close()
      announce('Les prompts n’ont pas pu être chargés\u00a0: vérifiez votre connexion, puis réessayez.')
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
    /** The code of the list, once it is there. */
    picker,
    close,
    onSelect() {
      isEntered.current = true
      follow()
    },
    /** Of what the field holds now. */
    onType(next: string) {
      follow()
      const caret = field.current?.selectionEnd ?? 0
      if (opening === null && next.length > text.length && isSlash(next, caret)) void open({ start: caret - 1, isTyped: true })
    },
    /** The button was pressed. */
    toggle() {
      const area = field.current
      if (opening !== null || area === null) return close()
      const caret = isEntered.current ? (area.selectionEnd ?? 0) : area.value.length
      area.focus({ preventScroll: true })
      area.setSelectionRange(caret, caret)
      void open({ start: caret, isTyped: false })
    },
  }
}
