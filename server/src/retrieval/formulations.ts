import type { Candidate } from './memory-index.ts'
import type { Ask } from './what-is-asked.ts'

/** One text to search for one of the things asked, and its part in that search; the parts of an ask make 1. */
export type Formulation = { ask: number; text: string; share: number }

/** Things asked at once that are searched, each for itself. */
const MOST_ASKS = 4

/** Words that stand for what the story named. */
const pointsBack =
  /(?<![\p{L}-])(?:il|elle|ils|elles|lui|leur|ça|cela|ceci|y|en|(?:ce|cet|cette|ces) (?:cas|type|demande|situation|personne|agent|document))(?![\p{L}-])|-(?:il|elle|ils|elles)(?![\p{L}])/iu

/** How much of the search goes to the story, by the words of subject that the question holds: a poor question needs it. */
const STORY_SHARES = [0.6, 0.45, 0.25, 0.15]
const STORY_SHARE_OF_LONG = 0.1
const STORY_SHARE_OF_POINTER = 0.1

/**
 * The searches that one message is worth: each question by itself, and again with its story.
 * Shares chosen on questions of service_public_qr in 36 wrappings (docs/decisions/0007).
 * @param subjectWords how many different terms of a text carry its subject
 */
export const formulationsOf = (asks: readonly Ask[], subjectWords: (text: string) => number): Formulation[] =>
  asks.slice(0, MOST_ASKS).flatMap(({ question, inContext }, ask): Formulation[] => {
    if (inContext === question) return [{ ask, text: question, share: 1 }]
    const story = (STORY_SHARES[subjectWords(question)] ?? STORY_SHARE_OF_LONG) + (pointsBack.test(question) ? STORY_SHARE_OF_POINTER : 0)
    return [
      { ask, text: question, share: 1 - story },
      { ask, text: inContext, share: story },
    ]
  })

/** A candidate of one of the things asked. */
export type AskedCandidate = Candidate & { ask: number }

/** One ranking out of those of the formulations of one ask: what several find is worth their weighted sum. */
const fuseOne = (rankings: readonly { share: number; candidates: readonly Candidate[] }[], ask: number): AskedCandidate[] => {
  const fused = new Map<string, AskedCandidate>()
  for (const { share, candidates } of rankings) {
    for (const candidate of candidates) {
      const key = `${candidate.index_no} ${candidate.position}`
      const former = fused.get(key)
      const add = (name: 'score' | 'relevance' | 'lexical' | 'semantic'): number => (former?.[name] ?? 0) + share * candidate[name]
      fused.set(key, { ...candidate, ask, score: add('score'), relevance: add('relevance'), lexical: add('lexical'), semantic: add('semantic') })
    }
  }
  return [...fused.values()].sort((a, b) => b.score - a.score || a.index_no - b.index_no || a.position - b.position)
}

/**
 * The candidates of every formulation as one list, the best of each ask in turn: two questions both get their answer.
 * @param candidates those of each formulation, in the same order
 */
export const fuseFormulations = (formulations: readonly Formulation[], candidates: readonly (readonly Candidate[])[], limit: number): AskedCandidate[] => {
  const asks = [...new Set(formulations.map(({ ask }) => ask))]
  const rankings = asks.map((ask) =>
    fuseOne(
      formulations.flatMap((formulation, at) => (formulation.ask === ask ? [{ share: formulation.share, candidates: candidates[at]! }] : [])),
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
