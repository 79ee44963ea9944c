import { subscript, superscript, type Script } from './scripts.ts'

/** Characters on the left of an exponent or an index that decide how it is written. */
const TAIL = 40

/** Text put together run by run; exponents and indices are written so that a reader who sees no layout understands them. */
export type ScriptText = {
  add(text: string, script?: Script): void
  isBlank(): boolean
  /** @returns the text so far, and starts again from nothing */
  take(): string
}

export function createScriptText(): ScriptText {
  let text = ''
  let pending = ''
  let tail = ''
  let script: Script = null
  const write = (value: string) => {
    text += value
    // Looking at the end of a growing text would copy the whole of it each time.
    tail = (tail + value).slice(-TAIL)
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
      const taken = text
      text = tail = ''
      return taken
    },
  }
}
