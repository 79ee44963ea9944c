import type { DocumentBuilder } from '../building/document-builder.ts'

/** A filled field of a PDF form. Its value is not part of the text of the page. */
export type FormField = { name: string; value: string; page: number }

/** What the engine says of each place where a field stands. */
type FieldWidget = { value?: unknown; type?: string; page?: number }

/** The fields that somebody has filled. A box that is not ticked is not; those of one choice all give its value, which is said once a page. */
export function filledFields(objects: Readonly<Record<string, readonly FieldWidget[]>>): FormField[] {
  return Object.entries(objects).flatMap(([name, widgets]) => {
    const fields = widgets.filter(isFilled).map(({ value, page }): FormField => ({ name, value: String(value), page: (page ?? 0) + 1 }))
    return [...new Map(fields.map((field) => [`${field.page} ${field.value}`, field])).values()]
  })
}

function isFilled({ value, type }: FieldWidget): boolean {
  if (typeof value !== 'string' || value.trim() === '' || type === 'button') return false
  return !((type === 'checkbox' || type === 'radiobutton') && value === 'Off')
}

/** Writes fields as “name : value”, the last part of a nested name being the one people know. */
export function writeFormFields(fields: FormField[], builder: DocumentBuilder): void {
  for (const { name, value } of fields) builder.paragraph(`${fieldLabel(name)} : ${value}`)
}

function fieldLabel(name: string): string {
  return (name.split('.').at(-1) ?? name)
    .replace(/\[\d+\]$/, '')
    .replace(/_+/g, ' ')
    .trim()
}
