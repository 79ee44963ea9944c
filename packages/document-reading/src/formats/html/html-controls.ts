import { TICKED, UNTICKED } from '../../text/symbol-fonts.ts'

type Attributes = Record<string, string>
type SelectOption = { text: string; isSelected: boolean }
type SelectList = { options: SelectOption[]; showsSeveral: boolean }

/** Input types that display no text, or that trigger an action. */
const TEXTLESS_TYPES = new Set(['hidden', 'password', 'submit', 'reset', 'button', 'image', 'file', 'color', 'range'])

/**
 * Reads form controls as displayed: ticked boxes, typed values, chosen options.
 * @param write adds a value to the open paragraph
 */
export function createControls(write: (value: string) => void) {
  let list: SelectList | null = null
  let area: string | null = null
  return {
    input(attributes: Attributes): void {
      const type = (attributes['type'] ?? 'text').toLowerCase()
      if (type === 'checkbox' || type === 'radio') write(`${'checked' in attributes ? TICKED : UNTICKED} `)
      else if (!TEXTLESS_TYPES.has(type)) write(` ${attributes['value'] ?? ''} `)
    },
    /** @returns true when the element belongs to a control */
    open(name: string, attributes: Attributes): boolean {
      const ariaChecked = attributes['aria-checked']
      if (ariaChecked !== undefined) write(`${ariaChecked === 'true' ? TICKED : UNTICKED} `)
      if (name === 'select') list = { options: [], showsSeveral: 'multiple' in attributes || Number(attributes['size']) > 1 }
      else if (name === 'textarea') area = ''
      else if (list) {
        if (name === 'option') list.options.push({ text: '', isSelected: 'selected' in attributes })
      } else return false
      return true
    },
    /** @returns true when the text belongs to a control */
    text(value: string): boolean {
      const option = list?.options.at(-1)
      if (area !== null) area += value
      else if (option) option.text += value
      return area !== null || list !== null
    },
    close(name: string): boolean {
      if (name === 'textarea') {
        write(` ${area ?? ''} `)
        area = null
      } else if (name === 'select') {
        if (list) write(` ${selectedText(list)} `)
        list = null
      } else return list !== null
      return true
    },
  }
}

/** Text of the selected options. A list of one line displays its first option when none is selected. */
function selectedText({ options, showsSeveral }: SelectList): string {
  const selected = options.filter(({ isSelected }) => isSelected)
  const shownOptions = selected.length === 0 && !showsSeveral ? options.slice(0, 1) : showsSeveral ? selected : selected.slice(-1)
  return shownOptions.map(({ text }) => text.replace(/\s+/g, ' ').trim()).join(', ')
}
