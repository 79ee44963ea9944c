import PostalMime, { type Email } from 'postal-mime'
import type { DocumentBuilder } from '../building/document-builder.ts'
import { warnOfAttachments } from '../building/unread.ts'
import { ExtractionError } from '../failure.ts'
import { writeHtml } from './html/html.ts'
import { writeParagraphs } from './plain-text.ts'

/** Maximum depth at which attached messages are read. */
const MAX_DEPTH = 5
/** Ratio from which a longer HTML part replaces the plain one: such a plain part only says to look at the HTML. */
const HTML_LENGTH_RATIO = 3

/**
 * Reads an e-mail: subject, people and date, then the text (plain preferred to HTML), then the attached messages. Other attachments are listed in a
 * warning, not read.
 * @throws {ExtractionError} `extraction.type_mismatch` when the file has no mail header
 */
export async function readEml(bytes: Uint8Array, builder: DocumentBuilder): Promise<void> {
  // RFC 5322 ends the headers with a blank line. A text file without any header is not a mail.
  const head = Buffer.from(bytes.subarray(0, 64 * 1024)).toString('latin1')
  if (!/^(from|to|subject|date|received|mime-version|message-id|return-path|delivered-to|content-type)\s*:/im.test(head.split(/\r?\n\r?\n/)[0] ?? '')) {
    throw new ExtractionError('extraction.type_mismatch', 'le fichier porte l’extension « .eml » mais n’est pas un courriel')
  }
  builder.page(null)
  const unread: string[] = []
  try {
    await writeMail(bytes, 1, { builder, unread })
  } finally {
    warnOfAttachments(unread, builder)
  }
}

async function writeMail(bytes: Uint8Array, depth: number, { builder, unread }: { builder: DocumentBuilder; unread: string[] }): Promise<void> {
  const mail = await parse(bytes)
  if (mail.subject) {
    builder.title(mail.subject)
    builder.heading(depth, mail.subject)
  }
  const lines = [
    ['De', formatAddresses(mail.from ? [mail.from] : [])],
    ['À', formatAddresses(mail.to)],
    ['Copie', formatAddresses(mail.cc)],
    ['Date', mail.date ? frenchDate(mail.date) : ''],
  ].filter(([, value]) => value)
  if (lines.length > 0) builder.paragraph(lines.map(([label, value]) => `${label} : ${value}`).join('\n'))
  const text = mail.text?.trim() ?? ''
  if (mail.html && text.length * HTML_LENGTH_RATIO < textLength(mail.html)) writeHtml(mail.html, builder)
  else writeParagraphs(text, builder)
  for (const { mimeType, filename, content } of mail.attachments) {
    const isRead = mimeType === 'message/rfc822' && depth < MAX_DEPTH && typeof content !== 'string'
    if (isRead) await writeMail(new Uint8Array(content), depth + 1, { builder, unread })
    else unread.push(filename ?? defaultName(mimeType))
  }
}

async function parse(bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(new Uint8Array(bytes).buffer, { attachmentEncoding: 'arraybuffer' })
  } catch (error) {
    throw new ExtractionError('extraction.damaged', undefined, { cause: error })
  }
}

const formatAddresses = (list: { name?: string; address?: string }[] | undefined): string =>
  (list ?? [])
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address || ''))
    .filter(Boolean)
    .join(', ')

/** Number of characters of an HTML text without its tags and styles. */
const textLength = (html: string): number =>
  html
    .replace(/<style[^>]*>[^<]*/gi, '')
    .replace(/<[^>]*>/g, '')
    .trim().length

/** French name for an attachment that has no file name. */
function defaultName(mimeType: string): string {
  if (mimeType === 'text/calendar') return 'invitation'
  if (mimeType === 'message/rfc822') return 'message'
  return mimeType.startsWith('image/') ? 'image' : 'sans nom'
}

function frenchDate(value: string): string {
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return value
  return new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' }).format(date)
}
