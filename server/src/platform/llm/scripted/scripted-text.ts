import { chatter, createAnalyser, createQuestionReader, fold, normalise, plainForm, questionWords, stopWords, type SearchQuestion } from '@parvis/french-search'
import type { LlmMessage, LlmRequest } from '../port.ts'

/** Question found in a message: alone (`question`), and with the words of the story around it (`inContext`). */
export type FoundQuestion = Pick<SearchQuestion, 'question' | 'inContext'>

/** Text analysis of the demonstration model, the same as the search's. */
export type TextAnalysis = {
  /** Roots of the meaningful words, in order. */
  terms(text: string): string[]
  /** Roots of the meaningful words of a question, without question words. */
  questionTerms(question: string): string[]
  /** Finds the questions of a message, separated from the story around them; the message itself when none is found. */
  findQuestions(message: string): FoundQuestion[]
  /** Whether a message asks several questions and nothing else. */
  asksSeveral(message: string): boolean
  /** Counts the distinct words of a question that name its subject. */
  subjectWords(question: string): number
}

export const createTextAnalysis = (): TextAnalysis => {
  const analyser = createAnalyser()
  const read = createQuestionReader(analyser)
  return {
    terms: analyser.textTerms,
    questionTerms: analyser.questionTerms,
    findQuestions: (message) => {
      const { questions } = read(message)
      return questions.length === 0 ? [{ question: message, inContext: message }] : withPreviousQuestion(questions)
    },
    asksSeveral: (message) => {
      const { questions, areQuestions = false } = read(message)
      return areQuestions && questions.length > 1
    },
    subjectWords: (question) => new Set((plainForm(question).match(/[\p{L}\p{N}]+/gu) ?? []).filter(isOfSubject)).size,
  }
}

const isOfSubject = (word: string): boolean => word.length > 1 && !chatter.has(word) && !questionWords.has(word) && !stopWords.has(word)

/** Adds the previous question to the context of one that follows from it: « Et qui décide ? ». */
const withPreviousQuestion = (asks: readonly SearchQuestion[]): FoundQuestion[] =>
  asks.map(({ question, inContext }, at) => ({
    question,
    inContext: at > 0 && /^\W*(?:et|mais|sinon)\s/i.test(question) ? `${asks[at - 1]!.question} ${inContext}` : inContext,
  }))

/** Normalises a text for pattern matching: lower case, no accents, straight apostrophes, ordinary spaces. */
export const plainOf = (text: string): string => fold(normalise(text))

/** End of a sentence: a final mark before a capital or a digit, but not after an initial or an abbreviation (L. 2121-29, art. 5, M. Petit). */
const SENTENCE_END = /(?<=[.!?…])(?<!(?<![\p{L}\p{N}])(?:\p{Lu}|art|al|n|p|cf|Mme|MM)\.)\s+(?=[\p{Lu}«\d])/u

/** Splits a text into sentences; the end of a paragraph or of a list item also ends a sentence. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/\n{2,}|\n(?=[ \t]{0,9}(?:[-*•]|\d{1,4}[.)])\s)/)
    .flatMap((block) => block.replace(/\s+/g, ' ').split(SENTENCE_END))
    // Remove the dash of a list item.
    .map((sentence) => sentence.replace(/^\s*[-*•]\s+/, '').trim())
    // Drop texts of punctuation only.
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))

/** Cuts a text between two words, never inside a number (« 12 500 »), and marks the cut with « […] ». */
export const shorten = (text: string, most: number): string => {
  if (text.length <= most) return text
  const blanks = text.slice(0, most + 2).matchAll(/(?<!\d)\s|\s(?!\d)/g)
  const end = Array.from(blanks, ({ index }) => index).findLast((at) => at <= most) ?? most
  return `${text.slice(0, end).trimEnd()} […]`
}

/** Quotes a text word for word between guillemets; those inside it become English quotation marks. */
export const quoted = (text: string, most: number): string => `«\u00a0${shorten(text.replace(/«\s?/g, '“').replace(/\s?»/g, '”'), most)}\u00a0»`

