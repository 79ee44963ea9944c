import type { Person } from '@parvis/contract'
import { foldText } from '../../ui/lists/matching.ts'

/** Address between angle brackets, as mail clients copy it: « Marie Durand <m.durand@ville.fr> ». */
const bracketed = /<([^<>\s]+@[^<>\s]+)>/

/**
 * Splits a text into the names, user names and addresses that it lists, without duplicates. Separators: line breaks, commas, semicolons, tabs. Spaces
 * separate addresses only.
 */
export function splitNames(text: string): string[] {
  const parts = text
    .split(/[\n\r\t;,]/)
    .map((part) => bracketed.exec(part)?.[1] ?? part.replace(/\s+/g, ' ').trim())
    .flatMap((part) => (part.split(' ').every((word) => word.includes('@')) ? part.split(' ') : [part]))
  return [...new Set(parts)].filter((part) => part !== '')
}

/** Words of a name in alphabetical order, without case or accents: « Durand Marie » equals « Marie DURAND ». */
const nameKey = (name: string): string =>
  foldText(name)
    .split(/[\s-]+/)
    .toSorted()
    .join(' ')

/**
 * Finds the person that a text names in full: by user name or address (`exact`), or else by a name that nobody else has.
 * @returns `several` if several people have this name, null if nobody has
 */
export function findNamedPerson({ people, exact }: { people: readonly Person[]; exact: string | null }, text: string): Person | 'several' | null {
  const person = people.find(({ id }) => id === exact)
  if (person !== undefined) return person
  const sameName = people.filter(({ name }) => nameKey(name) === nameKey(text))
  return sameName.length > 1 ? 'several' : (sameName[0] ?? null)
}
