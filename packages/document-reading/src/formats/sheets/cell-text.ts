import type { XmlAttributes } from '../../containers/xml-names.ts'
import { subscript, superscript, type Script } from '../../text/scripts.ts'

/** Number of characters before an exponent that decide how it is written. */
const SCRIPT_CONTEXT_LENGTH = 40
/** Maximum number of characters read from one text: one long text may be shared by a million cells. */
const MAX_LENGTH = 100_000

/** Collects the text of a cell, or a shared text. Exponents and indices are kept; the phonetic text of East Asian applications is dropped. */
export function createCellText(onStruck: (text: string) => void) {
  let value = ''
  let raisedText = ''
  let script: Script = null
  let capturing = false
  let phonetic = 0
  let isStruck = false
  return {
    clear(): void {
      value = ''
      script = null
      isStruck = false
    },
    text: () => value,
    /** @returns true when the element contains a value */
    open(local: string, a: XmlAttributes): boolean {
      if (local === 'rPh') phonetic++
      else if (local === 'r') {
        script = null
        isStruck = false
      } else if (local === 'strike') isStruck = !['0', 'false'].includes(a['val'] ?? '')
      else if (local === 'vertAlign' && (a['val'] === 'superscript' || a['val'] === 'subscript')) script = a['val']
      if (local !== 'v' && local !== 't') return false
      capturing = phonetic === 0
      return true
    },
    close(local: string): void {
      if (local === 'rPh' && phonetic > 0) phonetic--
      if (local !== 'v' && local !== 't') return
      capturing = false
      if (raisedText)
        value +=
          script === 'superscript' ? superscript(raisedText, value.slice(-SCRIPT_CONTEXT_LENGTH)) : subscript(raisedText, value.slice(-SCRIPT_CONTEXT_LENGTH))
      raisedText = ''
    },
    add(text: string): void {
      if (!capturing || value.length + raisedText.length >= MAX_LENGTH) return
      if (isStruck) onStruck(text)
      if (script) raisedText += text
      else value += text
    },
  }
}
