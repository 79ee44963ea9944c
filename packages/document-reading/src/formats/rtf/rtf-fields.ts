import type { UnreadContent } from '../../building/unread.ts'
import { convertSymbols, TICKED, UNTICKED } from '../../text/symbol-fonts.ts'

/** Form data of a field. `type`: 1 for a check box, 2 for a drop-down list. `chosen`: 25 means the default value. */
type FormData = { type: number; chosen: number; defaultValue: number; entries: string[] }
type RtfField = { instruction: string; form: FormData | null; hasResult: boolean }

const DEFAULT_CHOICE = 25
const CHECK_BOX = 1
const LIST = 2

/**
 * Reads fields, which may be nested. Fields whose result has no text get their value from their form data or instruction.
 * @param write adds a text to the paragraph
 */
export function createFields(unread: UnreadContent, write: (text: string) => void) {
  const open: RtfField[] = []
  const form = (): FormData | null => open.at(-1)?.form ?? null
  return {
    begin: () => void open.push({ instruction: '', form: null, hasResult: false }),
    beginForm(): void {
      const field = open.at(-1)
      if (field) field.form = { type: 0, chosen: DEFAULT_CHOICE, defaultValue: 0, entries: [] }
    },
    setForm(key: 'type' | 'chosen' | 'defaultValue', value: number | null): void {
      const data = form()
      if (data && value !== null) data[key] = value
    },
    beginEntry: () => void form()?.entries.push(''),
    /** Handlers of the texts of skipped groups, by destination. */
    captures: {
      ffl(characters: string): void {
        const entries = form()?.entries
        if (entries && entries.length > 0) entries.push(`${entries.pop()}${characters}`)
      },
      fldinst(characters: string): void {
        const field = open.at(-1)
        if (field) field.instruction += characters
      },
    },
    addResult(text: string): void {
      const field = open.at(-1)
      if (field && text.trim() !== '') field.hasResult = true
    },
    end(): void {
      const field = open.pop()
      if (!field) return
      const { instruction, hasResult } = field
      if (field.form?.type === CHECK_BOX) write(chosenOf(field.form) === 1 ? TICKED : UNTICKED)
      else if (hasResult) return
      else if (field.form?.type === LIST) write(field.form.entries[chosenOf(field.form)] ?? '')
      else if (/^\s*SYMBOL\b/i.test(instruction)) write(symbolOf(instruction))
      else if (/^\s*EQ\b/i.test(instruction)) unread.add('formula')
    },
  }
}

const chosenOf = ({ chosen, defaultValue }: FormData): number => (chosen === DEFAULT_CHOICE ? defaultValue : chosen)

/** Returns the character of « SYMBOL 254 \f "Wingdings" ». */
function symbolOf(instruction: string): string {
  const code = Number(/SYMBOL\s+(0x[\da-f]+|\d+)/i.exec(instruction)?.[1])
  const font = /\\f\s*"?([^"\\]+)/.exec(instruction)?.[1]?.trim()
  if (!(code > 0 && code < 0x1_0000)) return ''
  return font && code < 0x100 ? convertSymbols(String.fromCharCode(0xf000 + code), font) : convertSymbols(String.fromCharCode(code), font)
}