/** Part of a passage that can be quoted and understood on its own: a sentence, a list or a table. */
export type QuotableUnit = {
  passage: PromptPassage
  /** Rank of the passage; `index` is the index of the unit in it. */
  rank: number
  index: number
  /** Sentence; for a list or a table, the line that introduces it, or ''. */
  text: string
  /** Items of a list, or rows of a table. */
  items: readonly string[]
  /** Head of a table; null for other units, and for tables without a head. */
  head: string | null
  isTable: boolean
  /** Heading: not quoted, but it may contain a date or a name. */
  isHeading: boolean
  /** Nearest heading above. */
  heading: string
  /** `heading`, with the previous sentence when this one refers back to it. */
  above: string
}

const ITEM = /^[-*•–]\s+/

const ROW = /(?:^|\s)\|\s/

const ANNOUNCES = /:$/

/** Maximum length of an introducing line, in characters: a series of lines that all end with a colon must not accumulate. */
const MAX_LEAD = 600

const ENDED = /[.!?…;,:»]$/

const QUANTITY = /\d\s?(?:%|€|ans?\b|mois\b|jours?\b|heures?\b|semaines?\b)|\s:\s/i

/** Sentence that refers back to the previous one: « Ce délai… », « Elle… ». */
const POINTS_BACK =
  /^(?:(?:il|elle|ils|elles|ce|cet|cette|ces|cela|celui-ci|celle-ci|celui|celle|ceux|son|sa|ses|leurs?|toutefois|cependant|ainsi|dans ce cas|dans ces cas|à défaut|en revanche|sinon)(?![\p{L}'’])|c['’]est|s['’]il)/iu

export const cellsOf = (row: string): string[] => row.split(/(?:^|\s)\|(?:\s|$)/).map((cell) => cell.trim())

/** Whether the first row of a table is its head: a row of values is not. */
const isHead = (row: string): boolean => cellsOf(row).every((cell) => !/\d/.test(cell) || /^\d{4}$/.test(cell) || /\p{L}{3}/u.test(cell)) && !QUANTITY.test(row)

const isHeading = (line: string): boolean => line.length <= 90 && !ENDED.test(line) && !QUANTITY.test(line) && /^[\p{Lu}\d«]/u.test(line)

/** Splits a passage into units: sentences, lists with the line that introduces them, tables with their head, in order. */
export const unitsOf = (passage: PromptPassage, rank: number): QuotableUnit[] => {
  const units: QuotableUnit[] = []
  const leaf = passage.section.split(' › ').at(-1)!
  let heading = leaf
  let before = ''
  const add = (unit: Pick<QuotableUnit, 'text' | 'items' | 'head' | 'isTable'> & { isHeading?: true }) => {
    const above = before !== '' && POINTS_BACK.test(unit.text) ? `${heading}. ${before}` : heading
    units.push({ passage, rank, index: units.length, heading, above, isHeading: false, ...unit })
  }
  /** Removes the introducing line from the units and returns it, to be joined to what it introduces; '' when there is none. */
  const takeLead = (): string => {
    const last = units.at(-1)
    return last !== undefined && last.items.length === 0 && last.text.length <= MAX_LEAD && ANNOUNCES.test(last.text) && last.text === before
      ? units.pop()!.text
      : ''
  }
  const lines = passage.text.split('\n').map((line) => line.trimEnd())
  const isLineOf = (line: string, kind: RegExp) => (kind === ITEM ? ITEM.test(line.trimStart()) : ROW.test(line) && !ITEM.test(line.trimStart()))
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    if (line.trim() === '') continue
    const kind = isLineOf(line, ITEM) ? ITEM : isLineOf(line, ROW) ? ROW : null
    if (kind !== null) {
      const block: string[] = []
      const width = cellsOf(line).length
      for (; at < lines.length && (lines[at]!.trim() === '' || isLineOf(lines[at]!, kind)); at++) {
        if (lines[at]!.trim() === '') continue
        if (kind === ROW && cellsOf(lines[at]!).length !== width) break
        block.push(kind === ITEM ? lines[at]!.trimStart().replace(ITEM, '') : lines[at]!)
      }
      at--
      const text = takeLead()
      if (kind === ITEM) add({ text, items: block, head: null, isTable: false })
      else {
        const head = block.length > 1 && isHead(block[0]!) ? block[0]! : null
        add({ text, items: head === null ? block : block.filter((row) => row !== head), head, isTable: true })
      }
      before = ''
      continue
    }
    if (isHeading(line.trim())) {
      heading = line.trim()
      before = ''
      add({ text: heading, items: [], head: null, isTable: false, isHeading: true })
      continue
    }
    for (const sentence of sentencesOf(line)) {
      // « selon la formule suivante : » belongs with the formula.
      const lead = takeLead()
      add({ text: lead === '' ? sentence : `${lead} ${sentence}`, items: [], head: null, isTable: false })
      before = units.at(-1)!.text
    }
  }
  return units
}

/** Elements of a prompt that the demonstration model uses. */
export type ParsedPrompt = {
  /** The assistant's own instructions, without the parts about the person, the project and the documents. */
  instructions: string
  /** Name of the conversation's project. */
  project: string | null
  hasProfile: boolean
  /** User messages, oldest first. */
  turns: string[]
  question: string
  isOpening: boolean
}

const PROFILE = /^## Contexte de la personne$/m

const PROJECT = /^## Projet associé\n(?:.+\n`{3,}\n)?Nom : (.+)$/m

const NO_PASSAGE = /^## Documents\nAucun document/m

const WRITTEN_DOCUMENT = /^## Document en cours de rédaction$/m

const ASKS_TO_OPEN = /pr[ée]sente[zr]?[- ](?:vous|toi)\b|questions initiales/i

const ASKS_TO_GO_ON = /^Votre réponse a été interrompue/

/** Parses the messages of a request. A request without the purpose `opening` is still an opening when its only message asks for one. */
export const parsePrompt = ({ messages, purpose }: Pick<LlmRequest, 'messages' | 'purpose'>): ParsedPrompt => {
  const messagesOf = (role: LlmMessage['role']) => messages.filter((message) => message.role === role).map(({ content }) => content)
  const system = messagesOf('system').join('\n\n')
  const turns = messagesOf('user')
  const question = turns.at(-1) ?? ''
  const profile = PROFILE.exec(system)
  const project = PROJECT.exec(system)
  const first = Math.min(...[profile, project, NO_PASSAGE.exec(system), WRITTEN_DOCUMENT.exec(system)].map((block) => block?.index ?? system.length))
  return {
    instructions: system.slice(0, first),
    project: project?.[1] ?? null,
    hasProfile: profile !== null,
    turns,
    question,
    isOpening: purpose === 'opening' || (turns.length === 1 && messagesOf('assistant').length === 0 && ASKS_TO_OPEN.test(question)),
  }
}

/** Recognises a request to continue a reply; returns the reply so far and the messages before it, or null. */
export const continuedFrom = (messages: readonly LlmMessage[]): { before: LlmMessage[]; partial: string } | null => {
  const [reply, instruction] = messages.slice(-2)
  if (reply?.role !== 'assistant' || instruction?.role !== 'user' || !ASKS_TO_GO_ON.test(instruction.content)) return null
  return { before: messages.slice(0, -2), partial: reply.content }
}

/** Numbered passage of the library, or page of a document, in a prompt. */
export type PromptPassage = {
  number: number
  text: string
  /** Document, page (if any) and headings, read in the first line of the passage. */
  document: string
  page: number | null
  section: string
}

const PASSAGE = /^\[(\d{1,6})\]$/

const SOURCE_LINE = /^(.*?)(?: — page (\d{1,6}))?(?: — (.*))?$/

/**
 * Separates the passages of a prompt from the rest. A passage is a line `[n]`, then a fence of three or more backquotes with the source on its first line
 * and the text below. The fence may be longer, so that a passage may contain a shorter one. An unclosed fence runs to the end.
 */
export const splitPassages = (prompt: string): { passages: PromptPassage[]; rest: string } => {
  const passages: PromptPassage[] = []
  const rest: string[] = []
  const lines = prompt.split('\n')
  for (let i = 0; i < lines.length; i++) {
    const number = PASSAGE.exec(lines[i]!)?.[1]
    const fence = number === undefined ? undefined : /^`{3,}/.exec(lines[i + 1] ?? '')?.[0]
    if (fence === undefined) {
      rest.push(lines[i]!)
      continue
    }
    const start = i + 2
    const close = lines.indexOf(fence, start)
    const end = close === -1 ? lines.length : close
    const [, document = '', page, section = ''] = SOURCE_LINE.exec((lines[start] ?? '').slice(0, 2_000)) ?? []
    const text = lines
      .slice(start + 1, end)
      .join('\n')
      .replace(/^\n/, '')
    passages.push({ number: Number(number), text, document, page: page === undefined ? null : Number(page), section })
    i = end
  }
  return { passages, rest: rest.join('\n') }
}
