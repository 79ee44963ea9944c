import { headingTerms, vectorTerms } from './index-terms.ts'
import { BREAK_ID, createPostings, grow, inverseFrequency, MOST_PER_TERM } from './postings.ts'
import { fuse, largest, LEAD_FROM, proximity, relevanceOf } from './ranking.ts'
import type { RankingWeights } from './ranking.ts'
import { cosine, countTerms, dot, quantise } from './static-embedding.ts'
import type { StaticEmbedding } from './static-embedding.ts'

export type IndexedPassage = {
  position: number
  /** In order, with field breaks between titles and text. */
  terms: readonly string[]
}

export type Candidate = {
  index_no: number
  position: number
  /** BM25 over the most this question can reach, 0 to about 1. */
  lexical: number
  /** Cosine of the meaning of passage and document with the question's, −1 to 1. */
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
  vector: Float32Array
  /** Only these documents; null for all. */
  allowed: readonly number[] | null
  limit: number
}

export type MemoryIndex = {
  add: (index_no: number, passages: readonly IndexedPassage[]) => void
  remove: (index_no: number) => void
  search: (query: IndexQuery) => Candidate[]
  /** Numbers of the documents held. */
  held: () => number[]
  passageCount: () => number
}

/** Passages looked at a second time, with their document and the order of words. */
const SHORTLIST = 300

type Range = { first: number; count: number; vector: Int8Array }

const createSegment = (dimension: number) => ({
  postings: createPostings(),
  documentOf: new Float64Array(1024),
  positionOf: new Uint32Array(1024),
  vectors: new Int8Array(1024 * dimension),
  documents: new Map<number, Range>(),
  slots: 0,
  live: 0,
  liveLength: 0,
})
type Segment = ReturnType<typeof createSegment>

/** Unit mean of unit vectors. */
const meanVector = (vectors: readonly Int8Array[], dimension: number): Int8Array => {
  const sum = new Float32Array(dimension)
  for (const vector of vectors) for (let j = 0; j < dimension; j++) sum[j]! += vector[j]!
  const norm = Math.hypot(...sum) || 1
  return quantise(sum.map((x) => x / norm))
}

type VectoredPassage = IndexedPassage & { vector: Int8Array }

const append = (segment: Segment, dimension: number, index_no: number, passages: readonly VectoredPassage[]): void => {
  const first = segment.slots
  const needed = first + passages.length
  segment.documentOf = grow(segment.documentOf, needed)
  segment.positionOf = grow(segment.positionOf, needed)
  segment.vectors = grow(segment.vectors, needed * dimension)
  for (const { position, terms, vector } of passages) {
    const slot = segment.slots++
    segment.postings.append(terms)
    segment.documentOf[slot] = index_no
    segment.positionOf[slot] = position
    segment.vectors.set(vector, slot * dimension)
    segment.liveLength += segment.postings.length(slot)
  }
  segment.live += passages.length
  segment.documents.set(index_no, {
    first,
    count: passages.length,
    vector: meanVector(
      passages.map((passage) => passage.vector),
      dimension,
    ),
  })
}

/** The same passages without the dead ones. */
const compacted = (old: Segment, dimension: number): Segment => {
  const fresh = createSegment(dimension)
  for (const [index_no, { first, count }] of old.documents) {
    append(
      fresh,
      dimension,
      index_no,
      Array.from({ length: count }, (_, i) => ({
        position: old.positionOf[first + i]!,
        terms: Array.from(old.postings.sequence(first + i), (id) => old.postings.term(id)),
        vector: old.vectors.slice((first + i) * dimension, (first + i + 1) * dimension),
      })),
    )
  }
  return fresh
}

/**
 * Exact BM25 and exact cosine over every passage, in typed arrays: about 1 kB per passage. A removed document
 * leaves at once; its room is taken back when a third of the slots are dead.
 */
