import type { KeyedUnit, Lexicon } from '../text/units.ts'

/** Units of both documents, and the match of each: a position in the other document, or -1. */
export interface Matching {
  before: readonly KeyedUnit[]
  after: readonly KeyedUnit[]
  lexicon: Lexicon
  beforeMatch: Int32Array
  afterMatch: Int32Array
}

export const createMatching = (before: readonly KeyedUnit[], after: readonly KeyedUnit[], lexicon: Lexicon): Matching => ({
  before,
  after,
  lexicon,
  beforeMatch: new Int32Array(before.length).fill(-1),
  afterMatch: new Int32Array(after.length).fill(-1),
})

export function match(matching: Matching, before: number, after: number): void {
  matching.beforeMatch[before] = after
  matching.afterMatch[after] = before
}

export function unmatch(matching: Matching, before: number): void {
  matching.afterMatch[matching.beforeMatch[before]!] = -1
  matching.beforeMatch[before] = -1
}

/** Matches the unmatched units with a key that occurs once in each document. */
export function matchUnique(matching: Matching, keyOf: (unit: KeyedUnit) => string | null): void {
  const { before, after, beforeMatch, afterMatch } = matching
  const positions = new Map<string, { before: number; after: number }>()
  // -1: none yet; -2: several.
  const collect = (units: readonly KeyedUnit[], matches: Int32Array, side: 'before' | 'after') => {
    for (const [at, unit] of units.entries()) {
      const key = matches[at] === -1 ? keyOf(unit) : null
      if (key === null || key === '') continue
      const entry = positions.get(key) ?? { before: -1, after: -1 }
      entry[side] = entry[side] === -1 ? at : -2
      positions.set(key, entry)
    }
  }
  collect(before, beforeMatch, 'before')
  collect(after, afterMatch, 'after')
  for (const entry of positions.values()) if (entry.before >= 0 && entry.after >= 0) match(matching, entry.before, entry.after)
}

/**
 * Extends each match to its neighbours, upwards then downwards, while they fit. An unmatched unit next to two matched ones joins the one above it in
 * reading order last, so that a heading goes with what follows it.
 */
export function extendMatches(matching: Matching, fits: (before: KeyedUnit, after: KeyedUnit) => boolean): void {
  const { before, after, beforeMatch, afterMatch } = matching
  const tryMatch = (i: number, j: number) => {
    if (i < 0 || j < 0 || i >= before.length || j >= after.length) return
    if (beforeMatch[i] === -1 && afterMatch[j] === -1 && fits(before[i]!, after[j]!)) match(matching, i, j)
  }
  for (let i = before.length - 1; i >= 0; i -= 1) if (beforeMatch[i]! >= 0) tryMatch(i - 1, beforeMatch[i]! - 1)
  for (let i = 0; i < before.length; i += 1) if (beforeMatch[i]! >= 0) tryMatch(i + 1, beforeMatch[i]! + 1)
}
