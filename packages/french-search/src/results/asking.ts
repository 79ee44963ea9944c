import type { Candidate } from '../index/search-passages.ts'
import { createAnalyser } from '../language/analyse.ts'
import { createQuestionAnalysis, type AnalysedQuestion } from '../language/question.ts'
import { createAskReader, type Ask, type WhatIsAsked } from '../language/what-is-asked.ts'
import { loadStaticEmbedding } from '../vectors/static-embedding.ts'
import { formulationsOf, fuseFormulations, type AskedCandidate, type Formulation } from './formulations.ts'

/** One search of those that a message is worth. */
type AskedSearch = Formulation & { analysed: AnalysedQuestion }

type Asking = {
  /** Tells what a message asks from how it is asked. */
  read: (message: string) => WhatIsAsked
  /** How many different terms of a text carry its subject. */
  subjectWords: (text: string) => number
  /** The searches that a message is worth, as people write it or as it was understood; none where no word of it can be searched. */
  searchesFor: (question: string | readonly Ask[]) => AskedSearch[]
}

/** Deletions between ranking and reading take candidates away: ask for a few more. */
const SPARE = 8
/** Candidates of each search, where several are fused: what one ranks low another may rank high. */
const DEEP = 150

/** Loads the built-in vectors and the meanings of everyday words at its first question: some ten megabytes and a tenth of a second, which a start does without. */
export const createAsking = (): Asking => {
  const analyser = createAnalyser()
  let loaded: ReturnType<typeof createQuestionAnalysis> | undefined
  const analysis = () => (loaded ??= createQuestionAnalysis(loadStaticEmbedding(), analyser))
  const read = createAskReader(analyser)
  const subjectWords = (text: string): number => new Set(analyser.questionTerms(text)).size
  return {
    read,
    subjectWords,
    searchesFor(question) {
      const { analyse, meaningsOf } = analysis()
      return formulationsOf(typeof question === 'string' ? read(question).asks : question, { subjectWords, meaningsOf })
        .map((formulation) => ({ ...formulation, analysed: analyse(formulation.text, formulation.told) }))
        .filter(({ analysed }) => analysed.own.length > 0)
    },
  }
}

/**
 * Asks an index all the searches of a message and makes one ranking of them.
 * @param search answers the candidates of one search, `limit` of them at most
 * @returns a few more than `limit`, for a caller that leaves out what was deleted meanwhile
 */
export const askIndex = async (
  searches: readonly AskedSearch[],
  limit: number,
  search: (one: AskedSearch, limit: number) => Promise<Candidate[]>,
): Promise<AskedCandidate[]> => {
  const found = await Promise.all(searches.map((one) => search(one, searches.length === 1 ? limit + SPARE : DEEP)))
  return fuseFormulations(searches, found, limit + SPARE)
}
