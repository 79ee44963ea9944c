/** Unsaved form, as stored in the tab. */
interface StoredForm<Values> {
  values: Values
  /** Values with which the form was opened. */
  base: Values
  version: string | undefined
}

export function isSame<Values extends object>(a: Values, b: Values): boolean {
  return (Object.keys(b) as (keyof Values)[]).every((name) => isSameValue(a[name], b[name]))
}

/** Values that differ from those sent. */
export function changedSince<Values extends object>(values: Values, sentValues: Values): Partial<Values> {
  const changedFields = (Object.keys(values) as (keyof Values)[]).filter((name) => !isSameValue(values[name], sentValues[name]))
  return Object.fromEntries(changedFields.map((name) => [name, values[name]])) as Partial<Values>
}

const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((value, index) => value === b[index]))

export const serialiseForm = <Values extends object>(stored: StoredForm<Values>): string => JSON.stringify(stored)

/** Parses a stored form. Null if there is none, or if it does not differ from the saved values. */
export function parseStoredForm<Values extends object>(text: string, savedValues: Values): StoredForm<Values> | null {
  if (text === '') return null
  try {
    const { values, base, version } = JSON.parse(text) as StoredForm<Values>
    const merged = { ...savedValues, ...values }
    return isSame(merged, savedValues) ? null : { values: merged, base: { ...savedValues, ...base }, version }
  } catch {
    return null
  }
}
