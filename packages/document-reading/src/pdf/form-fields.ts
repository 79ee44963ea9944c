import type { DocumentBuilder } from '../building/document-builder.ts'

/** A filled field of a PDF form. Its value is not part of the text of the page. */
export type FormField = { name: string; value: string; page: number }

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
