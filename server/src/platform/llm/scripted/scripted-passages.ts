import { formOf, askingWorth, kindOf } from './scripted-kinds.ts'
import type { Passage } from './scripted-prompt.ts'
import { cellsOf, unitsOf, type Unit } from './scripted-units.ts'
import { createWords, plainOf, quoted, type Asked, type Words } from './scripted-words.ts'

const NBSP = '\u00a0'
/** Answer when no passage is about the question. */
export const nothingSaid = 'Les documents consultés ne permettent pas de répondre à cette question. Essayez d’autres mots, ou une autre catégorie.'

const MOST_CHARS = 500
const MOST_ITEMS = 8
const MOST_OTHERS = 2
/**
 * Score ratio required of a second quotation (`CLOSE`). Then the factors of a word found in the heading (`ABOVE`), the previous unit (`BESIDE`), or the
 * document's name (`FAR`).
 */
const CLOSE = 0.8
const ABOVE = 0.7
const BESIDE = 0.5
const FAR = 0.45
/** Weight of a word that is in the context of the question only. */
const STORY = 0.25
/** Penalty per search rank of the passage. */
const BY_RANK = 0.08
/** Score factor of a candidate without any word of the question, found only by its heading. */
const UNNAMED = 0.7
/** Share of the question's weight that a candidate must cover. */
const SPEAKS = 0.25

type Candidate = Unit & Record<'own' | 'near' | 'beside' | 'far', ReadonlySet<string>>
type Scored = { unit: Candidate; score: number }

/** Splits passages into units with their words, once for all the questions of a message. */
const candidatesOf = (passages: readonly Passage[], isRanked: boolean, words: Words): Candidate[] => {
  const far = new Map<string, ReadonlySet<string>>()
  return passages.flatMap((passage, rank) => {
    const title = `${passage.document} ${passage.section}`
    if (!far.has(title)) far.set(title, new Set(words.terms(title)))
    let beside: ReadonlySet<string> = new Set()
    const quotable = unitsOf(passage, isRanked ? rank : 0).filter(({ isHeading }) => !isHeading)
    return quotable.map((unit) => {
      const own = new Set(words.terms(saidBy(unit)))
      const candidate = { ...unit, own, near: new Set(words.terms(unit.above)), beside, far: far.get(title)! }
      beside = own
      return candidate
    })
  })
}

const saidBy = ({ text, head, items }: Unit): string => [text, head ?? '', ...items].join('\n')

/** Weighs the words of a question: frequent words, and words of the kind of the question, count little. */
const weightsOf = (asked: Asked, units: readonly Candidate[], words: Words): Map<string, number> => {
  const own = new Set(words.asked(asked.question))
  const all = new Set([...own, ...words.terms(asked.inContext)])
  return new Map(
    [...all].map((term) => {
      const holders = units.reduce((sum, { own: held, near }) => sum + (held.has(term) || near.has(term) ? 1 : 0), 0)
      const rare = holders === 0 ? 0 : 1 + Math.log(1 + units.length / holders)
      return [term, rare * (own.has(term) ? askingWorth(term) : STORY)]
    }),
  )
}

/** Ranks the candidates that are about the question, best first. */
const rankFor = (asked: Asked, units: readonly Candidate[], words: Words): Scored[] => {
  const weights = weightsOf(asked, units, words)
  const possible = [...weights.values()].reduce((sum, value) => sum + value, 0)
  const kind = kindOf(asked.question)
  return units
    .flatMap((unit) => {
      let covered = 0
      let own = 0
      for (const [term, weight] of weights) {
        if (unit.own.has(term)) own += weight
        covered += weight * (unit.own.has(term) ? 1 : unit.near.has(term) ? ABOVE : unit.beside.has(term) ? BESIDE : unit.far.has(term) ? FAR : 0)
      }
      if (covered === 0 || covered < possible * SPEAKS || (own === 0 && unit.near.size === 0)) return []
      // A sentence with no other words than the question's only repeats it.
      const adds = [...unit.own].filter((term) => !weights.has(term)).length
      const named = own === 0 ? UNNAMED : 1
      const repeats = adds < 2 && unit.items.length === 0 && !/\d/.test(unit.text) ? 0.6 : 1
      const score = ((covered / possible) * kind(unit, saidBy(unit)) * formOf(unit) * named * repeats) / (1 + unit.rank * BY_RANK)
      return [{ unit, score }]
    })
    .sort((a, b) => b.score - a.score || a.unit.rank - b.unit.rank || a.unit.place - b.unit.place)
}

const quote = (text: string) => quoted(text, MOST_CHARS)

/** Returns the rows that match the question best, or all rows when none matches; 8 at most. */
const rowsFor = ({ items, head, text }: Candidate, weights: ReadonlyMap<string, number>, words: Words): readonly string[] => {
  const common = new Set(words.terms(`${text} ${head ?? ''}`))
  const scores = items.map((row) => {
    const held = new Set(words.terms(row))
    return [...weights].reduce((sum, [term, weight]) => sum + (held.has(term) && !common.has(term) ? weight : 0), 0)
  })
  const best = Math.max(...scores)
  return (best > 0 ? items.filter((_, at) => scores[at] === best) : items).slice(0, MOST_ITEMS)
}

