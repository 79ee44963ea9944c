/** What a tab keeps of a form that is not saved. */
export interface Kept<Values> {
  values: Values
  /** What the person began from. */
  base: Values
  version: string | undefined
}

export function isSame<Values extends object>(a: Values, b: Values): boolean {
  return (Object.keys(b) as (keyof Values)[]).every((name) => isSameValue(a[name], b[name]))
}

/** Those of the values that differ from what was sent. */
export function changedSince<Values extends object>(values: Values, sent: Values): Partial<Values> {
  const changed = (Object.keys(values) as (keyof Values)[]).filter((name) => !isSameValue(values[name], sent[name]))
  return Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<Values>
}

const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((value, at) => value === b[at]))

export const writeKept = <Values extends object>(kept: Kept<Values>): string => JSON.stringify(kept)

/** What was kept of a form with these fields; null when there is nothing, or nothing more than what is saved. */
export function readKept<Values extends object>(text: string, saved: Values): Kept<Values> | null {
  if (text === '') return null
  try {
    const { values, base, version } = JSON.parse(text) as Kept<Values>
    const whole = { ...saved, ...values }
    return isSame(whole, saved) ? null : { values: whole, base: { ...saved, ...base }, version }
  } catch {
    return null
  }
}
