import { useRef, type KeyboardEvent, type ReactNode } from 'react'

export interface SelectOption {
  /** Unique in its list; passed to `onChange`. */
  id: string
  label: string
  /** Second line in secondary text: a count, an extract. */
  detail?: string
  icon?: ReactNode
}

/** Pause between two keys, in milliseconds, after which a letter begins a new word. */
const wordPauseMs = 1000

/**
 * Returns the option that typed letters select: the next one, cyclically, whose label begins with them, ignoring accents and case. The same letter
 * repeated moves to the following match. Null when there is no match.
 */
export function findTypedOption(options: readonly SelectOption[], chosen: string | null, typedText: string): SelectOption | null {
  // Created at the first key and not at load time, when it would delay the form on a slow phone.
  const { compare } = new Intl.Collator('fr', { usage: 'search', sensitivity: 'base' })
  const letters = [...typedText]
  const isRepeated = letters.every((letter) => compare(letter, letters[0]!) === 0)
  const start = isRepeated ? letters[0]! : typedText
  const index = options.findIndex(({ id }) => id === chosen)
  // The option already chosen may still match a word that is being typed.
  const from = isRepeated ? index + 1 : Math.max(index, 0)
  return [...options.slice(from), ...options.slice(0, from)].find(({ label }) => compare(label.slice(0, start.length), start) === 0) ?? null
}

/** Returns the `keydown` handler of a closed drop-down list: letters, and the left and right arrows, change the choice. */
export function useTypeahead(options: readonly SelectOption[], chosen: string | null, onChoose: (id: string) => void) {
  const typedRef = useRef({ text: '', at: 0 })
  return (event: KeyboardEvent) => {
    const { key } = event
    const index = options.findIndex(({ id }) => id === chosen)
    let next: SelectOption | null | undefined
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (key === 'ArrowLeft') next = index < 0 ? options[0] : options[index - 1]
    else if (key === 'ArrowRight') next = options[index + 1]
    else if (key.length === 1 && key !== ' ') {
      const { text, at: before } = typedRef.current
      typedRef.current = { text: event.timeStamp - before > wordPauseMs ? key : text + key, at: event.timeStamp }
      next = findTypedOption(options, chosen, typedRef.current.text)
    } else return
    event.preventDefault()
    if (next) onChoose(next.id)
  }
}
