import type { ReplyNotice } from '../../platform/db/schema/conversations.ts'
import { asPlainText } from '../chat/plain-name.ts'
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
export const unreadPart = (part: ReadingPart, why: string): UnreadPart => ({ document: part.document, portion: `${pagesOfPart(part)}, ${why}` })

/** Returns the notice that ends a reply: what was read for it, and what was not. */
export function readingNotice(read: readonly ReadingPart[], unread: readonly UnreadPart[], warnings: readonly string[]): ReplyNotice {
  const count = `${read.length}\u00a0${read.length > 1 ? 'parties' : 'partie'}`
  const lines = [`Lecture ${unread.length === 0 ? 'complète' : 'partielle'}\u00a0: ${extentSentence(read)} en ${count}.`]
  if (unread.length > 0) lines.push(`N’a pas été lu\u00a0: ${unreadSentence(unread)}.`)
  if (warnings.length > 0) lines.push(`À la lecture du fichier\u00a0: ${[...new Set(warnings)].map(asPlainText).join(' ')}`)
  return { kind: unread.length === 0 ? 'reading_complete' : 'reading_partial', text: `\n\n*${lines.join(' ')}*` }
}
