import { reviewProperties, type ReviewFacts } from '@parvis/contract'
import { createMarkdownReader, linesOf, paragraph, text, withoutTitle, type DocumentBlock, type InlineNode, type MarkdownReader } from '@parvis/markdown'
import { toDocx, toOdt, type DocumentReport } from '@parvis/office-writing'
import { formatLongDate, plural } from '../../ui/words/formats.ts'
import { finishedText } from '../answer/answer-words.ts'
import { dateAndState, passageLocation } from '../sources/source-words.ts'
import {
  answerTitle,
  changesAfter,
  quotedExtract,
  answerReviews,
  conversationOrigin,
  conversationReviews,
  originSentences,
  sourcesOf,
  noticesAfterAnswer,
  type ExportedMessage,
  type ExportContext,
} from './exported-text.ts'

// Loaded on demand, at the first export.

/** Writers of office documents. */
export const officeWriters = { docx: toDocx, odt: toOdt } as const

/** Document properties. The author is the product, not a person. */
const fileProperties = (date: string, origin: readonly string[], properties: Record<string, string>) => ({
  date,
  dateInWords: formatLongDate(date),
  author: 'Parvis',
  description: origin.join(' '),
  keywords: 'généré par IA',
  properties,
})

/**
 * Report of one answer. Its title is the answer's first heading, or else the conversation title or the assistant's name.
 * @param review reviews and digest of its text; omitted: those that the message shows
 */
export function answerReport(context: ExportContext, message: ExportedMessage, review = shownReview(message)): DocumentReport {
  const { name, project, date } = context
  const title = answerTitle(context, finishedText(message))
  return {
    title,
    facts: [`${name}, ${formatLongDate(date)}`, ...(project === null ? [] : [`Projet\u00a0: ${project}`])],
    ...fileProperties(date, originSentences(review), reviewProperties(review, date)),
    blocks: [...answerBlocks(createMarkdownReader(), message, 1, title), ...mentions(originSentences(review))],
  }
}

/** Report of a whole conversation: one chapter per question, with its answer. Context changes are printed where they happened. */
export function conversationReport(context: ExportContext, messages: readonly ExportedMessage[]): DocumentReport {
  const { name, title, project, begun, date } = context
  const reader = createMarkdownReader()
  const questions = messages.filter(({ role }) => role === 'user').length
  const names = [...new Set(messages.flatMap(({ role, by }) => (role === 'user' ? [] : [by ?? name])).concat(name))]
  let questionCount = 0
  const origin = conversationOrigin(messages)
  const { facts, state } = conversationReviews(messages)
  const changes = (messageCount: number) => changesAfter(context, messageCount, messages.length).map((words) => paragraph('event', text(words)))
  const turn = (message: ExportedMessage): DocumentBlock[] => {
    if (message.role === 'user') {
      questionCount += 1
      return [heading(1, `Question ${questionCount}`), paragraph('question', ...linesOf(message.content))]
    }
    const level = questionCount === 0 ? 1 : 2
    return [
      heading(level, questionCount === 0 ? `Accueil de ${message.by ?? name}` : `Réponse de ${message.by ?? name}`),
      ...answerBlocks(reader, message, level + 1),
      ...mentions(answerReviews(message)),
    ]
  }
  return {
    title: title ?? `Conversation avec ${name}`,
    facts: [
      `${names.length > 1 ? 'Assistants' : 'Assistant'}\u00a0: ${names.join(', ')}`,
      ...(project === null ? [] : [`Projet\u00a0: ${project}`]),
      ...(begun === null ? [] : [`Conversation du ${formatLongDate(begun)}`]),
      `Exportée le ${formatLongDate(date)} (${plural(questions, 'question')})`,
    ],
    ...fileProperties(date, origin, { ...reviewProperties(facts, date), 'Parvis.relu': state }),
    blocks: [...changes(0), ...messages.flatMap((message, at) => [...turn(message), ...changes(at + 1)]), ...mentions(origin)],
  }
}

const heading = (level: number, words: string): DocumentBlock => ({ kind: 'heading', level, content: [text(words)] })

const mentions = (sentences: readonly string[]): DocumentBlock[] => sentences.map((sentence) => paragraph('mention', text(sentence)))

const shownReview = ({ reviews = [] }: ExportedMessage): ReviewFacts => ({
  is_generated: true,
  models: [],
  reviews,
  digest: reviews.find(({ is_current }) => is_current)?.digest ?? null,
})

/** @param title title already printed above, which is not repeated */
function answerBlocks(reader: MarkdownReader, message: ExportedMessage, level: number, title: string | null = null): DocumentBlock[] {
  return [
    ...withoutTitle(reader.read(finishedText(message), level), title),
    ...noticesAfterAnswer(message).map((sentence) => paragraph('mention', text(sentence))),
    ...sourceBlocks(message, level),
  ]
}

/** Cited sources with their extract, then those that were only read. Numbers are those of the text. */
function sourceBlocks(message: ExportedMessage, level: number): DocumentBlock[] {
  const { cited, others } = sourcesOf(message)
  const line = (source: ExportedMessage['sources'][number]) => {
    const sourceLocation = [passageLocation(source), dateAndState(source)].filter(Boolean).join(', ')
    return [text(`[${source.number}] `, 'bold'), text(source.document), text(sourceLocation === '' ? '' : `, ${sourceLocation}`)]
  }
  // A document not accessible to this person has no extract.
  const extract = (source: ExportedMessage['sources'][number]): InlineNode[] => {
    const words = quotedExtract(source)
    return words === '' ? [] : [{ kind: 'break' }, text(words, 'italic')]
  }
  return [
    ...(cited.length === 0 ? [] : [heading(level, 'Sources')]),
    ...cited.map((source) => paragraph('source', ...line(source), ...extract(source))),
    ...(others.length === 0 ? [] : [heading(level, cited.length === 0 ? 'Passages consultés' : 'Autres passages consultés')]),
    ...others.map((source) => paragraph('source', ...line(source))),
  ]
}
