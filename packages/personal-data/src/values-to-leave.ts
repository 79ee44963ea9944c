import type { Match } from './matches.ts'
import { samePerson } from './names/people.ts'
import { fold } from './normalise.ts'
import type { PersonalDataKind } from './types.ts'
import { valueKey } from './value-key.ts'

/**
 * Returns a predicate of the values that are left as they are: those of `keep` in any spelling, and every form of the name of its people that names nobody
 * else in the text.
 */
export function valuesToLeave(keep: readonly string[]): (text: string, match: Match) => boolean {
  if (keep.length === 0) return () => false
  const keys = new Map<PersonalDataKind, Set<string>>()
  const keysOf = (kind: PersonalDataKind): Set<string> => {
    const known = keys.get(kind) ?? new Set(keep.map((value) => valueKey(kind, value)).filter(Boolean))
    keys.set(kind, known)
    return known
  }
  const byWord = new Map<string, string[]>()
  for (const name of keep) for (const word of wordsOf(name)) byWord.set(word, [...(byWord.get(word) ?? []), name])
  return (text, { kind, start, end, person }) => {
    const value = text.slice(start, end)
    if (keysOf(kind).has(valueKey(kind, value))) return true
    if (kind !== 'personne') return false
    const named = person ?? value
    return wordsOf(named).some((word) => byWord.get(word)?.some((name) => samePerson(name, named)))
  }
}

const wordsOf = (name: string): string[] => fold(name).match(/[\p{L}\p{N}]{2,}/gu) ?? []
