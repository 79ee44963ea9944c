import { createMarkdownReader, linesOf, paragraph, text, withoutTitle, type DocumentBlock, type InlineNode, type MarkdownReader } from '@parvis/markdown'
import { toDocx, toOdt, type DocumentReport } from '@parvis/office-writing'
import { formatLongDate, plural } from '../../ui/words/formats.ts'
import { finishedText } from '../answer/answer-words.ts'
import { dateAndState, passageLocation } from '../sources/source-words.ts'
import {
  answerTitle,
  changesAfter,
  quotedExtract,
  originNotice,
  sourcesOf,
  noticesAfterAnswer,
  type ExportedMessage,
  type ExportContext,
} from './exported-text.ts'

// Loaded on demand, at the first export.

/** Writers of office documents. */
export const officeWriters = { docx: toDocx, odt: toOdt } as const

/** Document properties. The author is the product, not a person. */
const properties = (date: string) => ({ date, dateInWords: formatLongDate(date), author: 'Parvis', description: originNotice, keywords: 'généré par IA' })

/** Report of one answer. Its title is the answer's first heading, or else the conversation title or the assistant's name. */
export function answerReport(context: ExportContext, message: ExportedMessage): DocumentReport {
  const { name, project, date } = context
  const title = answerTitle(context, finishedText(message))
  return {
    title,
    facts: [`${name}, ${formatLongDate(date)}`, ...(project === null ? [] : [`Projet\u00a0: ${project}`])],
    ...properties(date),
    blocks: [...answerBlocks(createMarkdownReader(), message, 1, title), mention()],
  }
}

/** Report of a whole conversation: one chapter per question, with its answer. Context changes are printed where they happened. */
export function conversationReport(context: ExportContext, messages: readonly ExportedMessage[]): DocumentReport {
  const { name, title, project, begun, date } = context
  const reader = createMarkdownReader()
  const questions = messages.filter(({ role }) => role === 'user').length
  const names = [...new Set(messages.flatMap(({ role, by }) => (role === 'user' ? [] : [by ?? name])).concat(name))]
  let questionCount = 0
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
    ...properties(date),
    blocks: [...changes(0), ...messages.flatMap((message, at) => [...turn(message), ...changes(at + 1)]), mention()],
  }
}

const heading = (level: number, words: string): DocumentBlock => ({ kind: 'heading', level, content: [text(words)] })

const mention = (): DocumentBlock => paragraph('mention', text(originNotice))

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
