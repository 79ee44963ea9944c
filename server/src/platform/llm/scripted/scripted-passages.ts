import { formFactor, wordWeight, kindScorer } from './scripted-kinds.ts'
import {
  type PromptPassage,
  cellsOf,
  unitsOf,
  type QuotableUnit,
  createTextAnalysis,
  plainOf,
  quoted,
  type FoundQuestion,
  type TextAnalysis,
} from './scripted-text.ts'

const NBSP = '\u00a0'
/** Answer when no passage is about the question. */
export const noAnswerSentence = 'Les documents consultés ne permettent pas de répondre à cette question. Essayez d’autres mots, ou une autre catégorie.'

const MAX_CHARS = 500
const MAX_ITEMS = 8
const MAX_OTHERS = 2
/**
 * Score ratio required of a second quotation (`CLOSE_RATIO`). Then the factors of a word found in the heading (`HEADING_FACTOR`), the previous unit (`PREVIOUS_FACTOR`), or the
 * document's name (`DOCUMENT_FACTOR`).
 */
const CLOSE_RATIO = 0.8
const HEADING_FACTOR = 0.7
const PREVIOUS_FACTOR = 0.5
const DOCUMENT_FACTOR = 0.45
/** Weight of a word that is in the context of the question only. */
const CONTEXT_WEIGHT = 0.25
/** Penalty per search rank of the passage. */
const RANK_PENALTY = 0.08
/** Score factor of a candidate without any word of the question, found only by its heading. */
const HEADING_ONLY_FACTOR = 0.7
/** Share of the question's weight that a candidate must cover. */
const MIN_COVERAGE = 0.25

type Candidate = QuotableUnit & Record<'own' | 'near' | 'beside' | 'far', ReadonlySet<string>>
type Scored = { unit: Candidate; score: number }

/** Splits passages into units with their words, once for all the questions of a message. */
const candidatesOf = (passages: readonly PromptPassage[], isRanked: boolean, words: TextAnalysis): Candidate[] => {
  const far = new Map<string, ReadonlySet<string>>()
  return passages.flatMap((passage, rank) => {
    const title = `${passage.document} ${passage.section}`
    if (!far.has(title)) far.set(title, new Set(words.terms(title)))
    let beside: ReadonlySet<string> = new Set()
    const quotable = unitsOf(passage, isRanked ? rank : 0).filter(({ isHeading }) => !isHeading)
    return quotable.map((unit) => {
      const own = new Set(words.terms(textOf(unit)))
      const candidate = { ...unit, own, near: new Set(words.terms(unit.above)), beside, far: far.get(title)! }
      beside = own
      return candidate
    })
  })
}

const textOf = ({ text, head, items }: QuotableUnit): string => [text, head ?? '', ...items].join('\n')

/** Weighs the words of a question: frequent words, and words of the kind of the question, count little. */
const weightsOf = (asked: FoundQuestion, units: readonly Candidate[], words: TextAnalysis): Map<string, number> => {
  const own = new Set(words.questionTerms(asked.question))
  const all = new Set([...own, ...words.terms(asked.inContext)])
  return new Map(
    [...all].map((term) => {
      const holders = units.reduce((sum, { own: held, near }) => sum + (held.has(term) || near.has(term) ? 1 : 0), 0)
      const rare = holders === 0 ? 0 : 1 + Math.log(1 + units.length / holders)
      return [term, rare * (own.has(term) ? wordWeight(term) : CONTEXT_WEIGHT)]
    }),
  )
}

