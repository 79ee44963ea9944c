export type RankingWeights = {
  /** Weight of meaning in the fusion when the vectors know the whole question, 0 to 1. */
  semantic: number
  /** How fast that weight falls when the vectors do not know words of the question. */
  caution: number
  /** Share of the whole document in the meaning of a passage, 0 to 1. */
  document: number
  /** Share of the titles above it, 0 to 1; the passage itself has the rest. */
  headings: number
  /** Added when every two neighbouring words of the question stand side by side in the passage. */
  proximity: number
}

/** Tuned on the development split (docs/decisions/0007-recherche-en-francais.md). */
export const defaultRankingWeights: RankingWeights = { semantic: 0.45, caution: 3, document: 0.4, headings: 0.2, proximity: 0.05 }

/** What tells whether a passage answers a question; shares are from 0 to 1 and weighted by rarity. */
type Evidence = {
  score: number
  /** By how much the score passes that of the sixth best passage (0 where there are fewer). */
  lead: number
  /** Different own words of the question. */
  words: number
  /** Share of the question that the passage, its titles included, holds. */
  held: number
  /** Share of the question that no document holds and that the vectors do not know either. */
  unheardOf: number
}

/**
 * Under this `relevance`, a passage does not answer: when none reaches it, say so rather than quote. Calibrated on the
 * development questions, asked of documents that answer them and of others (decision 0007).
 */
export const RELEVANCE_FLOOR = 0.37
/** The same for a question that does not tell its subject without the story around it, whose words answer less well whatever the document. */
export const STORY_RELEVANCE_FLOOR = 0.27

/** Under this score, a passage and a question have nothing in common worth a reading (a stray word, a vague kinship). */
export const COMMON_GROUND = 0.1

/** An answer stands out of the rest of the documents; a subject that all of them touch does not. */
const LEAD_WEIGHT = 0.7
/** How far a passage without any word of the question falls. */
const BARE_PASSAGE = 0.5
/** How far a question made of words never heard of falls. */
const UNHEARD_OF = 0.7
/** Long questions say more than what they look for: each of their words weighs less. */
const LENGTH_POWER = 0.2

/** Rank, from 0, of the passage that a lead is measured from. */
export const LEAD_FROM = 5

/** How surely a passage answers, comparable between questions. */
export const relevanceOf = ({ score, lead, words, held, unheardOf }: Evidence): number =>
  (score + LEAD_WEIGHT * lead) * words ** LENGTH_POWER * (1 - BARE_PASSAGE * (1 - held)) * (1 - UNHEARD_OF * unheardOf)

/** Weight of meaning for a question of which the vectors know `coverage` (0 to 1): proper names weigh on words. */
export const semanticShare = (coverage: number, weights: RankingWeights): number => weights.semantic * coverage ** weights.caution

/** Normalised sum: `lexical` and `semantic` are both near 0…1, `share` is the weight of the second. */
export const fuse = (lexical: number, semantic: number, share: number): number => (1 - share) * lexical + share * semantic

/** Terms farther apart than this are not together. */
const WINDOW = 6

/**
 * Share (0 to 1, weighted by rarity) of the neighbouring pairs of the question found side by side, at most six terms
 * apart in either order; 0.6 of a pair that is not adjacent. `sequence` must put `breakId` between fields.
 */
export const proximity = (question: readonly { id: number | undefined; idf: number }[], sequence: ArrayLike<number>, breakId: number): number => {
  if (question.length < 2) return 0
  const places = new Map<number, number[]>()
  for (const { id } of question) if (id !== undefined) places.set(id, [])
  let place = 0
  for (let i = 0; i < sequence.length; i++) {
    const id = sequence[i]!
    if (id === breakId) {
      place += WINDOW + 1
      continue
    }
    places.get(id)?.push(place)
    place++
  }
  let found = 0
  let whole = 0
  for (let k = 0; k + 1 < question.length; k++) {
    const [left, right] = [question[k]!, question[k + 1]!]
    const rarity = (left.idf + right.idf) / 2
    whole += rarity
    if (left.id === undefined || right.id === undefined || left.id === right.id) continue
    let nearest = Infinity
    for (const a of places.get(left.id)!) for (const b of places.get(right.id)!) nearest = Math.min(nearest, Math.abs(a - b))
    if (nearest <= WINDOW) found += rarity * (nearest === 1 ? 1 : 0.6)
  }
  return whole > 0 ? found / whole : 0
}

/** Indices of the `limit` largest values among the first `count` of `order`, largest first, ties by index. */
export const largest = (order: ArrayLike<number>, count: number, values: ArrayLike<number>, limit: number): number[] => {
  const heap: number[] = []
  const isWorse = (a: number, b: number): boolean => {
    const difference = values[a]! - values[b]!
    return difference < 0 || (difference === 0 && a > b)
  }
  const sink = (start: number): void => {
    for (let parent = start; ;) {
      let child = 2 * parent + 1
      if (child >= heap.length) return
      if (child + 1 < heap.length && isWorse(heap[child + 1]!, heap[child]!)) child++
      if (!isWorse(heap[child]!, heap[parent]!)) return
      ;[heap[parent], heap[child]] = [heap[child]!, heap[parent]!]
      parent = child
    }
  }
  for (let i = 0; i < count; i++) {
    const index = order[i]!
    if (heap.length < limit) {
      heap.push(index)
      if (heap.length === limit) for (let k = limit >> 1; k-- > 0;) sink(k)
    } else if (limit > 0 && isWorse(heap[0]!, index)) {
      heap[0] = index
      sink(0)
    }
  }
  return heap.sort((a, b) => values[b]! - values[a]! || a - b)
}
