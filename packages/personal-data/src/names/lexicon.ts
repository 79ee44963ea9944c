import { readFileSync } from 'node:fs'
import { fold } from '../normalise.ts'
import { civilities, kin, neverNames, particles, placeNouns, ranks, roles, sureFirstNames } from './words.ts'

/** Flags of a word, combined. */
export const first = 1
export const surname = 2
export const common = 4
export const particle = 8
export const civility = 16
export const placeNoun = 32
export const role = 64
export const relative = 128
export const never = 256
export const rank = 512

const read = (name: string): string[] =>
  readFileSync(new URL(`../dictionaries/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

const flags = new Map<string, number>()
const add = (words: Iterable<string>, flag: number): void => {
  for (const word of words) flags.set(word, (flags.get(word) ?? 0) | flag)
}

add(read('common-words'), common)
add(read('surnames'), surname)
add(read('first-names'), first)
for (const line of read('more-first-names')) add(line.split(' ').map(fold), first)
add(particles, particle)
add(civilities, civility)
add(placeNouns, placeNoun | common)
add(roles, role | common)
add(kin, relative | common)
add(neverNames, never | common)
add(ranks, rank)
for (const name of sureFirstNames) flags.set(name, ((flags.get(name) ?? 0) & ~common) | first)

/** Returns the flags of a folded word. Those of a compound are the ones that all its parts have, or that one part decides. */
export function flagsOf(key: string): number {
  const own = flags.get(key)
  if (own !== undefined) return own
  const hyphen = key.indexOf('-')
  if (hyphen < 0) return 0
  const parts = key.split('-')
  let all = ~0
  let any = 0
  for (const part of parts) {
    const value = flags.get(part) ?? 0
    all &= value
    any |= value
  }
  // « dit-elle » is French, « Le-Goff » or « Martin-Delorme » a name, « Jean-Yves » a first name.
  const shared = all & (first | common)
  return shared | (any & surname) | ((flags.get(parts[0]!) ?? 0) & (never | placeNoun))
}
