import type { Candidate } from '../index/search-passages.ts'
import type { Ask } from '../language/what-is-asked.ts'

/** One text to search for one of the things asked. */
export type Formulation = {
  ask: number
  text: string
  /** How far it is trusted before anything is found: 1 for the question itself. */
  trust: number
  /** Sentences that the text sums up: their everyday expressions count. */
  told?: readonly string[]
}

/** Things asked at once that are searched, each for itself: of those that follow, whoever asks is told. */
export const MOST_ASKS = 8
/** Sentences of the story searched by themselves: a long story has one that names the case. */
const MOST_SENTENCES = 6
const SENTENCE_TRUST = 0.5
/** How far a question of one and of two words of subject is trusted beside its story: « Combien leur verser ? » matches anything. */
const POOR_TRUST = [0.1, 0.3, 0.7]
/** What the story means in the words of official texts is searched by itself: its own words would drown it. */
const MEANING_TRUST = 0.5
/** Fewer words of subject than that say nothing alone. */
const FEWEST_WORDS = 2

/** What formulations need to know of a text. */
type TextReading = {
  /** How many different terms carry its subject. */
  subjectWords: (text: string) => number
  /** What its everyday expressions mean, as official texts say it. */
  meaningsOf: (text: string) => string[]
}

/** The searches that one message is worth: each question by itself, with its story, the sentences of the story, and what they mean. */
export const formulationsOf = (asks: readonly Ask[], { subjectWords, meaningsOf }: TextReading): Formulation[] =>
  asks.slice(0, MOST_ASKS).flatMap(({ question, inContext, story = [] }, ask): Formulation[] => {
    if (inContext === question) return [{ ask, text: question, trust: 1 }]
    const sentences = story.filter((text) => subjectWords(text) >= FEWEST_WORDS).slice(0, Math.max(1, Math.floor(MOST_SENTENCES / asks.length)))
    const trust = POOR_TRUST[subjectWords(question)] ?? 1
    // A question that says its subject needs no other words than its own.
    const meanings = new Set([...story, ...(trust < 1 ? [question] : [])].flatMap(meaningsOf))
    return [
      { ask, text: question, trust },
      { ask, text: inContext, trust: 1, told: story },
      ...sentences.map((text) => ({ ask, text, trust: SENTENCE_TRUST })),
      ...(meanings.size === 0 ? [] : [{ ask, text: [...meanings].join(', '), trust: MEANING_TRUST }]),
    ]
  })

/** A candidate of one of the things asked. */
export type AskedCandidate = Candidate & {
  ask: number
  /** Its best score by one formulation: what a fusion with others does not dilute. */
  peak: number
}

/** Passages of one document that a ranking keeps: further ones would hide other documents. */
const MOST_OF_ONE_DOCUMENT = 6

/**
 * One ranking out of those of the formulations of one ask: the weighted sum of their scores. A formulation weighs by the square of the
 * best score that it reaches: words that the documents do not hold find nothing, and weigh little
 * (chosen on the development questions, docs/decisions/0007).
 */
const fuseOne = (rankings: readonly { trust: number; candidates: readonly Candidate[] }[], ask: number): AskedCandidate[] => {
  const weights = rankings.map(({ trust, candidates }) => trust * (candidates[0]?.score ?? 0) ** 2)
  const sum = weights.reduce((total, weight) => total + weight, 0) || 1
  const fused = new Map<string, AskedCandidate>()
  for (const [at, { trust, candidates }] of rankings.entries()) {
    const share = weights[at]! / sum
    for (const candidate of candidates) {
      const key = `${candidate.index_no} ${candidate.position}`
      const former = fused.get(key)
      const add = (name: 'score' | 'lexical' | 'semantic'): number => (former?.[name] ?? 0) + share * candidate[name]
      const peak = Math.max(former?.peak ?? 0, candidate.score)
      // Whether it answers is told by the formulation that it answers best: a story around a question takes nothing from it.
      const relevance = Math.max(former?.relevance ?? 0, candidate.relevance * Math.sqrt(trust))
      fused.set(key, { ...candidate, ask, peak, score: add('score'), relevance, lexical: add('lexical'), semantic: add('semantic') })
    }
  }
  const counts = new Map<number, number>()
  return [...fused.values()]
    .sort((a, b) => b.score - a.score || a.index_no - b.index_no || a.position - b.position)
    .filter(({ index_no }) => {
      const count = (counts.get(index_no) ?? 0) + 1
      counts.set(index_no, count)
      return count <= MOST_OF_ONE_DOCUMENT
    })
}

/**
 * The candidates of every formulation as one list, the best of each ask in turn: two questions both get their answer.
 * @param candidates those of each formulation, in the same order
 */
export const fuseFormulations = (formulations: readonly Formulation[], candidates: readonly (readonly Candidate[])[], limit: number): AskedCandidate[] => {
  const asks = [...new Set(formulations.map(({ ask }) => ask))]
  const rankings = asks.map((ask) =>
    fuseOne(
      formulations.flatMap((formulation, at) => (formulation.ask === ask ? [{ trust: formulation.trust, candidates: candidates[at]! }] : [])),
      ask,
    ),
  )
  const merged = new Map<string, AskedCandidate>()
  for (let rank = 0; merged.size < limit && rankings.some((ranking) => rank < ranking.length); rank++) {
    for (const ranking of rankings) {
      const candidate = ranking[rank]
      if (candidate === undefined || merged.size >= limit) continue
      const key = `${candidate.index_no} ${candidate.position}`
      if (!merged.has(key)) merged.set(key, candidate)
    }
  }
  return [...merged.values()]
}
