import { directionCode, product, unitCode } from '../vectors/byte-vectors.ts'
import { headingTerms, vectorTerms } from '../cutting/index-terms.ts'
import { BREAK_ID, inverseFrequency, MOST_PER_TERM } from './postings.ts'
import { shareOfWords } from '../ranking/question-words.ts'
import { fuse, largest, LEAD_FROM, proximity, relevanceOf, semanticShare } from '../ranking/ranking.ts'
import type { RankingWeights } from '../ranking/ranking.ts'
import { appendDocument, compacted, createSegment, dropDocument, slotRuns } from './segment.ts'
import { countTerms } from '../vectors/static-embedding.ts'
import type { StaticEmbedding } from '../vectors/static-embedding.ts'

export type IndexedPassage = {
  position: number
  /** In order, with field breaks between titles and text. */
  terms: readonly string[]
  /** Of the model of the index; a passage without one is found by its words. Left out where vectors come from terms. */
  vector?: Int8Array | null
}

export type Candidate = {
  index_no: number
  position: number
  /** BM25 over the most this question can reach, 0 to about 1. */
  lexical: number
  /** How near the meaning of passage and document is to the question's: at most 1, 0 for unrelated texts. */
  semantic: number
  /** Fusion of both: what the ranking follows. */
  score: number
  /** See `relevanceOf`; comparable between questions. */
  relevance: number
}

export type IndexQuery = {
  /** Own terms of the question in order. */
  own: readonly string[]
  /** Own terms and expansions with their weights; a weight under 1 is an expansion. */
  weighted: readonly (readonly [term: string, weight: number])[]
  /** Own terms the vectors know. */
  known: readonly string[]
  /** Null when its meaning is not known: words alone decide. */
  vector: Float32Array | null
  /** Only these documents; null for all. */
  allowed: readonly number[] | null
  limit: number
}

/** What the vectors are: built-in ones made from terms, or those of a model, stored with the passages. */
export type VectorSpace =
  | { kind: 'terms'; embedding: StaticEmbedding }
  /** `baseline`: cosine of unrelated texts, what nearness is counted from. */
  | { kind: 'stored'; dimension: number; baseline: number }

type MemoryIndex = {
  add: (index_no: number, passages: readonly IndexedPassage[]) => void
  remove: (index_no: number) => void
  search: (query: IndexQuery) => Candidate[]
  /** Numbers of the documents held. */
  held: () => number[]
  passageCount: () => number
}

/** Passages looked at a second time, with their document and the order of words. */
const SHORTLIST = 300

/**
 * Exact BM25 and exact cosine over every passage, in typed arrays (docs/decisions/0007 gives the bytes by passage). A removed
 * document leaves at once; its room is taken back when a third of the slots are dead.
 */
