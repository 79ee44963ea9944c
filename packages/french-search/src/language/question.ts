import { createAnalyser, type Analyser } from './analyse.ts'
import { createExpander } from './expand.ts'
import { countTerms, type StaticEmbedding } from '../vectors/static-embedding.ts'

/** A question pasted with a whole document is searched by its beginning. */
const LONGEST_QUESTION = 4_000

/** Of a compound written as one word, beside the words that it is made of. Less than 1: it is no word of the question itself. */
const COMPOUND_WEIGHT = 0.95

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
  /** Terms that count as an own term where they stand in its place: « télétravail » for both words of « télé-travail ». */
  standIns: [term: string, standIn: string][]
  vector: Float32Array
}

type QuestionAnalysis = {
  /**
   * What the index searches for; about 0.1 ms.
   * @param told sentences around the question, of which the everyday expressions count though their words are not searched
   */
  analyse: (question: string, told?: readonly string[]) => AnalysedQuestion
  /** What the everyday expressions of a text mean, as official texts say it. */
  meaningsOf: (text: string) => string[]
}

/** Turns questions into what the index searches for. */
export const createQuestionAnalysis = (embedding: StaticEmbedding, analyser: Analyser = createAnalyser()): QuestionAnalysis => {
  const expand = createExpander(analyser)
  const termsOf = (text: string): string[] => analyser.questionTerms(spelledOut(text.slice(0, LONGEST_QUESTION)))
  const analyse: QuestionAnalysis['analyse'] = (question, told = []) => {
    const own = termsOf(question)
    const { weighted, official } = expand(own)
    for (const [term, weight] of told.flatMap((sentence) => [...expand(termsOf(sentence)).official])) {
      if (own.includes(term)) continue
      official.set(term, Math.max(weight, official.get(term) ?? 0))
      weighted.set(term, Math.max(weight, weighted.get(term) ?? 0))
    }
    const standIns = analyser
      .compounds(question.slice(0, LONGEST_QUESTION))
      .flatMap(({ parts, joined }) => own.filter((term) => parts.includes(term)).map((term): [string, string] => [term, joined]))
    for (const [, joined] of standIns) weighted.set(joined, Math.max(COMPOUND_WEIGHT, weighted.get(joined) ?? 0))
    const joinedOf = new Map(standIns.filter(([, joined]) => embedding.knows(joined)))
    const known = own.filter((term) => embedding.knows(term) || joinedOf.has(term))
    const meaning = new Map([...official, ...countTerms([...own.filter((term) => !joinedOf.has(term)), ...new Set(joinedOf.values())])])
    return { own, weighted: [...weighted], known, standIns, vector: embedding.embed(meaning) }
  }
  return { analyse, meaningsOf: (text) => expand(termsOf(text)).meanings }
}
