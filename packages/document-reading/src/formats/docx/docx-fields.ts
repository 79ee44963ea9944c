import type { XmlAttributes } from '../../containers/xml-names.ts'
import { convertSymbols, TICKED, UNTICKED } from '../../text/symbol-fonts.ts'
import { readEquationField } from './docx-equation-fields.ts'
import { isOn } from './docx-runs.ts'

/** Placeholder of a page number in a header or footer: a private-use character, which file texts do not contain. */
export const PAGE_NUMBER = '\uE000'

const PAGE_FIELD = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i
/** Pattern of fields whose value the file does not store. */
const COMPUTED_FIELD = /^\s*(?:AUTONUM\w*|LISTNUM|EQ|SYMBOL)\b/i

/** A field being read. `code`: its instruction; `inResult`: its stored result is being read; `isShown`: the result has text. */
type DocxField = { code: string; inResult: boolean; isShown: boolean }

type FieldOptions = { write(text: string): void; /** Whether a header or a footer is being read. */ isHead: boolean; onUnread(code: string): void }

/**
 * Reads the fields of Word: the result stored in the file, or the computed value of those that store none (symbols, equations, ticked boxes, drop-down
 * lists). In a header or footer, page numbers become `PAGE_NUMBER`.
 */
export function createFields({ write, isHead, onUnread }: FieldOptions) {
  const fields: DocxField[] = []
  const forms = createFormFields(write)
  let inCode = false
  const end = () => {
    const field = fields.pop()
    if (!field) return
    if (isHead && PAGE_FIELD.test(field.code)) write(PAGE_NUMBER)
    else if (!field.isShown && COMPUTED_FIELD.test(field.code)) {
      const value = valueOf(field.code)
      if (value) write(value)
      else onUnread(field.code.trim().split(/\s/)[0]!.toUpperCase())
    }
  }
  return {
    /** Whether the text that follows is the instruction of a field. */
    isInCode: () => inCode,
    /** Whether the text that follows is a page number in a header or footer. */
    isMuted: () => isHead && fields.some(({ code, inResult }) => inResult && PAGE_FIELD.test(code)),
    code(text: string): void {
      const field = fields.at(-1)
      if (field && field.code.length < MAX_CODE) field.code += text
    },
    /** Records that the current field results have text. */
    shown(): void {
      for (const field of fields) if (field.inResult) field.isShown = true
    },
    /** @returns true when the element only concerns fields */
    open(name: string, a: XmlAttributes): boolean {
      if (name === 'w:fldChar') {
        const type = a['w:fldCharType']
        const field = fields.at(-1)
        if (type === 'begin') fields.push({ code: '', inResult: false, isShown: false })
        else if (type === 'separate' && field) field.inResult = true
        else if (type === 'end') end()
      } else if (name === 'w:fldSimple') fields.push({ code: (a['w:instr'] ?? '').slice(0, MAX_CODE), inResult: true, isShown: false })
      else if (name === 'w:instrText') inCode = true
      else if (name === 'w:pgNum' && isHead) write(PAGE_NUMBER)
      else return forms.open(name, a)
      return true
    },
    close(name: string): void {
      if (name === 'w:fldSimple') end()
      else if (name === 'w:instrText') inCode = false
      else if (name === 'w:ffData') forms.close()
    },
  }
}

/** Maximum length of an instruction, in characters. */
const MAX_CODE = 5_000

function valueOf(code: string): string {
  const symbol = /^\s*SYMBOL\s+(0x[\da-f]+|\d+|\S)/i.exec(code)
  if (!symbol) return readEquationField(code)
  const font = /\\f\s+(?:"([^"]*)"|(\S+))/i.exec(code)
  const character = Number.isNaN(Number(symbol[1])) ? symbol[1]! : String.fromCharCode(Number(symbol[1]) & 0xffff)
  return convertSymbols(character, font?.[1] ?? font?.[2])
}

type FormCheckBox = { checked?: boolean; byDefault: boolean }
type DropDown = { chosen?: number; byDefault: number; entries: string[] }

/** Reads the form fields of older Word (`w:ffData`) whose value has no text: ticked boxes and drop-down lists. */
function createFormFields(write: (text: string) => void) {
  let isInside = false
  let checkBox: FormCheckBox | null = null
  let list: DropDown | null = null
  return {
    /** @returns true when the element belongs to a form field */
    open(name: string, a: XmlAttributes): boolean {
      if (name === 'w:ffData') isInside = true
      else if (!isInside) return false
      else if (name === 'w:checkBox') checkBox = { byDefault: false }
      else if (name === 'w:ddList') list = { byDefault: 0, entries: [] }
      else if (name === 'w:checked' && checkBox) checkBox.checked = isOn(a)
      else if (name === 'w:default' && checkBox) checkBox.byDefault = isOn(a)
      else if (name === 'w:default' && list) list.byDefault = Number(a['w:val']) || 0
      else if (name === 'w:result' && list) list.chosen = Number(a['w:val']) || 0
      else if (name === 'w:listEntry' && list) list.entries.push(a['w:val'] ?? '')
      return true
    },
    /** Writes the value of the form field that ends. */
    close(): void {
      if (checkBox) write((checkBox.checked ?? checkBox.byDefault) ? TICKED : UNTICKED)
      if (list) write(list.entries[list.chosen ?? list.byDefault] ?? '')
      isInside = false
      checkBox = list = null
    },
  }
}
