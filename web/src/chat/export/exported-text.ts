import type { ConversationChange } from '@parvis/contract'
import { createMarkdownReader, wordsOf, type Block } from '@parvis/markdown'
import { shownText, type ChatMessage } from '../chat-state.ts'
import { changeWords } from '../context/context-changes.ts'

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

/** What an answer is called: its first heading, else the title of the conversation, else who gave it. */
export const answerTitle = ({ title, name }: ExportContext, markdown: string): string => headingOf(createMarkdownReader().read(markdown, 1)) ?? title ?? name

function headingOf(blocks: readonly Block[]): string | null {
  const found = blocks.find((block) => block.kind === 'heading')
  return (found && wordsOf(found.content).replace(/\s+/g, ' ').trim()) || null
}

/** What the thread says after so many of its messages, in the words of the screen. */
export const changesAfter = ({ changes }: ExportContext, turns: number, count: number): string[] =>
  changes.filter(({ after }) => Math.min(after, count) === turns).map(changeWords)

/** The conversation as plain text, for when no document can be made of it. */
export function plainConversation(context: ExportContext, messages: readonly Exportable[]): string {
  const changes = (turns: number) => changesAfter(context, turns, messages.length).map((words) => `(${words})`)
  const turns = messages.flatMap((message, at) => [
    `${message.role === 'user' ? 'Question' : `Réponse de ${message.by ?? context.name}`}\u00a0:\n${shownText(message)}`,
    ...changes(at + 1),
  ])
  return [...changes(0), ...turns].join('\n\n')
}
