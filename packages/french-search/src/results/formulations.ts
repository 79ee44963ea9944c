import type { Candidate } from '../ranking/rank-passages.ts'
import type { SearchQuestion } from '../language/read-questions.ts'

/** Text to search for one of the questions of a message. */
export type Formulation = {
  questionIndex: number
  text: string
  /** Weight of the formulation before any search, 1 for the question itself. */
  trust: number
  /** Sentences that the text summarises: their everyday expressions count. */
  storySentences?: readonly string[]
}

/** Maximum number of questions of a message that are searched, each on its own. The person is told of the others. */
export const MAX_QUESTIONS = 8
/** Maximum number of sentences of the story searched on their own: in a long story, one of them names the case. */
const MAX_SENTENCES = 6
const SENTENCE_TRUST = 0.5
/** Trust of a question with 0, 1 or 2 subject words when it has a story: « Combien leur verser ? » matches anything. */
const TRUST_BY_WORDS = [0.1, 0.3, 0.7]
/** Trust of the official meaning of the story. It is searched on its own, because the words of the story would outweigh it. */
const MEANING_TRUST = 0.5
/** Minimum number of subject words of a sentence searched on its own. */
const MIN_SUBJECT_WORDS = 2

/** Functions that formulations need to read a text. */
type TextReading = {
  /** Number of distinct terms that describe the subject. */
  subjectWords: (text: string) => number
  /** Official meanings of the everyday expressions. */
  meaningsOf: (text: string) => string[]
}

/** Returns the searches for one message: each question on its own, with its story, then the sentences of the story and their official meanings. */
export const formulationsOf = (questions: readonly SearchQuestion[], { subjectWords, meaningsOf }: TextReading): Formulation[] =>
  questions.slice(0, MAX_QUESTIONS).flatMap(({ question, inContext, story = [] }, questionIndex): Formulation[] => {
    if (inContext === question) return [{ questionIndex, text: question, trust: 1 }]
    const sentences = story.filter((text) => subjectWords(text) >= MIN_SUBJECT_WORDS).slice(0, Math.max(1, Math.floor(MAX_SENTENCES / questions.length)))
    const trust = TRUST_BY_WORDS[subjectWords(question)] ?? 1
    // A question that has its subject needs no other words.
    const meanings = new Set([...story, ...(trust < 1 ? [question] : [])].flatMap(meaningsOf))
    return [
      { questionIndex, text: question, trust },
      { questionIndex, text: inContext, trust: 1, storySentences: story },
      ...sentences.map((text) => ({ questionIndex, text, trust: SENTENCE_TRUST })),
      ...(meanings.size === 0 ? [] : [{ questionIndex, text: [...meanings].join(', '), trust: MEANING_TRUST }]),
    ]
  })

/** A candidate found for one of the questions. */
export type QuestionCandidate = Candidate & {
  questionIndex: number
  /** Highest score by one formulation, not reduced by the fusion with others. */
  peak: number
}

/** Maximum number of passages of one document in a ranking, so that other documents are not hidden. */
const MAX_PER_DOCUMENT = 6

/**
 * Merges the rankings of the formulations of one question: weighted sum of the scores. A formulation has the square of its best score as weight, so that
 * words absent from the documents count little (chosen on the development questions, docs/decisions/0007).
 */
const fuseRankings = (rankings: readonly { trust: number; candidates: readonly Candidate[] }[], questionIndex: number): QuestionCandidate[] => {
  const weights = rankings.map(({ trust, candidates }) => trust * (candidates[0]?.score ?? 0) ** 2)
  const sum = weights.reduce((total, weight) => total + weight, 0) || 1
  const fused = new Map<string, QuestionCandidate>()
  for (const [index, { trust, candidates }] of rankings.entries()) {
    const share = weights[index]! / sum
    for (const candidate of candidates) {
      const key = `${candidate.index_no} ${candidate.position}`
      const previous = fused.get(key)
      const add = (name: 'score' | 'lexical' | 'semantic'): number => (previous?.[name] ?? 0) + share * candidate[name]
      const peak = Math.max(previous?.peak ?? 0, candidate.score)
      // The best formulation decides whether the passage answers: a story around a question must not lower its relevance.
      const relevance = Math.max(previous?.relevance ?? 0, candidate.relevance * Math.sqrt(trust))
      fused.set(key, { ...candidate, questionIndex, peak, score: add('score'), relevance, lexical: add('lexical'), semantic: add('semantic') })
    }
  }
  const counts = new Map<number, number>()
  return [...fused.values()]
    .sort((a, b) => b.score - a.score || a.index_no - b.index_no || a.position - b.position)
    .filter(({ index_no }) => {
      const count = (counts.get(index_no) ?? 0) + 1
      counts.set(index_no, count)
      return count <= MAX_PER_DOCUMENT
    })
}

/**
 * Merges the candidates of all formulations, taking the best of each question in turn, so that each gets its answer.
 * @param candidates those of each formulation, in the same order
 */
export const fuseFormulations = (formulations: readonly Formulation[], candidates: readonly (readonly Candidate[])[], limit: number): QuestionCandidate[] => {
  const questionIndexes = [...new Set(formulations.map(({ questionIndex }) => questionIndex))]
  const rankings = questionIndexes.map((questionIndex) =>
    fuseRankings(
      formulations.flatMap((formulation, index) =>
        formulation.questionIndex === questionIndex ? [{ trust: formulation.trust, candidates: candidates[index]! }] : [],
      ),
      questionIndex,
    ),
  )
  const merged = new Map<string, QuestionCandidate>()
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
