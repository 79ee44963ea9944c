import type { Candidate } from '../ranking/rank-passages.ts'
import { createAnalyser } from '../language/analyse.ts'
import { createQuestionAnalysis, type AnalysedQuestion } from '../language/question.ts'
import { createQuestionReader, type SearchQuestion, type MessageReading } from '../language/read-questions.ts'
import { loadStaticEmbedding } from '../vectors/static-embedding.ts'
import { formulationsOf, fuseFormulations, type QuestionCandidate, type Formulation } from './formulations.ts'

/** Search made for a message, with its analysed question. */
type MessageFormulation = Formulation & { analysed: AnalysedQuestion }

type MessageSearch = {
  /** Finds what a message asks. */
  read: (message: string) => MessageReading
  /** Number of distinct terms of a text that describe its subject. */
  subjectWords: (text: string) => number
  /** Returns the searches for a message, as people write it or as already read. Empty when no word can be searched. */
  searchesFor: (question: string | readonly SearchQuestion[]) => MessageFormulation[]
}

/** Number of extra candidates, because some may be deleted between ranking and reading. */
const SPARE_CANDIDATES = 8
/** Number of candidates of each search when several are fused: one search may rank low what another ranks high. */
const FUSED_CANDIDATES = 150

/**
 * Creates the reader of messages. It loads the built-in vectors and the everyday words at its first question (some ten megabytes, a tenth of a second),
 * not at startup.
 */
export const createMessageSearch = (): MessageSearch => {
  const analyser = createAnalyser()
  let loaded: ReturnType<typeof createQuestionAnalysis> | undefined
  const analysis = () => (loaded ??= createQuestionAnalysis(loadStaticEmbedding(), analyser))
  const read = createQuestionReader(analyser)
  const subjectWords = (text: string): number => new Set(analyser.questionTerms(text)).size
  return {
    read,
    subjectWords,
    searchesFor(question) {
      const { analyse, meaningsOf } = analysis()
      return formulationsOf(typeof question === 'string' ? read(question).questions : question, { subjectWords, meaningsOf })
        .map((formulation) => ({ ...formulation, analysed: analyse(formulation.text, formulation.storySentences) }))
        .filter(({ analysed }) => analysed.ownTerms.length > 0)
    },
  }
}

/**
 * Runs all the searches of a message on an index, and merges them into one ranking.
 * @param search returns at most `limit` candidates of one search
 * @returns a few more candidates than `limit`, because the caller may leave out deleted ones
 */
export const searchIndex = async (
  searches: readonly MessageFormulation[],
  limit: number,
  search: (formulation: MessageFormulation, limit: number) => Promise<Candidate[]>,
): Promise<QuestionCandidate[]> => {
  const candidatesBySearch = await Promise.all(
    searches.map((formulation) => search(formulation, searches.length === 1 ? limit + SPARE_CANDIDATES : FUSED_CANDIDATES)),
  )
  return fuseFormulations(searches, candidatesBySearch, limit + SPARE_CANDIDATES)
}
