import { useRef, type KeyboardEvent } from 'react'
import type { Option } from './Select.tsx'

/** After this silence, in milliseconds, a letter begins another word. */
const pause = 1000

/**
 * The option that typed letters choose: the next one that begins with them, from the start again after the last, accents and capitals
 * aside; the same letter again goes on to the next. Null when none does.
 */
export function typedOption(options: readonly Option[], chosen: string | null, typed: string): Option | null {
  // Made when a key asks for it: before the form is drawn, it would make a telephone wait.
  const { compare } = new Intl.Collator('fr', { usage: 'search', sensitivity: 'base' })
  const letters = [...typed]
  const isRepeated = letters.every((letter) => compare(letter, letters[0]!) === 0)
  const start = isRepeated ? letters[0]! : typed
  const at = options.findIndex(({ id }) => id === chosen)
  // A word that is being typed may go on with what it has found.
  const from = isRepeated ? at + 1 : Math.max(at, 0)
  return [...options.slice(from), ...options.slice(0, from)].find(({ label }) => compare(label.slice(0, start.length), start) === 0) ?? null
}

/** The keys by which a closed list of choices changes: letters, and the arrows to the left and the right. */
export function useTyping(options: readonly Option[], chosen: string | null, onChoose: (id: string) => void) {
  const typed = useRef({ text: '', at: 0 })
  return (event: KeyboardEvent) => {
    const { key } = event
    const at = options.findIndex(({ id }) => id === chosen)
    let next: Option | null | undefined
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (key === 'ArrowLeft') next = at < 0 ? options[0] : options[at - 1]
    else if (key === 'ArrowRight') next = options[at + 1]
    else if (key.length === 1 && key !== ' ') {
      const { text, at: before } = typed.current
      typed.current = { text: event.timeStamp - before > pause ? key : text + key, at: event.timeStamp }
      next = typedOption(options, chosen, typed.current.text)
    } else return
    event.preventDefault()
    if (next) onChoose(next.id)
  }
}
