import { samePerson, valueKey } from '@parvis/personal-data'
import { createHmac } from 'node:crypto'
import type { MaskedKind } from '@parvis/contract'
import { foldText } from './spans.ts'

/** Stored form of a label: never a value. */
export type LabelRow = { kind: MaskedKind; number: number; digest: string }

/** Labels of one conversation. The spellings of a value have one number, and its first form is restored. */
export type LabelBook = {
  /**
   * Returns the number of a value, a new one if it has none.
   * @param person full name of the person that the value names in part, by which people of one surname are told apart; by default the value
   */
  numberOf(kind: MaskedKind, value: string, person?: string): number
  /** Returns the first form of the value of a label; undefined when no value has it. */
  valueOf(kind: MaskedKind, number: number): string | undefined
  /** Full names met so far, oldest first. */
  names(): readonly string[]
  /** Rows that are not stored yet. */
  newRows(): readonly LabelRow[]
  /** Marks the first new rows as stored. */
  markStored(count: number): void
}

/** Returns the comparison key of a value, whatever its kind. */
export const keyOf = (kind: MaskedKind, value: string): string => (kind === 'donnee' ? foldText(value).replace(/\s+/g, ' ').trim() : valueKey(kind, value))

/** Returns the digest of a value in a conversation. Digests of one value differ between conversations. */
export const digestOf = (secret: Uint8Array, scope: string, kind: MaskedKind, key: string): string =>
  createHmac('sha256', secret).update(`masking\0${scope}\0${kind}\0${key}`).digest('base64url').slice(0, 22)

/** Returns a value on one line: one that spans two would break the table or the list that its label is in. */
const oneLine = (value: string): string => value.replace(/[^\S\n]*\n\s*/g, ' ').trim()

/** People compared with a name at most: those that share one of its words. */
const maxCompared = 200
const wordsOf = (name: string): string[] => foldText(name).match(/\p{L}{2,}/gu) ?? []

/**
 * Creates the labels of a conversation from its stored rows.
 * @param digest returns the digest of a comparison key
 */
export function createLabelBook(stored: readonly LabelRow[], digest: (kind: MaskedKind, key: string) => string): LabelBook {
  const numbers = new Map(stored.map((row) => [`${row.kind}:${row.digest}`, row.number]))
  const last = new Map<MaskedKind, number>()
  for (const { kind, number } of stored) last.set(kind, Math.max(number, last.get(kind) ?? 0))
  const values = new Map<string, string>()
  const numberByKey = new Map<string, number>()
  const people = createPeople()
  let added: LabelRow[] = []
  return {
    numberOf(kind, value, person = value) {
      const comparisonKey = keyOf(kind, person)
      const key = `${kind}:${comparisonKey}`
      let number = numberByKey.get(key)
      if (number === undefined) {
        const row = digest(kind, comparisonKey)
        number = numbers.get(`${kind}:${row}`)
        if (number === undefined) {
          number = (kind === 'personne' ? people.find(person) : null) ?? (last.get(kind) ?? 0) + 1
          last.set(kind, Math.max(number, last.get(kind) ?? 0))
          numbers.set(`${kind}:${row}`, number)
          added.push({ kind, number, digest: row })
        }
        numberByKey.set(key, number)
        if (kind === 'personne') people.add(person, number)
      }
      const label = `${kind}:${number}`
      if (!values.has(label)) values.set(label, oneLine(value))
      return number
    },
    valueOf: (kind, number) => values.get(`${kind}:${number}`),
    names: () => people.fullNames,
    newRows: () => added,
    markStored(count) {
      added = added.slice(count)
    },
  }
}

/** Index of the people of a conversation, by the words of their names. */
function createPeople() {
  const forms = new Map<number, string[]>()
  const byWord = new Map<string, Set<number>>()
  const fullNames: string[] = []
  return {
    fullNames,
    /** Returns the number of the one person whose forms can all be this name; null when there is none, or several. */
    find(name: string): number | null {
      const candidates = new Set(wordsOf(name).flatMap((word) => [...(byWord.get(word) ?? [])].slice(0, maxCompared)))
      const same = [...candidates].filter((number) => forms.get(number)!.every((form) => samePerson(form, name)))
      return same.length === 1 ? same[0]! : null
    },
    add(name: string, number: number) {
      const known = forms.get(number) ?? []
      known.push(name)
      forms.set(number, known)
      const words = wordsOf(name)
      if (words.length > 1) fullNames.push(name)
      for (const word of words) byWord.set(word, (byWord.get(word) ?? new Set()).add(number))
    },
  }
}
