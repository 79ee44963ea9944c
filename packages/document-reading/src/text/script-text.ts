import { subscript, superscript, type Script } from './scripts.ts'

/** Number of characters on the left of an exponent or index that decide how it is written. */
const SCRIPT_CONTEXT_LENGTH = 40

/** Text built run by run. Exponents and indices are written in plain text: « ³ », « ^(n+1) ». */
export type ScriptText = {
  add(text: string, script?: Script): void
  isBlank(): boolean
  /** Returns the text so far, and starts again with an empty one. */
  take(): string
}

export function createScriptText(): ScriptText {
  let text = ''
  let pending = ''
  let tail = ''
  let script: Script = null
  const write = (value: string) => {
    text += value
    // Slicing the end of a growing text would copy it each time.
    tail = (tail + value).slice(-SCRIPT_CONTEXT_LENGTH)
  }
  const endScript = () => {
    if (script) write(script === 'superscript' ? superscript(pending, tail) : subscript(pending, tail))
    pending = ''
    script = null
  }
  return {
    add(value, next = null) {
      if (next !== script) endScript()
      script = next
      if (next) pending += value
      else write(value)
    },
    isBlank: () => tail.trim() === '' && text.trim() === '' && pending.trim() === '',
    take() {
      endScript()
      const takenText = text
      text = tail = ''
      return takenText
    },
  }
}
