import { escapeXml, toHtml, toPlainText } from '@parvis/markdown'
import { fetchTemplate } from '../../api/session/template.ts'
import { formatLongDate } from '../../ui/words/formats.ts'
import { origin } from './report.ts'
import { fileName, save } from './save.ts'

interface ExportedAnswer {
  /** Assistant or category: the name of the file begins with it. */
  name: string
  /** What the answer is called. */
  title: string
  /** Markdown of the answer. */
  text: string
  /** When, as ISO 8601. */
  date: string
}

/** A page that word processors open as a document; it says where it comes from (trust case LLM-13). */
export function wordDocument({ name, title, text, date }: ExportedAnswer): string {
  return `<!doctype html>
<html lang="fr" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head>
<meta charset="utf-8">
<meta name="generator" content="Parvis">
<meta name="description" content="${escapeXml(origin)}">
<title>${escapeXml(title)}</title>
<style>body { font-family: Calibri, Carlito, sans-serif; font-size: 11pt; line-height: 1.4; } table { border-collapse: collapse; } pre { font-family: Consolas, monospace; font-size: 10pt; white-space: pre-wrap; }</style>
</head>
<body>
<h1>${escapeXml(title)}</h1>
<p><em>${escapeXml(name)}, ${escapeXml(formatLongDate(date))}</em></p>
${toHtml(text, 2, title)}
<hr>
<p><small>${escapeXml(origin)}</small></p>
</body>
</html>`
}

export function plainReport({ name, title, text, date }: ExportedAnswer): string {
  return `${title}\r\n${name}, ${formatLongDate(date)}\r\n\r\n${toPlainText(text, title).replace(/\r?\n/g, '\r\n')}\r\n\r\n${origin}\r\n`
}

const nameOf = ({ name, title, date }: ExportedAnswer, extension: string) => fileName({ parts: [name, title], date }, extension)

export function savePlainReport(answer: ExportedAnswer): void {
  save(new Blob([plainReport(answer)], { type: 'text/plain;charset=utf-8' }), nameOf(answer, 'txt'))
}

/**
 * Downloads an answer as a Word-compatible document. The template is asked for first (specification, chapter 7); when
 * that or anything else fails, a plain-text report is downloaded instead.
 */
export async function exportAnswer(answer: ExportedAnswer): Promise<'doc' | 'txt'> {
  try {
    await fetchTemplate('docx')
    save(new Blob(['\ufeff', wordDocument(answer)], { type: 'application/msword' }), nameOf(answer, 'doc'))
    return 'doc'
  } catch {
    savePlainReport(answer)
    return 'txt'
  }
}
