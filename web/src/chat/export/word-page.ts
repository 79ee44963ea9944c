import { escapeXml, toHtml } from '@parvis/markdown'
import { formatLongDate } from '../../ui/words/formats.ts'

export interface ExportHeading {
  /** Assistant or category; first part of the file name. */
  name: string
  /** Title of the document, and last part of the file name. */
  title: string
  /** Date of the export, ISO 8601. */
  date: string
  /** Sentences at the end: where the text comes from, and who reviewed it or that nobody did. */
  origin: readonly string[]
}

export interface ExportedAnswer extends ExportHeading {
  /** Markdown of the answer. */
  text: string
  /** Plain-text paragraphs placed after the answer: why it is incomplete, its sources. */
  paragraphsAfter: readonly string[]
  /** Custom properties of the file, which programs read. */
  properties: Readonly<Record<string, string>>
}

/** HTML page that word processors open as a document, with the origin notice (trust case LLM-13). */
export function wordDocument({ name, title, text, paragraphsAfter, date, origin, properties }: ExportedAnswer): string {
  return `<!doctype html>
<html lang="fr" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head>
<meta charset="utf-8">
<meta name="generator" content="Parvis">
<meta name="description" content="${escapeXml(origin.join(' '))}">
${Object.entries(properties)
  .map(([property, value]) => `<meta name="${escapeXml(property)}" content="${escapeXml(value)}">`)
  .join('\n')}
<title>${escapeXml(title)}</title>
<style>body { font-family: Calibri, Carlito, sans-serif; font-size: 11pt; line-height: 1.4; } table { border-collapse: collapse; } pre { font-family: Consolas, monospace; font-size: 10pt; white-space: pre-wrap; }</style>
</head>
<body>
<h1>${escapeXml(title)}</h1>
<p><em>${escapeXml(name)}, ${escapeXml(formatLongDate(date))}</em></p>
${[toHtml(text, 2, title), ...paragraphsAfter.map((words) => `<p>${escapeXml(words).replaceAll('\n', '<br>')}</p>`)].join('\n')}
<hr>
${origin.map((sentence) => `<p><small>${escapeXml(sentence)}</small></p>`).join('\n')}
</body>
</html>`
}
