export type RankingWeights = {
  /** Weight of the semantic score in the fusion when the vectors know the whole question, 0 to 1. */
  semantic: number
  /** Exponent by which this weight falls when the vectors do not know words of the question. */
  coveragePower: number
  /** Share of the document's mean vector in the semantic score of a passage, 0 to 1. */
  document: number
  /** Share of the headings above the passage, 0 to 1. The passage itself has the rest. */
  headings: number
  /** Score added when all pairs of consecutive words of the question are adjacent in the passage; proportional otherwise. */
  proximity: number
}

/** Default weights, tuned on the development split (docs/decisions/0007-recherche-en-francais.md). */
export const defaultRankingWeights: RankingWeights = { semantic: 0.45, coveragePower: 3, document: 0.4, headings: 0.2, proximity: 0.05 }

/** Measures from which relevance is computed. Shares are from 0 to 1 and weighted by rarity. */
type RelevanceMeasures = {
  score: number
  /** Difference between the score and that of the sixth best passage (0 with fewer passages). */
  lead: number
  /** Number of distinct terms of the question. */
  words: number
  /** Share of the question that the passage contains, headings included. */
  matchedShare: number
  /** Share of the question that neither the documents nor the vectors know. */
  unknownShare: number
}

/**
 * Minimum `relevance` of a passage that answers. If none reaches it, say that nothing answers. Calibrated on the development questions, with documents
 * that answer them and others (decision 0007).
 */
export const MIN_RELEVANCE = 0.37
/** Minimum `relevance` for a question whose subject is only in the story around it: such questions match less well in any document. */
export const MIN_STORY_RELEVANCE = 0.27

/** Minimum score of a passage worth reading: below it, only a stray word or a vague similarity matches. */
export const MIN_SCORE = 0.1

/** Weight of the lead: an answer has a clearly higher score than the other passages, a subject common to all documents does not. */
const LEAD_WEIGHT = 0.7
/** Share of its relevance that a passage without any word of the question loses. */
const UNMATCHED_PENALTY = 0.5
/** Share of its relevance that a question of unknown words loses. */
const UNKNOWN_PENALTY = 0.7
/** Exponent of the number of words: the score of a long question is lower, because not all of its words describe what it searches. */
const LENGTH_POWER = 0.2

/** Rank, from 0, of a passage. The lead of the best passage is its score minus the score at this rank. */
export const LEAD_FROM = 5

/** Relevance of a passage, comparable between questions. */
export const relevanceOf = ({ score, lead, words, matchedShare, unknownShare }: RelevanceMeasures): number =>
  (score + LEAD_WEIGHT * lead) * words ** LENGTH_POWER * (1 - UNMATCHED_PENALTY * (1 - matchedShare)) * (1 - UNKNOWN_PENALTY * unknownShare)

/** Weight of the semantic score for a question of which the vectors know `coverage` (0 to 1). Proper names, which are unknown, shift the weight to words. */
export const semanticShare = (coverage: number, weights: RankingWeights): number => weights.semantic * coverage ** weights.coveragePower

/** Weighted mean of `lexical` and `semantic`, both about 0 to 1. `share`: weight of the second. */
export const fuse = (lexical: number, semantic: number, share: number): number => (1 - share) * lexical + share * semantic

/** Minimum distance between a number of one list and one of the other, both ascending; infinite if one is empty. */
const minDistance = (left: readonly number[], right: readonly number[]): number => {
  let nearest = Infinity
  for (let i = 0, j = 0; i < left.length && j < right.length;) {
    nearest = Math.min(nearest, Math.abs(left[i]! - right[j]!))
    if (left[i]! < right[j]!) i++
    else j++
  }
  return nearest
}

/** Maximum distance of two terms that count as close. */
const PROXIMITY_WINDOW = 6

/**
 * Share (0 to 1, weighted by rarity) of the consecutive pairs of the question that are close in the passage, at most six terms apart, in either order. A
 * pair that is close but not adjacent counts 0.6. `sequence` must have `breakId` between fields.
 */
export const proximity = (question: readonly { id: number | undefined; idf: number }[], sequence: ArrayLike<number>, breakId: number): number => {
  if (question.length < 2) return 0
  const positions = new Map<number, number[]>()
  for (const { id } of question) if (id !== undefined) positions.set(id, [])
  let position = 0
  for (let i = 0; i < sequence.length; i++) {
    const id = sequence[i]!
    if (id === breakId) {
      position += PROXIMITY_WINDOW + 1
      continue
    }
    positions.get(id)?.push(position)
    position++
  }
  let foundCount = 0
  let total = 0
  for (let k = 0; k + 1 < question.length; k++) {
    const [left, right] = [question[k]!, question[k + 1]!]
    const rarity = (left.idf + right.idf) / 2
    total += rarity
    if (left.id === undefined || right.id === undefined || left.id === right.id) continue
    const nearest = minDistance(positions.get(left.id)!, positions.get(right.id)!)
    if (nearest <= PROXIMITY_WINDOW) foundCount += rarity * (nearest === 1 ? 1 : 0.6)
  }
  return total > 0 ? foundCount / total : 0
}

/** Entry of a ranking, by its score and then by its slot. */
type Scored = { slot: number; score: number }

type TopList<T extends Scored> = {
  /** Adds an entry if it is one of the best so far. */
  offer: (entry: T) => void
  /** Score that an entry of a higher slot must exceed to enter the list. */
  threshold: () => number
  /** Entries of the list, best first. */
  sorted: () => T[]
}

/** Creates a list of the `limit` entries with the highest scores; of equal ones, those of the lowest slots. */
export const createTopList = <T extends Scored>(limit: number): TopList<T> => {
  /** A heap once it is full: the worst entry first. */
  const heap: T[] = []
  const isWorse = (a: T, b: T): boolean => a.score < b.score || (a.score === b.score && a.slot > b.slot)
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
  return {
    offer: (entry) => {
      if (heap.length < limit) {
        heap.push(entry)
        if (heap.length === limit) for (let k = limit >> 1; k-- > 0;) sink(k)
      } else if (limit > 0 && isWorse(heap[0]!, entry)) {
        heap[0] = entry
        sink(0)
      }
    },
    threshold: () => (heap.length < limit ? -Infinity : (heap[0]?.score ?? Infinity)),
    sorted: () => heap.toSorted((a, b) => (isWorse(a, b) ? 1 : -1)),
  }
}
