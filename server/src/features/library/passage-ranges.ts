/** A place of a document found by a search. */
export type Found = { document_id: string; position: number; score: number }
/** Neighbouring passages that will be read as one. `score` is that of the best. */
export type Range = { document_id: string; first: number; last: number; score: number }

/** Passages this far apart are joined, with what stands between. */
const reach = 2

/** At most `limit` ranges, the best first; passages found beyond that only make the kept ones longer. */
export function joinNeighbours(found: readonly Found[], limit: number): Range[] {
  let ranges: Range[] = []
  for (const { document_id, position, score } of found) {
    const place: Range = { document_id, first: position, last: position, score }
    const near = ranges.filter((range) => isNear(range, place))
    const [best, ...others] = near
    if (best !== undefined) {
      best.first = Math.min(...near.map(({ first }) => first), position)
      best.last = Math.max(...near.map(({ last }) => last), position)
      ranges = ranges.filter((range) => !others.includes(range))
    } else if (ranges.length < limit) ranges.push(place)
  }
  return ranges
}

const isNear = (a: Range, b: Range): boolean => a.document_id === b.document_id && b.first <= a.last + reach && b.last >= a.first - reach

export type Measured = { tokens: number }

/** The first items whose tokens fit together in `budget`; an item that does not fit is skipped. */
export function withinTokens<T extends Measured>(items: readonly T[], budget: number): T[] {
  let left = budget
  return items.filter(({ tokens }) => {
    if (tokens > left) return false
    left -= tokens
    return true
  })
}
