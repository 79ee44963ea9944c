import type { ReplyNotice } from '../../platform/db/schema/conversations.ts'
import { asPlainText } from '../chat/fenced-text.ts'
import { pagesOfPart, type ReadingPart } from './parts/parts.ts'
import type { UnreadPart } from './parts/readable-pages.ts'

/** Extent of parts: « 300 pages », « 2 documents (300 pages) ». */
export function extentSentence(parts: readonly ReadingPart[]): string {
  const pages = parts.flatMap((part) => part.pages)
  const documents = new Set(parts.map(({ document_id }) => document_id)).size
  const numbered = new Set(pages.map(({ document_id, page }) => `${document_id} ${page}`)).size
  const ofDocuments = documents > 1 ? `${documents}\u00a0documents` : 'un document'
  if (pages.some(({ page }) => page === null)) return ofDocuments
  const ofPages = `${numbered}\u00a0${numbered > 1 ? 'pages' : 'page'}`
  return documents > 1 ? `${ofDocuments} (${ofPages})` : ofPages
}

/**
 * Lists what was not read: « **X** (à partir de la page 12) ; **Y** ». Names are not in guillemets, which would be checked as quotations.
 * @param escapeName escapes a document name
 */
export function unreadSentence(unread: readonly UnreadPart[], escapeName = asPlainText): string {
  return unread.map(({ document, portion }) => `**${escapeName(document)}**${portion === null ? '' : ` (${portion})`}`).join(' ; ')
}

/** Describes a part that could not be read. */
export const unreadPart = (part: ReadingPart, reason: string): UnreadPart => ({ document: part.document, portion: `${pagesOfPart(part)}, ${reason}` })

/** Returns the notice that ends a reply: what was read for it, and what was not. */
export function readingNotice(read: readonly ReadingPart[], unread: readonly UnreadPart[], warnings: readonly string[]): ReplyNotice {
  const count = `${read.length}\u00a0${read.length > 1 ? 'parties' : 'partie'}`
  const lines = [`Lecture ${unread.length === 0 ? 'complète' : 'partielle'}\u00a0: ${extentSentence(read)} en ${count}.`]
  if (unread.length > 0) lines.push(`N’a pas été lu\u00a0: ${unreadSentence(unread)}.`)
  if (warnings.length > 0) lines.push(`À la lecture du fichier\u00a0: ${[...new Set(warnings)].map(asPlainText).join(' ')}`)
  return { kind: unread.length === 0 ? 'reading_complete' : 'reading_partial', text: `\n\n*${lines.join(' ')}*` }
}

const confirmQuestion = 'Répondez «\u00a0oui\u00a0» pour commencer la lecture.'

const askAgainSentence = 'Pour la commencer, reposez votre demande en y ajoutant «\u00a0lecture complète\u00a0».'

/**
 * Returns the reply that announces the cost of a full reading above `fullReading.confirmTokens` and asks for confirmation. No model is called.
 * @param isSaved whether the conversation is saved; if not, a later « oui » would come without its context, so the person must ask again
 */
export function costAnnouncement(parts: readonly ReadingPart[], tokens: number, unread: readonly UnreadPart[], isSaved = true): string {
  const roundedTokens = tokens > 10_000 ? Math.round(tokens / 1_000) * 1_000 : tokens
  const lines = [
    `Répondre à cette demande suppose de lire ${extentSentence(parts)} en entier, en ${parts.length}\u00a0${parts.length > 1 ? 'parties' : 'partie'}\u00a0: environ ${roundedTokens.toLocaleString('fr-FR')}\u00a0jetons.`,
    ...(unread.length === 0 ? [] : [`Ne sera pas lu\u00a0: ${unreadSentence(unread)}.`]),
    `Cela peut prendre plusieurs minutes. ${isSaved ? confirmQuestion : askAgainSentence}`,
  ]
  return lines.join('\n\n')
}

/** Whether a reply announces a cost and asks for confirmation. */
export const asksToConfirm = (reply: string): boolean => [confirmQuestion, askAgainSentence].some((end) => reply.trimEnd().endsWith(end))

/** Whether a request accepts the cost in advance, by the words « lecture complète ». */
export const agreesToCost = (request: string): boolean => /(?<!\p{L})lecture compl[èe]te(?!\p{L})/iu.test(request.normalize('NFC'))
