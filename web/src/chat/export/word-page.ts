import { escapeXml, toHtml } from '@parvis/markdown'
import { formatLongDate } from '../../ui/words/formats.ts'
import { originNotice } from './exported-text.ts'

export interface ExportHeading {
  /** Assistant or category; first part of the file name. */
  name: string
  /** Title of the document, and last part of the file name. */
  title: string
  /** Date of the export, ISO 8601. */
  date: string
}

export interface ExportedAnswer extends ExportHeading {
  /** Markdown of the answer. */
  text: string
  /** Plain-text paragraphs placed after the answer: why it is incomplete, its sources. */
  paragraphsAfter: readonly string[]
}

/** HTML page that word processors open as a document, with the origin notice (trust case LLM-13). */
export function wordDocument({ name, title, text, paragraphsAfter, date }: ExportedAnswer): string {
  return `<!doctype html>
<html lang="fr" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head>
<meta charset="utf-8">
<meta name="generator" content="Parvis">
<meta name="description" content="${escapeXml(originNotice)}">
<title>${escapeXml(title)}</title>
<style>body { font-family: Calibri, Carlito, sans-serif; font-size: 11pt; line-height: 1.4; } table { border-collapse: collapse; } pre { font-family: Consolas, monospace; font-size: 10pt; white-space: pre-wrap; }</style>
</head>
<body>
<h1>${escapeXml(title)}</h1>
<p><em>${escapeXml(name)}, ${escapeXml(formatLongDate(date))}</em></p>
${[toHtml(text, 2, title), ...paragraphsAfter.map((words) => `<p>${escapeXml(words).replaceAll('\n', '<br>')}</p>`)].join('\n')}
<hr>
<p><small>${escapeXml(originNotice)}</small></p>
</body>
</html>`
}
