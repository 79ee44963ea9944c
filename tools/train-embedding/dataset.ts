import type { TrainingPair } from './pairs.ts'

/** Terms of many texts in flat arrays: text i has terms[starts[i]..starts[i+1]) with their weights. */
export type TermBags = { starts: Uint32Array; terms: Uint16Array; weights: Float32Array }
export type TrainingDataset = { vocabulary: string[]; idf: Float32Array; left: TermBags; right: TermBags; kinds: string[] }

const MAX_BAG_TERMS = 120

const toBags = (texts: string[][], index: Map<string, number>): TermBags => {
  const starts = new Uint32Array(texts.length + 1)
  const terms: number[] = []
  const weights: number[] = []
  texts.forEach((text, i) => {
    const counts = new Map<number, number>()
    for (const term of text) {
      const id = index.get(term)
      if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    for (const [id, count] of counts) {
      terms.push(id)
      weights.push(1 + Math.log(count))
    }
    starts[i + 1] = terms.length
  })
  return { starts, terms: Uint16Array.from(terms), weights: Float32Array.from(weights) }
}

/** Builds the terms of every pair, and the vocabulary: terms found in at least `minimum` texts, most frequent first, at most `size`. */
export const buildDataset = (
  pairs: readonly TrainingPair[],
  termsOf: (text: string) => string[],
  { minimum, size }: { minimum: number; size: number },
): TrainingDataset => {
  const cache = new Map<string, string[]>()
  const analyse = (text: string): string[] => {
    const cached = cache.get(text)
    if (cached) return cached
    const terms = termsOf(text)
      .filter((term) => !/^\d/.test(term) && !/^(?:lo|[lrda]|n|art)\d/.test(term))
      .slice(0, MAX_BAG_TERMS)
    if (text.length < 400) cache.set(text, terms)
    return terms
  }
  const analysedPairs = pairs
    .map((pair) => ({ kind: pair.kind, left: analyse(pair.left), right: analyse(pair.right) }))
    .filter(({ left, right }) => left.length > 0 && right.length > 0)
  const frequency = new Map<string, number>()
  for (const { left, right } of analysedPairs)
    for (const side of [left, right]) for (const term of new Set(side)) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const vocabulary = [...frequency]
    .filter(([, count]) => count >= minimum)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, size)
    .map(([term]) => term)
  const index = new Map(vocabulary.map((term, id) => [term, id]))
  const idf = Float32Array.from(vocabulary, (term) => Math.log((2 * analysedPairs.length) / (frequency.get(term) ?? 1)))
  return {
    vocabulary,
    idf,
    left: toBags(
      analysedPairs.map(({ left }) => left),
      index,
    ),
    right: toBags(
      analysedPairs.map(({ right }) => right),
      index,
    ),
    kinds: analysedPairs.map(({ kind }) => kind),
  }
}
