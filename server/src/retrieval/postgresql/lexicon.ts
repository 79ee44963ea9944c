import { BREAK_ID, MAX_TERM_COUNT, termScore, type QuestionTerms } from '@parvis/french-search'

/** A passage as the numbers of its terms, in order, with `BREAK_ID` between fields. */
export type NumberedPassage = { position: number; ids: readonly number[] }

/** Counts the terms of a passage, field breaks excluded, by their numbers. */
export const countIds = (ids: readonly number[]): Map<number, number> => {
  const counts = new Map<number, number>()
  for (const id of ids) if (id !== BREAK_ID) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

const pushNumber = (bytes: number[], value: number): void => {
  let rest = value
  while (rest > 127) {
    bytes.push((rest & 127) | 128)
    rest >>>= 7
  }
  bytes.push(rest)
}

/**
 * Encodes the passages of an index for exact scoring, in variable-length integers. For each passage: its position, its number of terms, its number of distinct
 * terms, then the ascending numbers of those, delta-encoded and doubled, plus one when a byte with a count above 1 follows.
 */
export const encodeLexicon = (passages: readonly NumberedPassage[]): Buffer => {
  const bytes: number[] = []
  for (const { position, ids } of passages) {
    const counts = [...countIds(ids)].sort(([a], [b]) => a - b)
    pushNumber(bytes, position)
    pushNumber(
      bytes,
      counts.reduce((sum, [, count]) => sum + count, 0),
    )
    pushNumber(bytes, counts.length)
    let previous = 0
    for (const [id, count] of counts) {
      pushNumber(bytes, (id - previous) * 2 + (count > 1 ? 1 : 0))
      if (count > 1) bytes.push(Math.min(MAX_TERM_COUNT, count))
      previous = id
    }
  }
  return Buffer.from(bytes)
}

/**
 * Returns a function that scores the passages of a lexicon by BM25, and calls `keep` with the position and score of each that contains a scored term.
 * @param meanLength mean number of terms of the passages of the whole collection
 */
export const lexiconScorer = (
  { scored }: Pick<QuestionTerms, 'scored'>,
  meanLength: number,
): ((lexicon: Uint8Array, keep: (position: number, score: number) => void) => void) => {
  const wanted = scored.toSorted((a, b) => a.id - b.id)
  const wantedIds = Uint32Array.from(wanted, ({ id }) => id)
  const factors = Float64Array.from(wanted, ({ factor }) => factor)
  const last = wantedIds.at(-1) ?? 0
  return (lexicon, keep) => {
    let index = 0
    const readNumber = (): number => {
      let byte = lexicon[index++]!
      let value = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = lexicon[index++]!
        value |= (byte & 127) << shift
      }
      return value
    }
    while (index < lexicon.length) {
      const position = readNumber()
      const length = readNumber()
      let score = 0
      let id = 0
      let next = 0
      for (let left = readNumber(); left > 0; left--) {
        const value = readNumber()
        id += value >>> 1
        const count = (value & 1) === 1 ? lexicon[index++]! : 1
        if (id > last) continue
        while (wantedIds[next]! < id) next++
        if (wantedIds[next] === id) score += termScore(factors[next]!, count, length, meanLength)
      }
      if (score > 0) keep(position, score)
    }
  }
}
