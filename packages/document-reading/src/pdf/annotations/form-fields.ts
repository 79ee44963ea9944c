import type { DocumentBuilder } from '../../building/document-builder.ts'

/** A filled field of a PDF form. Its value is not part of the text of the page. */
export type FormField = { label: string; value: string }

/** A check box or a radio button of a form. `label` is its name, for a box that stands beside no text. */
type FormBox = { isTicked: boolean; label: string }

/** Form widget as the PDF engine gives it. `fieldValue` is an array for a list. */
export type FormWidget = {
  fieldType?: string | null
  fieldName?: string
  fieldValue?: unknown
  alternativeText?: string | null
  password?: boolean
  pushButton?: boolean
  checkBox?: boolean
  radioButton?: boolean
  exportValue?: unknown
  buttonValue?: unknown
  options?: readonly { exportValue?: unknown; displayValue?: unknown }[]
}

/** Values by which a ticked box says nothing more than that it is ticked. */
const PLAIN_VALUES = /^(oui|yes|on|true|vrai|x|coche|cochée?|checked|\d{1,3})$/i
/** Names that form editors give by themselves: the tooltip says more. */
const AUTOMATIC_NAMES = /^(texte?|champ|field|untitled|undefined|case|check ?box|bouton|button|group|zone|liste|combo)[\s_\w]*\d*$/i

/** A check box or a radio button, null for another widget and for a radio button without a value. */
export function boxOf(widget: FormWidget): FormBox | null {
  if (widget.fieldType !== 'Btn' || !(widget.checkBox || widget.radioButton)) return null
  const own = widget.checkBox ? widget.exportValue : widget.buttonValue
  if (typeof own !== 'string') return null
  const label = labelOf(widget)
  return { isTicked: widget.fieldValue === own, label: PLAIN_VALUES.test(own) ? label : `${label} : ${own}` }
}

/** The field of a widget that somebody has filled: text, or chosen lines of a list. */
export function filledField(widget: FormWidget): FormField | null {
  if (widget.password || (widget.fieldType !== 'Tx' && widget.fieldType !== 'Ch')) return null
  const values = (Array.isArray(widget.fieldValue) ? widget.fieldValue : [widget.fieldValue]).filter((value) => typeof value === 'string')
  const shown = values.map((value) => widget.options?.find((option) => option.exportValue === value)?.displayValue ?? value)
  const value = shown.join(', ').trim()
  return value === '' ? null : { label: labelOf(widget), value }
}

/** Writes fields as “label : value”. A field that a page shows several times is written once. */
export function writeFormFields(fields: readonly FormField[], builder: DocumentBuilder): void {
  for (const text of new Set(fields.map(({ label, value }) => `${label} : ${value}`))) builder.paragraph(text)
}

/** The last part of a nested name is the one that people know. */
function labelOf({ fieldName = '', alternativeText }: FormWidget): string {
  const name = (fieldName.split('.').at(-1) ?? fieldName)
    .replace(/\[\d+\]$/, '')
    .replace(/_+/g, ' ')
    .trim()
  return alternativeText?.trim() && (name === '' || AUTOMATIC_NAMES.test(name)) ? alternativeText.trim() : name
}