/** Ranks the candidates that are about the question, best first. */
const rankFor = (asked: FoundQuestion, units: readonly Candidate[], words: TextAnalysis): Scored[] => {
  const weights = weightsOf(asked, units, words)
  const possible = [...weights.values()].reduce((sum, value) => sum + value, 0)
  const kind = kindScorer(asked.question)
  return units
    .flatMap((unit) => {
      let covered = 0
      let own = 0
      for (const [term, weight] of weights) {
        if (unit.own.has(term)) own += weight
        covered +=
          weight *
          (unit.own.has(term) ? 1 : unit.near.has(term) ? HEADING_FACTOR : unit.beside.has(term) ? PREVIOUS_FACTOR : unit.far.has(term) ? DOCUMENT_FACTOR : 0)
      }
      if (covered === 0 || covered < possible * MIN_COVERAGE || (own === 0 && unit.near.size === 0)) return []
      // A sentence with no other words than the question's only repeats it.
      const adds = [...unit.own].filter((term) => !weights.has(term)).length
      const named = own === 0 ? HEADING_ONLY_FACTOR : 1
      const repeats = adds < 2 && unit.items.length === 0 && !/\d/.test(unit.text) ? 0.6 : 1
      const score = ((covered / possible) * kind(unit, textOf(unit)) * formFactor(unit) * named * repeats) / (1 + unit.rank * RANK_PENALTY)
      return [{ unit, score }]
    })
    .sort((a, b) => b.score - a.score || a.unit.rank - b.unit.rank || a.unit.index - b.unit.index)
}

const quote = (text: string) => quoted(text, MAX_CHARS)

/** Returns the rows that match the question best, or all rows when none matches; 8 at most. */
const rowsFor = ({ items, head, text }: Candidate, weights: ReadonlyMap<string, number>, words: TextAnalysis): readonly string[] => {
  const common = new Set(words.terms(`${text} ${head ?? ''}`))
  const scores = items.map((row) => {
    const held = new Set(words.terms(row))
    return [...weights].reduce((sum, [term, weight]) => sum + (held.has(term) && !common.has(term) ? weight : 0), 0)
  })
  const best = Math.max(...scores)
  return (best > 0 ? items.filter((_, at) => scores[at] === best) : items).slice(0, MAX_ITEMS)
}

const asTable = (head: string | null, rows: readonly string[]): string => {
  const cells = rows.map(cellsOf)
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`
  const top = head === null ? cells[0]!.map(() => ' ') : cellsOf(head)
  return [line(top), line(top.map(() => '---')), ...cells.map(line)].join('\n')
}

/** Quotes a unit word for word with its number: a sentence, a list with the line that introduces it, or rows below the head of their table. */
const formatUnit = (unit: Candidate, weights: ReadonlyMap<string, number>, words: TextAnalysis): string => {
  const source = `[${unit.passage.number}]`
  if (!unit.isTable && unit.items.length === 0) return `${quote(unit.text)} ${source}`
  const title = (unit.heading || unit.passage.document).replace(/[*_`|]/g, '')
  const lead = unit.text === '' ? `${title} ${source}${NBSP}:` : `${quote(unit.text)} ${source}`
  if (unit.isTable) return `${lead}\n\n${asTable(unit.head, rowsFor(unit, weights, words))}`
  const items = unit.items.slice(0, MAX_ITEMS).map((item) => `- ${quote(item.replace(/[,;.]$/, ''))}`)
  return [lead, '', ...items, ...(unit.items.length > MAX_ITEMS ? ['- […]'] : [])].join('\n')
}

/** Normalised text of a unit: the same sentence in two documents is quoted once. */
const normalisedText = (unit: QuotableUnit) => plainOf(textOf(unit)).replace(/[^a-z\d]+/g, ' ')

/** Pattern of the number of an article of a code: « L. 2121-17 », « 2121-17 ». */
const articleNumber = /(?<![\p{L}\d-])(?:(?:LO|[LRDA])[. *\u00a0]{0,3})?(\d{1,4}(?:-\d{1,4}){1,4})(?![\d-])/gu
/** Number of sentences given of an article that a question only names. */
const MAX_NAMED = 4

/** Returns the candidates of the articles of law that a question names by their numbers. */
const namedUnits = ({ question }: FoundQuestion, units: readonly Candidate[]): Candidate[] => {
  const numbers = new Set([...question.matchAll(articleNumber)].map(([, number]) => number!))
  const numberOf = ({ passage }: Candidate) => /^Article [^—]*?(\d[\d-]*) —/.exec(passage.document)?.[1]
  return numbers.size === 0 ? [] : units.filter((unit) => numbers.has(numberOf(unit) ?? ''))
}

