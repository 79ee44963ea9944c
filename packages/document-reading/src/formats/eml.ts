import PostalMime from 'postal-mime'
import type { DocumentBuilder } from '../building/document-builder.ts'
import { warnOfAttachments } from '../building/warn-of-attachments.ts'
import { ExtractionError } from '../failure.ts'
import { writeHtml } from './html/html.ts'
import { writeParagraphs } from './plain-text.ts'

/** Reads an e-mail: subject, people and date, then the text (plain rather than HTML). Attachments are named, not read. */
export async function readEml(bytes: Uint8Array, builder: DocumentBuilder): Promise<void> {
  // Where the headers end, RFC 5322 wants a blank line; a text file without a header is not a mail.
  const head = Buffer.from(bytes.subarray(0, 64 * 1024)).toString('latin1')
  if (!/^(from|to|subject|date|received|mime-version|message-id|return-path|delivered-to|content-type)\s*:/im.test(head.split(/\r?\n\r?\n/)[0] ?? '')) {
    throw new ExtractionError('extraction.type_mismatch', 'le fichier porte l’extension « .eml » mais n’est pas un courriel')
  }
  let mail
  try {
    mail = await PostalMime.parse(new Uint8Array(bytes).buffer, { attachmentEncoding: 'arraybuffer' })
  } catch (error) {
    throw new ExtractionError('extraction.damaged', undefined, { cause: error })
  }
  builder.page(null)
  if (mail.subject) {
    builder.title(mail.subject)
    builder.heading(1, mail.subject)
  }
  const people = (list: { name?: string; address?: string }[] | undefined) =>
    (list ?? [])
      .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address || ''))
      .filter(Boolean)
      .join(', ')
  const lines = [
    ['De', people(mail.from ? [mail.from] : [])],
    ['À', people(mail.to)],
    ['Copie', people(mail.cc)],
    ['Date', mail.date ? frenchDate(mail.date) : ''],
  ].filter(([, value]) => value)
  if (lines.length > 0) builder.paragraph(lines.map(([label, value]) => `${label} : ${value}`).join('\n'))
  if (mail.text?.trim()) writeParagraphs(mail.text, builder)
  else if (mail.html) writeHtml(mail.html, builder)
  const names = mail.attachments.map((attachment) => attachment.filename ?? 'sans nom')
  warnOfAttachments(names, builder)
}

function frenchDate(value: string): string {
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return value
  return new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' }).format(date)
}
