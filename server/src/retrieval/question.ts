import { createAnalyser } from './analyse.ts'
import type { Analyser } from './analyse.ts'
import { createExpander } from './expand.ts'
import { countTerms } from './static-embedding.ts'
import type { StaticEmbedding } from './static-embedding.ts'

/** A question pasted with a whole document is searched by its beginning. */
const LONGEST_QUESTION = 4_000

/** Words cut short, told by the word that they go with: « heures sup », « insuffisance pro ». */
const cutShort: readonly [RegExp, string][] = [
  [/(?<=(?<!\p{L})heures? )sup(?!\p{L})/giu, 'supplémentaires'],
  [
    /(?<=(?<!\p{L})(?:insuffisances?|formations?|évaluations?|evaluations?|entretiens?|expériences?|experiences?|situations?|activités?|activites?) )pro(?!\p{L})/giu,
    'professionnelle',
  ],
]
const spelledOut = (question: string): string => cutShort.reduce((text, [short, whole]) => text.replace(short, whole), question)

export type AnalysedQuestion = {
  /** Own terms of the question, in order. */
  own: string[]
  /** Own terms and expansions, with their weights. */
  weighted: [term: string, weight: number][]
  /** Own terms the vectors know. */
  known: string[]
  vector: Float32Array
}

/** Turns questions into what the index searches for; about 0.1 ms each. */
export const createQuestionAnalysis = (embedding: StaticEmbedding, analyser: Analyser = createAnalyser()) => {
  const expand = createExpander(analyser)
  return (question: string): AnalysedQuestion => {
    const own = analyser.questionTerms(spelledOut(question.slice(0, LONGEST_QUESTION)))
    return { own, weighted: [...expand(own)], known: own.filter((term) => embedding.knows(term)), vector: embedding.embed(countTerms(own)) }
  }
}