export const createMemoryIndex = (embedding: StaticEmbedding, weights: RankingWeights): MemoryIndex => {
  const { dimension } = embedding
  const embed = (terms: readonly string[]): Int8Array => quantise(embedding.embed(countTerms(terms)))
  let segment = createSegment(dimension)
  let lexical = new Float32Array(0)
  let scores = new Float32Array(0)
  let order = new Uint32Array(0)

  /** Live slots of the allowed documents, in `order`; returns how many. */
  const select = (allowed: readonly number[] | null): number => {
    let count = 0
    const take = ({ first, count: length }: Range): void => {
      for (let i = 0; i < length; i++) order[count++] = first + i
    }
    if (allowed === null) for (const range of segment.documents.values()) take(range)
    else
      for (const index_no of new Set(allowed)) {
        const range = segment.documents.get(index_no)
        if (range) take(range)
      }
    return count
  }

  const search: MemoryIndex['search'] = ({ own: ownTerms, weighted, known, vector, allowed, limit }) => {
    const { postings, slots, live } = segment
    if (live === 0) return []
    if (order.length < slots) {
      lexical = new Float32Array(segment.documentOf.length)
      scores = new Float32Array(segment.documentOf.length)
      order = new Uint32Array(segment.documentOf.length)
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
    const coverage = mass(new Set(known)) / (mass(new Set(ownTerms)) || 1)
    const question = quantise(vector)
    const count = select(allowed)
    for (let i = 0; i < count; i++) {
      const slot = order[i]!
      lexical[slot]! /= most || 1
      scores[slot] = fuse(lexical[slot]!, cosine(dot(question, segment.vectors, slot * dimension)), coverage, weights)
    }
    const sequence = ownTerms.map((term) => ({ id: postings.id(term), idf: idf(term) }))
    const knownTerms = new Set(known)
    const words = [...new Set(ownTerms)].map((term) => {
      const id = postings.id(term)
      return { id, idf: idf(term), isHeardOf: knownTerms.has(term) || (id !== undefined && postings.frequency(id) > 0) }
    })
    const shareOf = (counts: (word: (typeof words)[number]) => boolean): number => {
      let share = 0
      let whole = 0
      for (const word of words) {
        whole += word.idf
        if (counts(word)) share += word.idf
      }
      return whole > 0 ? share / whole : 0
    }
    const unheardOf = shareOf(({ isHeardOf }) => !isHeardOf)
    const ranked = largest(order, count, scores, Math.max(SHORTLIST, limit))
      .map((slot) => {
        const index_no = segment.documentOf[slot]!
        const terms = postings.sequence(slot)
        const own = cosine(dot(question, segment.vectors, slot * dimension))
        const whole = cosine(dot(question, segment.documents.get(index_no)!.vector, 0))
        const above = headingTerms(terms, BREAK_ID)
        const heading = above.length > 0 ? cosine(dot(question, embed(Array.from(above, (id) => postings.term(id))), 0)) : own
        const semantic = (1 - weights.document - weights.headings) * own + weights.document * whole + weights.headings * heading
        const near = proximity(sequence, terms, BREAK_ID)
        const score = fuse(lexical[slot]!, semantic, coverage, weights) + weights.proximity * near
        return { index_no, position: segment.positionOf[slot]!, lexical: lexical[slot]!, semantic, score, terms }
      })
      .sort((a, b) => b.score - a.score || a.index_no - b.index_no || a.position - b.position)
    const base = ranked[LEAD_FROM]?.score ?? 0
    return ranked.slice(0, limit).map(({ terms, ...candidate }): Candidate => {
      const { score } = candidate
      const here = new Set(terms)
      const held = shareOf(({ id }) => id !== undefined && here.has(id))
      return { ...candidate, relevance: relevanceOf({ score, lead: Math.max(0, score - base), words: words.length, held, unheardOf }) }
    })
  }

  return {
    search,
    add: (index_no, passages) => {
      if (segment.documents.has(index_no)) return
      const findable = passages.filter((passage) => passage.terms.length > 0)
      append(
        segment,
        dimension,
        index_no,
        findable.map((passage) => ({ ...passage, vector: embed(vectorTerms(passage.terms)) })),
      )
    },
    remove: (index_no) => {
      const range = segment.documents.get(index_no)
      if (!range) return
      segment.documents.delete(index_no)
      segment.live -= range.count
      for (let i = 0; i < range.count; i++) segment.liveLength -= segment.postings.length(range.first + i)
      if (segment.slots > 1000 && segment.live < segment.slots * (2 / 3)) segment = compacted(segment, dimension)
    },
    held: () => [...segment.documents.keys()],
    passageCount: () => segment.live,
  }
}
