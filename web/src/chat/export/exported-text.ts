import type { ConversationChange } from '@parvis/contract'
import { createMarkdownReader, toPlainText, wordsOf, type Block } from '@parvis/markdown'
import { endedText } from '../answer/ended-text.ts'
import { explanationOf, type ChatMessage } from '../chat-state.ts'
import { changeWords } from '../context/context-changes.ts'
import { citedNumbers } from '../sources/quote-marks.ts'
import { ageNotice, dateOf } from '../sources/source-dates.ts'
import { placeOf } from '../sources/source-words.ts'

// Text common to all export formats. The plain-text fallback depends on nothing else.

/** Origin notice that every export contains (trust case LLM-13). */
export const origin = 'Texte généré par une intelligence artificielle (Parvis)\u00a0; à vérifier avant usage.'

/** Facts about the conversation that exports print around messages. */
export interface ExportContext {
  /** Assistant or category. */
  name: string
  /** Title of the conversation; null without one. */
  title: string | null
  project: string | null
  /** Date of creation of the conversation, ISO 8601; null if it is not saved. */
  begun: string | null
  /** Context changes, printed between the messages. */
  changes: readonly Pick<ConversationChange, 'kind' | 'former' | 'name' | 'after'>[]
  /** Date of the export, ISO 8601. */
  date: string
}

export type Exportable = Pick<ChatMessage, 'role' | 'content' | 'status' | 'finish_reason' | 'error' | 'sources'> & {
  /** Name of the assistant, if it differs from `ExportContext.name`. */
  by?: string | null | undefined
}

type ExportedSource = Exportable['sources'][number]

/** Title of an exported answer: its first heading, or else the conversation title, or else the name of the assistant. */
export const answerTitle = ({ title, name }: ExportContext, markdown: string): string => headingOf(createMarkdownReader().read(markdown, 1)) ?? title ?? name

function headingOf(blocks: readonly Block[]): string | null {
  const found = blocks.find((block) => block.kind === 'heading')
  return (found && wordsOf(found.content).replace(/\s+/g, ' ').trim()) || null
}

/** Sentences of the context changes made after `turns` messages. Changes beyond the last message come after it. */
export const changesAfter = ({ changes }: ExportContext, turns: number, count: number): string[] =>
  changes.filter(({ after }) => Math.min(after, count) === turns).map(changeWords)

/** Sentence on why an answer is incomplete; null if it is complete. */
export const whyNotWhole = (message: Exportable): string | null =>
  message.status === 'en_cours' ? 'Réponse encore en cours d’écriture au moment de l’export.' : explanationOf(message)

/** Splits the sources of an answer into those that it cites and those that were only read. */
export function sourcesOf({ sources, content }: Exportable): { cited: ExportedSource[]; others: ExportedSource[] } {
  const numbers = citedNumbers(content)
  return { cited: sources.filter(({ number }) => numbers.has(number)), others: sources.filter(({ number }) => !numbers.has(number)) }
}

/** Extract of a source in French quotation marks. Empty when the document is not accessible to this person: only its number is known. */
export function extractOf({ extract }: ExportedSource): string {
  const words = extract.replace(/\s+/g, ' ').trim()
  return words === '' ? '' : `«\u00a0${words}\u00a0»`
}

/** Plain-text paragraphs placed after an answer: why it is incomplete, the age notice of its sources, then the cited sources. */
export function wordsUnder(message: Exportable): string[] {
  const why = whyNotWhole(message)
  const { cited } = sourcesOf(message)
  const notice = ageNotice(message.sources, message.content)
  const place = (one: ExportedSource) => [`[${one.number}] ${one.document}`, placeOf(one), dateOf(one)].filter(Boolean).join(', ')
  const source = (one: ExportedSource) => [place(one), extractOf(one)].filter(Boolean).join('\n')
  return [...(why === null ? [] : [why]), ...(notice === null ? [] : [notice]), ...(cited.length === 0 ? [] : ['Sources', ...cited.map(source)])]
}

/** Converts the conversation to plain text, the fallback when no document can be created. Questions are not Markdown and are copied as they are. */
export function plainConversation(context: ExportContext, messages: readonly Exportable[]): string {
  const changes = (turns: number) => changesAfter(context, turns, messages.length).map((words) => `(${words})`)
  const turn = (message: Exportable) =>
    message.role === 'user'
      ? `Question\u00a0:\n${message.content}`
      : `Réponse de ${message.by ?? context.name}\u00a0:\n${[toPlainText(endedText(message)), ...wordsUnder(message)].filter(Boolean).join('\n\n')}`
  return [...changes(0), ...messages.flatMap((message, at) => [turn(message), ...changes(at + 1)])].join('\n\n')
}
