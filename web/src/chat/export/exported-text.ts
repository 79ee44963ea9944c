import type { ConversationChange } from '@parvis/contract'
import { createMarkdownReader, toPlainText, wordsOf, type Block } from '@parvis/markdown'
import { endedText } from '../answer/ended-text.ts'
import { explanationOf, type ChatMessage } from '../chat-state.ts'
import { changeWords } from '../context/context-changes.ts'
import { citedNumbers } from '../sources/quote-marks.ts'
import { ageNotice, dateOf } from '../sources/source-dates.ts'
import { placeOf } from '../sources/source-words.ts'

// What an export says whatever its form: what is left when no document can be made needs nothing more.

/** Every export says it (trust case LLM-13). */
export const origin = 'Texte généré par une intelligence artificielle (Parvis)\u00a0; à vérifier avant usage.'

/** What the screen knows around a message. */
export interface ExportContext {
  /** Assistant or category. */
  name: string
  /** Title of the conversation; null where it has none. */
  title: string | null
  project: string | null
  /** When the conversation began, ISO 8601; null where nothing is kept of it. */
  begun: string | null
  /** What the thread says of it between its messages. */
  changes: readonly Pick<ConversationChange, 'kind' | 'former' | 'name' | 'after'>[]
  /** Of the export, ISO 8601. */
  date: string
}

export type Exportable = Pick<ChatMessage, 'role' | 'content' | 'status' | 'finish_reason' | 'error' | 'sources'> & {
  /** Who wrote it, where it is not who is named around it. */
  by?: string | null | undefined
}

type ExportedSource = Exportable['sources'][number]

/** What an answer is called: its first heading, else the title of the conversation, else who gave it. */
export const answerTitle = ({ title, name }: ExportContext, markdown: string): string => headingOf(createMarkdownReader().read(markdown, 1)) ?? title ?? name

function headingOf(blocks: readonly Block[]): string | null {
  const found = blocks.find((block) => block.kind === 'heading')
  return (found && wordsOf(found.content).replace(/\s+/g, ' ').trim()) || null
}

/** What the thread says after so many of its messages, in the words of the screen. */
export const changesAfter = ({ changes }: ExportContext, turns: number, count: number): string[] =>
  changes.filter(({ after }) => Math.min(after, count) === turns).map(changeWords)

/** Why an answer is not whole; null when it is. */
export const whyNotWhole = (message: Exportable): string | null =>
  message.status === 'en_cours' ? 'Réponse encore en cours d’écriture au moment de l’export.' : explanationOf(message)

/** The sources that an answer names, and those that were only read. */
export function sourcesOf({ sources, content }: Exportable): { cited: ExportedSource[]; others: ExportedSource[] } {
  const numbers = citedNumbers(content)
  return { cited: sources.filter(({ number }) => numbers.has(number)), others: sources.filter(({ number }) => !numbers.has(number)) }
}

/** The words of a source, as a quotation; empty where its document is closed to this person: nothing is known of it but its number. */
export function extractOf({ extract }: ExportedSource): string {
  const words = extract.replace(/\s+/g, ' ').trim()
  return words === '' ? '' : `«\u00a0${words}\u00a0»`
}

/** What stands under the text of an answer where nothing has a style, a paragraph each: why it is not whole, the age of its sources, then those that it names. */
export function wordsUnder(message: Exportable): string[] {
  const why = whyNotWhole(message)
  const { cited } = sourcesOf(message)
  const notice = ageNotice(message.sources, message.content)
  const place = (one: ExportedSource) => [`[${one.number}] ${one.document}`, placeOf(one), dateOf(one)].filter(Boolean).join(', ')
  const source = (one: ExportedSource) => [place(one), extractOf(one)].filter(Boolean).join('\n')
  return [...(why === null ? [] : [why]), ...(notice === null ? [] : [notice]), ...(cited.length === 0 ? [] : ['Sources', ...cited.map(source)])]
}

/** The conversation as plain text, for when no document can be made of it. What a person wrote is not Markdown, and stays as it is. */
export function plainConversation(context: ExportContext, messages: readonly Exportable[]): string {
  const changes = (turns: number) => changesAfter(context, turns, messages.length).map((words) => `(${words})`)
  const turn = (message: Exportable) =>
    message.role === 'user'
      ? `Question\u00a0:\n${message.content}`
      : `Réponse de ${message.by ?? context.name}\u00a0:\n${[toPlainText(endedText(message)), ...wordsUnder(message)].filter(Boolean).join('\n\n')}`
  return [...changes(0), ...messages.flatMap((message, at) => [turn(message), ...changes(at + 1)])].join('\n\n')
}