const answerTo = (asked: FoundQuestion, allUnits: readonly Candidate[], words: TextAnalysis): string | null => {
  const named = namedUnits(asked, allUnits)
  const units = named.length > 0 ? named : allUnits
  const ranked = rankFor(asked, units, words)
  const best = ranked[0]
  // « Que dit l’article L. 2121-17 ? » has no other word than its number.
  if (best === undefined)
    return named.length === 0
      ? null
      : named
          .slice(0, MAX_NAMED)
          .map((unit) => formatUnit(unit, new Map(), words))
          .join('\n\n')
  const weights = weightsOf(asked, units, words)
  const others = ranked
    .slice(1)
    .filter(({ score }) => score >= best.score * CLOSE_RATIO)
    .filter(({ unit }, at, all) => [best, ...all.slice(0, at)].every((other) => normalisedText(other.unit) !== normalisedText(unit)))
    .slice(0, MAX_OTHERS)
  const first = formatUnit(best.unit, weights, words)
  if (others.length === 0) return first
  return [first, `Voir aussi${NBSP}:`, ...others.map(({ unit }) => formatUnit(unit, weights, words))].join('\n\n')
}

/** Maximum number of questions answered in one message; people ask one or two. */
const MAX_QUESTIONS = 3
const tooManyQuestions = `Le modèle de démonstration répond à trois questions à la fois${NBSP}: posez les autres dans un autre message.`
/** Number of subject words that a question needs to be told that it has no answer: « Vous connaissez la réponse ? » has fewer. */
const MIN_SUBJECT_WORDS = 2

type QuestionAnswer = { question: string; /** Null when no passage answers it. */ answer: string | null }

/** Answers the questions of a message, in order, up to one more than are shown. Questions without an answer and with too few subject words are left out. */
const answerQuestions = (asks: readonly FoundQuestion[], answer: (asked: FoundQuestion) => string | null, words: TextAnalysis): QuestionAnswer[] => {
  const told: QuestionAnswer[] = []
  for (const asked of asks) {
    if (told.length > MAX_QUESTIONS) break
    const said = answer(asked)
    if (said !== null || words.subjectWords(asked.question) >= MIN_SUBJECT_WORDS) told.push({ question: asked.question, answer: said })
  }
  return told
}

const bare = (question: string) => question.replace(/[*_`«»]/g, '').trim()
const titleOf = (question: string) => `${bare(question).slice(0, 1).toUpperCase()}${bare(question).slice(1)}`.replace(/\.$/, '')

/** Formats several answers, each below its question in bold, or below the statement that none was found. */
const formatAnswers = (told: readonly QuestionAnswer[]): string => {
  const shown = told.slice(0, MAX_QUESTIONS).map(({ question, answer }) => `**${titleOf(question)}**\n\n${answer ?? noAnswerSentence}`)
  return [...shown, ...(told.length > MAX_QUESTIONS ? [tooManyQuestions] : [])].join('\n\n')
}

/**
 * Composes an extractive answer: the sentence, list or table rows that answer best, word for word and with the number of their passage, then those nearly
 * as good. Each question of the message is answered, or said to have no answer.
 * @param options.before previous question, which this one may follow
 * @param options.isRanked passages in search order, best first, rather than pages in order
 */
export const composeFromPassages = (question: string, passages: readonly PromptPassage[], options: { before?: string; isRanked?: boolean } = {}): string => {
  const { before, isRanked = true } = options
  const words = createTextAnalysis()
  const units = candidatesOf(passages, isRanked, words)
  const answer = (asked: FoundQuestion) => answerTo(asked, units, words)
  const told = answerQuestions(words.findQuestions(question), answer, words)
  if (told.some((one) => one.answer !== null)) return told.length === 1 ? told[0]!.answer! : formatAnswers(told)
  if (before === undefined) return noAnswerSentence
  // « Et pour combien de temps ? »: the subject is in the previous question.
  const followed = answerQuestions(words.findQuestions(`${before} ${question}`), answer, words).filter((one) => one.answer !== null)
  return followed.length > 1 ? formatAnswers(followed) : (followed[0]?.answer ?? noAnswerSentence)
}