export const createMemoryIndex = (space: VectorSpace, weights: RankingWeights): MemoryIndex => {
  const dimension = space.kind === 'terms' ? space.embedding.dimension : space.dimension
  const baseline = space.kind === 'terms' ? 0 : space.baseline
  const code = space.kind === 'terms' ? unitCode : directionCode
  const unknown = new Int8Array(dimension)
  const vectorOf = ({ terms, vector }: IndexedPassage): Int8Array =>
    space.kind === 'terms' ? code.toBytes(space.embedding.embed(countTerms(vectorTerms(terms)))) : vector?.length === dimension ? vector : unknown
  let segment = createSegment(code, dimension)
  let lexical = new Float32Array(0)
  let scores = new Float32Array(0)
  let products = new Int32Array(0)
  let order = new Uint32Array(0)

  /** Nearness of the headings above a passage to the question; null where vectors do not come from terms. */
  const headingNearness = (question: Int8Array, questionScale: number): ((terms: Uint32Array) => number | null) => {
    if (space.kind !== 'terms') return () => null
    const known = new Map<string, number>()
    return (terms) => {
      const above = headingTerms(terms, BREAK_ID)
      if (above.length === 0) return null
      const key = Array.prototype.join.call(above, ' ')
      let found = known.get(key)
      if (found === undefined) {
        const vector = code.toBytes(space.embedding.embed(countTerms(Array.from(above, (id) => segment.postings.term(id)))))
        known.set(key, (found = product(question, vector) * questionScale * code.scale(vector)))
      }
      return found
    }
  }

  const search: MemoryIndex['search'] = ({ own: ownTerms, weighted, known, vector, allowed, limit }) => {
    const { postings, slots, live, scaleOf } = segment
    if (live === 0) return []
    if (order.length < slots) {
      const room = segment.documentOf.length
      lexical = new Float32Array(room)
      scores = new Float32Array(room)
      products = new Int32Array(room)
      order = new Uint32Array(room)
    }
    const idf = (term: string): number => {
      const id = postings.id(term)
      return inverseFrequency(live, id === undefined ? 0 : Math.min(live, postings.frequency(id)))
    }
    lexical.fill(0, 0, slots)
    let most = 0
    for (const [term, weight] of weighted) {
      const factor = weight * idf(term)
      if (weight >= 1) most += factor * MOST_PER_TERM
      const id = postings.id(term)
      if (id !== undefined) postings.accumulate(id, factor, segment.liveLength / live, lexical)
    }
    const mass = (terms: Iterable<string>): number => {
      let sum = 0
      for (const term of terms) sum += idf(term)
      return sum
    }
    const question = vector?.length === dimension ? code.toBytes(vector) : unknown
    const questionScale = code.scale(question)
    const coverage = space.kind === 'stored' ? 1 : mass(new Set(known)) / (mass(new Set(ownTerms)) || 1)
    const share = questionScale === 0 ? 0 : semanticShare(coverage, weights)
    const nearness = (cosine: number): number => (cosine - baseline) / (1 - baseline)
    /** A passage without a vector of the model is judged by its words. */
    const shareOf = (slot: number): number => (space.kind === 'stored' && scaleOf[slot] === 0 ? 0 : share)

    let count = 0
    for (const run of slotRuns(segment, allowed)) {
      if (share > 0) segment.vectors.products(question, run.first, run.count, products)
      for (let slot = run.first; slot < run.first + run.count; slot++) {
        order[count++] = slot
        lexical[slot]! /= most || 1
        scores[slot] = share > 0 ? fuse(lexical[slot]!, nearness(products[slot]! * questionScale * scaleOf[slot]!), shareOf(slot)) : lexical[slot]!
      }
    }
    const sequence = ownTerms.map((term) => ({ id: postings.id(term), idf: idf(term) }))
    const heading = headingNearness(question, questionScale)
    const knownTerms = new Set(known)
    const words = [...new Set(ownTerms)].map((term) => {
      const id = postings.id(term)
      return { id, idf: idf(term), isHeardOf: knownTerms.has(term) || (id !== undefined && postings.frequency(id) > 0) }
    })
    const unheardOf = shareOfWords(words, ({ isHeardOf }) => !isHeardOf)
    const ranked = largest(order, count, scores, Math.max(SHORTLIST, limit))
      .map((slot) => {
        const index_no = segment.documentOf[slot]!
        const terms = postings.sequence(slot)
        const { mean, meanScale } = segment.documents.get(index_no)!
        const own = share > 0 ? nearness(products[slot]! * questionScale * scaleOf[slot]!) : 0
        const whole = share > 0 ? nearness(product(question, mean) * questionScale * meanScale) : 0
        const above = share > 0 ? (heading(terms) ?? own) : 0
        const semantic = (1 - weights.document - weights.headings) * own + weights.document * whole + weights.headings * above
        const near = proximity(sequence, terms, BREAK_ID)
        const score = fuse(lexical[slot]!, semantic, shareOf(slot)) + weights.proximity * near
        return { index_no, position: segment.positionOf[slot]!, lexical: lexical[slot]!, semantic, score, terms }
      })
      .sort((a, b) => b.score - a.score || a.index_no - b.index_no || a.position - b.position)
    const base = ranked[LEAD_FROM]?.score ?? 0
    return ranked.slice(0, limit).map(({ terms, ...candidate }): Candidate => {
      const { score } = candidate
      const here = new Set(terms)
      const held = shareOfWords(words, ({ id }) => id !== undefined && here.has(id))
      return { ...candidate, relevance: relevanceOf({ score, lead: Math.max(0, score - base), words: words.length, held, unheardOf }) }
    })
  }

  return {
    search,
    add: (index_no, passages) => {
      if (segment.documents.has(index_no)) return
      const findable = passages.filter((passage) => passage.terms.length > 0)
      appendDocument(
        segment,
        index_no,
        findable.map((passage) => ({ position: passage.position, terms: passage.terms, vector: vectorOf(passage) })),
      )
    },
    remove: (index_no) => {
      dropDocument(segment, index_no)
      if (segment.slots > 1000 && segment.live < segment.slots * (2 / 3)) segment = compacted(segment)
    },
    held: () => [...segment.documents.keys()],
    passageCount: () => segment.live,
  }
}
