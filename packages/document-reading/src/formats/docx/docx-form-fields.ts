import type { XmlAttributes } from '../../containers/xml.ts'
import { TICKED, UNTICKED } from '../../text/symbol-fonts.ts'
import { isOn } from './docx-runs.ts'

type Box = { checked?: boolean; byDefault: boolean }
type DropDown = { chosen?: number; byDefault: number; entries: string[] }

/** Reads the form fields of older Word (`w:ffData`) that draw their value without a text: ticked boxes and drop-down lists. */
export function createFormFields(write: (text: string) => void) {
  let isInside = false
  let box: Box | null = null
  let list: DropDown | null = null
  return {
    /** @returns whether the element belongs to a form field */
    open(name: string, a: XmlAttributes): boolean {
      if (name === 'w:ffData') isInside = true
      else if (!isInside) return false
      else if (name === 'w:checkBox') box = { byDefault: false }
      else if (name === 'w:ddList') list = { byDefault: 0, entries: [] }
      else if (name === 'w:checked' && box) box.checked = isOn(a)
      else if (name === 'w:default' && box) box.byDefault = isOn(a)
      else if (name === 'w:default' && list) list.byDefault = Number(a['w:val']) || 0
      else if (name === 'w:result' && list) list.chosen = Number(a['w:val']) || 0
      else if (name === 'w:listEntry' && list) list.entries.push(a['w:val'] ?? '')
      return true
    },
    /** Writes the value of the field that ends. */
    close(): void {
      if (box) write((box.checked ?? box.byDefault) ? TICKED : UNTICKED)
      if (list) write(list.entries[list.chosen ?? list.byDefault] ?? '')
      isInside = false
      box = list = null
    },
  }
}
