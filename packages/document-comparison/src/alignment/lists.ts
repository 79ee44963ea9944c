/** Pair of positions: one in the old document, one in the new. */
export type Pair = readonly [before: number, after: number]

/**
 * Returns the indexes of the heaviest subset of pairs in which `after` increases. Pairs are sorted by `before`, which is unique, as is `after`.
 * O(n log n).
 */
export function heaviestIncreasing(pairs: readonly Pair[], weightOf: (pair: Pair) => number): Set<number> {
  const size = pairs.reduce((max, [, after]) => Math.max(max, after), 0) + 2
  // Fenwick tree of the best chain that ends at or before a position.
  const best = new Float64Array(size + 1)
  const bestIndex = new Int32Array(size + 1).fill(-1)
  const previous = new Int32Array(pairs.length).fill(-1)
  let top = -1
  let topWeight = -1
  for (const [index, pair] of pairs.entries()) {
    let weight = 0
    let from = -1
    for (let at = pair[1]; at > 0; at -= at & -at)
      if (best[at]! > weight) {
        weight = best[at]!
        from = bestIndex[at]!
      }
    weight += weightOf(pair)
    previous[index] = from
    for (let at = pair[1] + 1; at <= size; at += at & -at)
      if (weight > best[at]!) {
        best[at] = weight
        bestIndex[at] = index
      }
    if (weight > topWeight) {
      topWeight = weight
      top = index
    }
  }
  const chosen = new Set<number>()
  for (let at = top; at >= 0; at = previous[at]!) chosen.add(at)
  return chosen
}

/**
 * Returns the increasing pairs that give the highest total gain, by dynamic programming over all couples. O(n × m): for short lists.
 * @param gain of pairing two positions; 0 or less: never paired
 */
export function bestIncreasing(befores: readonly number[], afters: readonly number[], gain: (before: number, after: number) => number): Pair[] {
  const [rows, columns] = [befores.length, afters.length]
  const width = columns + 1
  const total = new Float32Array((rows + 1) * width)
  const gains = new Float32Array(rows * columns)
  for (let i = rows - 1; i >= 0; i -= 1)
    for (let j = columns - 1; j >= 0; j -= 1) {
      const paired = gain(befores[i]!, afters[j]!)
      gains[i * columns + j] = paired
      const skip = Math.max(total[(i + 1) * width + j]!, total[i * width + j + 1]!)
      total[i * width + j] = paired > 0 ? Math.max(skip, total[(i + 1) * width + j + 1]! + paired) : skip
    }
  const pairs: Pair[] = []
  for (let i = 0, j = 0; i < rows && j < columns;) {
    const here = total[i * width + j]!
    const paired = gains[i * columns + j]!
    if (paired > 0 && Math.abs(here - (total[(i + 1) * width + j + 1]! + paired)) < 1e-4) {
      pairs.push([befores[i]!, afters[j]!])
      i += 1
      j += 1
    } else if (total[(i + 1) * width + j]! >= total[i * width + j + 1]!) i += 1
    else j += 1
  }
  return pairs
}
