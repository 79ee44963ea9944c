import { createAnalyser, type Analyser } from './analyse.ts'
import { createExpander } from './expand.ts'
import { countTerms, type StaticEmbedding } from '../vectors/static-embedding.ts'

/** Maximum length of a question, in characters: if a whole document is pasted with it, only the beginning is searched. */
const MAX_QUESTION_LENGTH = 4_000

/** Weight of a compound written as one word. Below 1, because it is not a term of the question itself. */
const COMPOUND_WEIGHT = 0.95

/** Shortened words, recognised by the word before them: « heures sup », « insuffisance pro ». */
const shortenedWords: readonly [RegExp, string][] = [
  [/(?<=(?<!\p{L})heures? )sup(?!\p{L})/giu, 'supplémentaires'],
  [
    /(?<=(?<!\p{L})(?:insuffisances?|formations?|évaluations?|evaluations?|entretiens?|expériences?|experiences?|situations?|activités?|activites?) )pro(?!\p{L})/giu,
    'professionnelle',
  ],
]
const expandShortened = (question: string): string => shortenedWords.reduce((text, [short, expanded]) => text.replace(short, expanded), question)

export type AnalysedQuestion = {
  /** Terms of the question itself, in order. */
  ownTerms: string[]
  /** Terms of the question and expansions, with their weights. */
  weighted: [term: string, weight: number][]
  /** Terms of the question that the vectors know. */
  knownTerms: string[]
  /** Terms that replace a term of the question when they are found instead: « télétravail » for both words of « télé-travail ». */
  standIns: [term: string, standIn: string][]
  vector: Float32Array
}

type QuestionAnalysis = {
  /**
   * Analyses a question for the index, in about 0.1 ms.
   * @param context sentences around the question: only their everyday expressions count, their words are not searched
   */
  analyse: (question: string, context?: readonly string[]) => AnalysedQuestion
  /** Returns the official meanings of the everyday expressions of a text. */
  meaningsOf: (text: string) => string[]
}

/** Creates the analysis of questions for the index. */
export const createQuestionAnalysis = (embedding: StaticEmbedding, analyser: Analyser = createAnalyser()): QuestionAnalysis => {
  const expand = createExpander(analyser)
  const termsOf = (text: string): string[] => analyser.questionTerms(expandShortened(text.slice(0, MAX_QUESTION_LENGTH)))
  const analyse: QuestionAnalysis['analyse'] = (question, contextSentences = []) => {
    const ownTerms = termsOf(question)
    const { weighted, official } = expand(ownTerms)
    for (const [term, weight] of contextSentences.flatMap((sentence) => [...expand(termsOf(sentence)).official])) {
      if (ownTerms.includes(term)) continue
      official.set(term, Math.max(weight, official.get(term) ?? 0))
      weighted.set(term, Math.max(weight, weighted.get(term) ?? 0))
    }
    const standIns = analyser
      .compounds(question.slice(0, MAX_QUESTION_LENGTH))
      .flatMap(({ parts, joined }) => ownTerms.filter((term) => parts.includes(term)).map((term): [string, string] => [term, joined]))
    for (const [, compound] of standIns) weighted.set(compound, Math.max(COMPOUND_WEIGHT, weighted.get(compound) ?? 0))
    const joinedOf = new Map(standIns.filter(([, compound]) => embedding.knows(compound)))
    const knownTerms = ownTerms.filter((term) => embedding.knows(term) || joinedOf.has(term))
    const meaningWeights = new Map([...official, ...countTerms([...ownTerms.filter((term) => !joinedOf.has(term)), ...new Set(joinedOf.values())])])
    return { ownTerms, weighted: [...weighted], knownTerms, standIns, vector: embedding.embed(meaningWeights) }
  }
  return { analyse, meaningsOf: (text) => expand(termsOf(text)).meanings }
}
