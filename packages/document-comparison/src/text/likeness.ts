import type { KeyedUnit, Lexicon } from './units.ts'

/** Returns twice the weight of the common words over the weight of all of them, from 0 to 1. The arrays are sorted. */
function overlap(a: Int32Array, b: Int32Array, total: number, weights: readonly number[]): number {
  if (total === 0) return 0
  let common = 0
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const difference = a[i]! - b[j]!
    if (difference === 0) common += weights[a[i]!]!
    if (difference <= 0) i += 1
    if (difference >= 0) j += 1
  }
  return (2 * common) / total
}

/** Whether a heading is a number alone: « Article 3 ». */
export const isBare = (unit: KeyedUnit): boolean => unit.kind === 'heading' && unit.titleKey === ''

/**
 * Returns how alike two units are, from 0 to 1 (equal up to typography). Headings with the same title or the same number, and rows with the same first cell,
 * are alike whatever the rest.
 */
export function likeness(a: KeyedUnit, b: KeyedUnit, { weights }: Lexicon): number {
  if (a.key === b.key) return 1
  const common = overlap(a.words, b.words, a.weight + b.weight, weights)
  const factor = maskingFactor(a, b)
  let best = factor === 0 ? common : Math.max(common, factor * overlap(a.masked, b.masked, a.maskedWeight + b.maskedWeight, weights))
  if (a.kind === 'heading' && b.kind === 'heading') {
    if (a.titleKey === b.titleKey) best = Math.max(best, a.titleKey === '' ? 0.6 : 0.95)
    else if (a.number !== null && a.number === b.number) best = Math.max(best, 0.45 + 0.3 * common)
    return best
  }
  if (a.titleKey !== '' && a.titleKey === b.titleKey) return 0.97
  if (a.kind === 'row' && b.kind === 'row') return Math.max(best, rowLikeness(a.cellKeys, b.cellKeys))
  return a.kind === b.kind ? best : best * (a.kind === 'row' || b.kind === 'row' ? 0.8 : 0.92)
}

/** Returns the likeness, from 0 to 1, of two texts that differ by their numbers alone. It is lower for table rows named by a number, and 0 for rows with different names. */
function maskingFactor(a: KeyedUnit, b: KeyedUnit): number {
  if (a.kind !== 'row' || b.kind !== 'row' || a.cellKeys[0] === b.cellKeys[0]) return 0.95
  return a.cellKeys[0]?.replace(/\d+/g, '') === b.cellKeys[0]?.replace(/\d+/g, '') ? 0.7 : 0
}

function rowLikeness(a: readonly string[], b: readonly string[]): number {
  const cells = Math.max(a.length, b.length)
  let equal = 0
  let filled = 0
  for (let at = 0; at < cells; at += 1) {
    if (!a[at] && !b[at]) continue
    filled += 1
    if (a[at] === b[at]) equal += 1
  }
  const first = a[0] !== '' && a[0] === b[0] && cells > 1
  return Math.max(filled === 0 ? 0 : (0.85 * equal) / filled, first ? 0.6 + 0.3 * (equal / Math.max(1, filled)) : 0)
}
