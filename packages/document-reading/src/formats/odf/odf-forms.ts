import type { XmlAttributes } from '../../containers/xml-names.ts'
import { TICKED, UNTICKED } from '../../text/symbol-fonts.ts'

/** A form control: its text, from its attributes or its selected options. */
type FormControl = { ids: string[]; text: string; options: string[] }

const isOn = (value: string | undefined): boolean => value === 'true' || value === 'checked'
const formatBox = (ticked: boolean, label = '') => `${ticked ? TICKED : UNTICKED} ${label}`.trim()

/** Text of each kind of control. Passwords and buttons have none. */
const TEXTS: Readonly<Record<string, (a: XmlAttributes) => string>> = {
  'form:checkbox': (a) => formatBox(isOn(a['form:current-state'] ?? a['form:state']), a['form:label']),
  'form:radio': (a) => formatBox(isOn(a['form:current-selected'] ?? a['form:selected']), a['form:label']),
  'form:fixed-text': (a) => a['form:label'] ?? '',
  'form:frame': (a) => a['form:label'] ?? '',
  'form:listbox': () => '',
}
const VALUE_CONTROLS = ['text', 'textarea', 'formatted-text', 'number', 'date', 'time', 'combobox', 'value-range']
const texts = new Map(Object.entries(TEXTS))
for (const kind of VALUE_CONTROLS) texts.set(`form:${kind}`, (a) => a['form:current-value'] ?? a['form:value'] ?? '')

/** Reads the form controls of a document (`office:forms`). The text refers to them by identifier. */
export function createForms() {
  const controls = new Map<string, FormControl>()
  let current: FormControl | null = null
  return {
    open(name: string, a: XmlAttributes): void {
      const text = texts.get(name)
      if (text) {
        current = { ids: [a['xml:id'] ?? '', a['form:id'] ?? ''].filter(Boolean), text: text(a), options: [] }
        for (const id of current.ids) controls.set(id, current)
      } else if (name === 'form:option' && current && isOn(a['form:current-selected'] ?? a['form:selected'])) {
        current.options.push(a['form:label'] ?? a['form:value'] ?? '')
      }
    },
    /** Returns the text of a control; null when it displays none. */
    textOf(id: string | undefined): string | null {
      const control = controls.get(id ?? '')
      return control ? control.text || control.options.join(', ') || null : null
    },
  }
}

/** Pattern of a prompt: « Saisissez votre nom ». */
const PROMPT =
  /^(?:cliquez|appuyez|tapez|saisi(?:r|ssez)|entre[zr]|indique[zr]|insére[zr]|choisi(?:r|ssez)|sélectionne[zr]|renseigne[zr]|complète[zr]|compléte[zr]|click|enter|choose)(?!\p{L})/iu
/** Pattern of a blank to fill in: « <Nom> », « [Nom] ». */
const BLANK = /^(?:<[^<>]*>|\[[^[\]]*\]|…+|\.{3,}|_+)$/

/** Reads the input fields of a text (`text:text-input`). A field that still displays its prompt is empty. */
export function createTextInputs() {
  let prompt: string | null = null
  let text = ''
  return {
    isOpen: () => prompt !== null,
    begin(a: XmlAttributes): void {
      prompt = a['text:description'] ?? ''
      text = ''
    },
    add: (value: string) => void (text += value),
    end(): string {
      const shownText = text.trim()
      const isPrompt = shownText === prompt?.trim() || PROMPT.test(shownText) || BLANK.test(shownText)
      prompt = null
      return isPrompt ? '' : text
    },
  }
}

/** Reads a form field made by Word (`field:fieldmark`): its check box, or the choice in its list. */
export function createFieldMarks() {
  let type = ''
  const entries: string[] = []
  let chosen = 0
  let isTicked = false
  return {
    begin(a: XmlAttributes): void {
      type = a['field:type'] ?? ''
      entries.length = chosen = 0
      isTicked = false
    },
    parameter(a: XmlAttributes): void {
      const [name, value] = [a['field:name'], a['field:value'] ?? '']
      if (name === 'Checkbox_Checked') isTicked = value === 'true' || value === '1'
      else if (name === 'Dropdown_ListEntry') entries.push(value)
      else if (name === 'Dropdown_Selected') chosen = Number(value) || 0
    },
    end(): string {
      if (type.endsWith('FORMCHECKBOX')) return formatBox(isTicked)
      return type.endsWith('FORMDROPDOWN') ? (entries[chosen] ?? '') : ''
    },
  }
}
