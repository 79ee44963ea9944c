import { reviewMention, type ConversationChange, type ConversationWithMessages, type ReviewFacts } from '@parvis/contract'
import { createMarkdownReader, toHtml, toPlainText, inlineText, type DocumentBlock } from '@parvis/markdown'
import { finishedText } from '../answer/answer-words.ts'
import { formatLongDate } from '../../ui/words/formats.ts'
import type { ChatMessage } from '../machine/state.ts'
import { changesSentence, explanationOf } from '../answer/reply-sentences.ts'
import { changeSentence } from '../context/context-changes.ts'
import { citedNumbers } from '../sources/quote-marks.ts'
import { ageNotice, dateAndState, passageLocation } from '../sources/source-words.ts'

// Text common to all export formats. The plain-text fallback depends on nothing else.

/** Origin notice that every export contains (trust case LLM-13). */
const originNotice = 'Texte généré par une intelligence artificielle (Parvis)\u00a0; à vérifier avant usage.'

/** Sentences at the end of an export: where the text comes from, and who reviewed it or that nobody did. */
export const originSentences = (review: ReviewFacts): string[] => [originNotice, ...reviewMention(review, formatLongDate)]

/**
 * Facts of the reviews of a conversation, whose text is that of all its answers: no digest, and no review of the whole. `state`: whether its answers are
 * reviewed as they are.
 */
export function conversationReviews(messages: readonly ExportedMessage[]): { facts: ReviewFacts; state: 'oui' | 'en partie' | 'non' } {
  const answers = messages.filter(({ role, status }) => role === 'assistant' && status !== 'erreur')
  const reviewed = answers.filter(({ reviews }) => reviews?.some(({ is_current }) => is_current))
  const state = reviewed.length === 0 ? 'non' : reviewed.length < answers.length ? 'en partie' : 'oui'
  return { facts: { is_generated: true, models: [], reviews: [], digest: null }, state }
}

/** Sentences at the end of an exported conversation: the mention of article 50 unless each answer is reviewed. */
export function conversationOrigin(messages: readonly ExportedMessage[]): string[] {
  const { facts, state } = conversationReviews(messages)
  return state === 'oui' ? [originNotice] : originSentences(facts)
}

/** Sentences after an answer of an exported conversation: its reviews. */
export const answerReviews = ({ reviews = [] }: ExportedMessage): string[] =>
  reviews.length === 0 ? [] : reviewMention({ is_generated: false, models: [], reviews, digest: null }, formatLongDate)

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

export type ExportedMessage = Pick<ChatMessage, 'role' | 'content' | 'status' | 'finish_reason' | 'error' | 'sources' | 'reviews'> & {
  /** Id of the message; null or absent when it is not saved. */
  id?: string | null
  /** Name of the assistant, if it differs from `ExportContext.name`. */
  by?: string | null | undefined
}

type ExportedSource = ExportedMessage['sources'][number]

/** Title of an exported answer: its first heading, or else the conversation title, or else the name of the assistant. */
export const answerTitle = ({ title, name }: ExportContext, markdown: string): string => headingOf(createMarkdownReader().read(markdown, 1)) ?? title ?? name

function headingOf(blocks: readonly DocumentBlock[]): string | null {
  const found = blocks.find((block) => block.kind === 'heading')
  return (found && inlineText(found.content).replace(/\s+/g, ' ').trim()) || null
}

/** Sentences of the context changes made after `messageCount` messages. Changes beyond the last message come after it. */
export const changesAfter = ({ changes }: ExportContext, messageCount: number, count: number): string[] =>
  changes.filter(({ after }) => Math.min(after, count) === messageCount).map(changeSentence)

/** Sentence on why an answer is incomplete; null if it is complete. */
const incompleteReason = (message: ExportedMessage): string | null =>
  message.status === 'en_cours' ? 'Réponse encore en cours d’écriture au moment de l’export.' : explanationOf(message)

/** Splits the sources of an answer into those that it cites and those that were only read. */
export function sourcesOf(message: ExportedMessage): { cited: ExportedSource[]; others: ExportedSource[] } {
  const { sources } = message
  const numbers = citedNumbers(finishedText(message))
  return { cited: sources.filter(({ number }) => numbers.has(number)), others: sources.filter(({ number }) => !numbers.has(number)) }
}

/** Extract of a source in French quotation marks. Empty when the document is not accessible to this person: only its number is known. */
export function quotedExtract({ extract }: ExportedSource): string {
  const words = extract.replace(/\s+/g, ' ').trim()
  return words === '' ? '' : `«\u00a0${words}\u00a0»`
}

/** Sentences placed after an answer: how many changes to a document it proposes, why it is incomplete, the age notice of its sources. */
export const noticesAfterAnswer = (message: ExportedMessage): string[] =>
  [changesSentence(message), incompleteReason(message), ageNotice(message.sources, finishedText(message))].filter((sentence) => sentence !== null)

/** Plain-text paragraphs placed after an answer: its notices, then the cited sources. */
export function paragraphsAfterAnswer(message: ExportedMessage): string[] {
  const { cited } = sourcesOf(message)
  const sourceLocation = (one: ExportedSource) => [`[${one.number}] ${one.document}`, passageLocation(one), dateAndState(one)].filter(Boolean).join(', ')
  const source = (one: ExportedSource) => [sourceLocation(one), quotedExtract(one)].filter(Boolean).join('\n')
  return [...noticesAfterAnswer(message), ...(cited.length === 0 ? [] : ['Sources', ...cited.map(source)])]
}

/** Converts the conversation to plain text, the fallback when no document can be created. Questions are not Markdown and are copied as they are. */
export function plainConversation(context: ExportContext, messages: readonly ExportedMessage[]): string {
  const changes = (messageCount: number) => changesAfter(context, messageCount, messages.length).map((words) => `(${words})`)
  const turn = (message: ExportedMessage) =>
    message.role === 'user'
      ? `Question\u00a0:\n${message.content}`
      : `Réponse de ${message.by ?? context.name}\u00a0:\n${[toPlainText(finishedText(message)), ...paragraphsAfterAnswer(message), ...answerReviews(message)].filter(Boolean).join('\n\n')}`
  return [...changes(0), ...messages.flatMap((message, at) => [turn(message), ...changes(at + 1)])].join('\n\n')
}

/** Converts a conversation of the server into the data of an export. `date`: date of the export, ISO 8601. */
export function exportDataOf(conversation: ConversationWithMessages, date: string): { context: ExportContext; messages: ExportedMessage[] } {
  const { title, project_name, created_at, changes } = conversation
  const name = conversation.assistant_name ?? conversation.library ?? 'Parvis'
  return {
    context: { name, title, project: project_name, begun: created_at, changes, date },
    messages: conversation.messages.flatMap(({ role, ...message }) => (role === 'system' ? [] : [{ role, ...message }])),
  }
}

export const emptyConversationSentence = 'Cette conversation est vide'

/** Copies of an answer: plain text, and HTML for applications that paste formatted text. */
export const copiesOf = (markdown: string): { text: string; html: string } => ({ text: toPlainText(markdown), html: toHtml(markdown) })