const asTable = (head: string | null, rows: readonly string[]): string => {
  const cells = rows.map(cellsOf)
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`
  const top = head === null ? cells[0]!.map(() => ' ') : cellsOf(head)
  return [line(top), line(top.map(() => '---')), ...cells.map(line)].join('\n')
}

/** Quotes a unit word for word with its number: a sentence, a list with the line that introduces it, or rows below the head of their table. */
const shown = (unit: Candidate, weights: ReadonlyMap<string, number>, words: Words): string => {
  const source = `[${unit.passage.number}]`
  const titled = unit.heading || unit.passage.document
  if (unit.isTable) {
    const lead = unit.text === '' ? `${titled.replace(/[*_`|]/g, '')} ${source}${NBSP}:` : `${quote(unit.text)} ${source}`
    return `${lead}\n\n${asTable(unit.head, rowsFor(unit, weights, words))}`
  }
  if (unit.items.length > 0) {
    const lead = unit.text === '' ? `${titled.replace(/[*_`|]/g, '')} ${source}${NBSP}:` : `${quote(unit.text)} ${source}`
    const more = unit.items.length > MOST_ITEMS ? '\n- […]' : ''
    return `${lead}\n\n${unit.items
      .slice(0, MOST_ITEMS)
      .map((item) => `- ${quote(item.replace(/[,;.]$/, ''))}`)
      .join('\n')}${more}`
  }
  return `${quote(unit.text)} ${source}`
}

/** Normalised text of a unit: the same sentence in two documents is quoted once. */
const identityOf = (unit: Unit) => plainOf(saidBy(unit)).replace(/[^a-z\d]+/g, ' ')

const answerTo = (asked: Asked, units: readonly Candidate[], words: Words): string | null => {
  const ranked = rankFor(asked, units, words)
  const best = ranked[0]
  if (best === undefined) return null
  const weights = weightsOf(asked, units, words)
  const others = ranked
    .slice(1)
    .filter(({ score }) => score >= best.score * CLOSE)
    .filter(({ unit }, at, all) => [best, ...all.slice(0, at)].every((other) => identityOf(other.unit) !== identityOf(unit)))
    .slice(0, MOST_OTHERS)
  const first = shown(best.unit, weights, words)
  if (others.length === 0) return first
  return [first, `Voir aussi${NBSP}:`, ...others.map(({ unit }) => shown(unit, weights, words))].join('\n\n')
}

/** Maximum number of questions answered in one message; people ask one or two. */
const MOST_ASKED = 3
const askedMore = `Le modèle de démonstration répond à trois questions à la fois${NBSP}: posez les autres dans un autre message.`
/** Number of subject words that a question needs to be told that it has no answer: « Vous connaissez la réponse ? » has fewer. */
const FEWEST_WORDS = 2

/** Returns a function that answers a question from the passages, or null. The passages are analysed once, at the first call. */
export const createAnswers = (passages: readonly Passage[], isRanked: boolean, words: Words): ((asked: Asked) => string | null) => {
  let units: Candidate[] | undefined
  return (asked) => answerTo(asked, (units ??= candidatesOf(passages, isRanked, words)), words)
}

type Told = { question: string; /** Null when no passage answers it. */ answer: string | null }

/** Answers the questions of a message, in order, up to one more than are shown. Questions without an answer and with too few subject words are left out. */
export const tell = (asks: readonly Asked[], answer: (asked: Asked) => string | null, words: Words): Told[] => {
  const told: Told[] = []
  for (const asked of asks) {
    if (told.length > MOST_ASKED) break
    const said = answer(asked)
    if (said !== null || words.subjectWords(asked.question) >= FEWEST_WORDS) told.push({ question: asked.question, answer: said })
  }
  return told
}

const bare = (question: string) => question.replace(/[*_`«»]/g, '').trim()
const titleOf = (question: string) => `${bare(question).slice(0, 1).toUpperCase()}${bare(question).slice(1)}`.replace(/\.$/, '')

/** Formats several answers, each below its question in bold, or below the statement that none was found. */
export const asSeveral = (told: readonly Told[]): string => {
  const shown = told.slice(0, MOST_ASKED).map(({ question, answer }) => `**${titleOf(question)}**\n\n${answer ?? nothingSaid}`)
  return [...shown, ...(told.length > MOST_ASKED ? [askedMore] : [])].join('\n\n')
}

/**
 * Answers a question that follows from the previous one, « Et pour combien de temps ? »: the subject is in the previous question. Parts without an answer
 * are left out.
 */
const composeLed = (question: string, answer: (asked: Asked) => string | null, words: Words): string => {
  const answers = words.asks(question).flatMap((asked) => {
    const said = answer(asked)
    return said === null ? [] : [{ title: bare(asked.question), said }]
  })
  if (answers.length === 0) return nothingSaid
  return answers.length === 1 ? answers[0]!.said : answers.map(({ title, said }) => `**${title}**\n\n${said}`).join('\n\n')
}

/**
 * Composes an extractive answer: the sentence, list or table rows that answer best, word for word and with the number of their passage, then those nearly
 * as good. Each question of the message is answered, or said to have no answer.
 * @param options.before previous question, which this one may follow
 * @param options.isRanked passages in search order, best first, rather than pages in order
 */
export const composeFromPassages = (question: string, passages: readonly Passage[], options: { before?: string; isRanked?: boolean } = {}): string => {
  const { before, isRanked = true } = options
  const words = createWords()
  const answer = createAnswers(passages, isRanked, words)
  const told = tell(words.asks(question), answer, words)
  if (told.some((one) => one.answer !== null)) return told.length === 1 ? told[0]!.answer! : asSeveral(told)
  return before === undefined ? nothingSaid : composeLed(`${before} ${question}`, answer, words)
}
