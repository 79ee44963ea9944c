import { fetchTemplate } from '../../api/template.ts'
import { formatLongDate } from '../../ui/formats.ts'
import { escapeHtml, toHtml } from './to-html.ts'

export interface ExportedAnswer {
  /** Assistant or category that gives the file its name. */
  name: string
  /** Markdown of the answer. */
  text: string
  /** When, as ISO 8601. */
  date: string
}

const origin = 'Texte généré par une intelligence artificielle (Parvis)\u00a0; à vérifier avant usage.'

/** Name of the file: the assistant or the category, and the ISO date (specification, chapter 9); letters, digits, hyphens. */
export function fileName({ name, date }: Pick<ExportedAnswer, 'name' | 'date'>, extension: 'doc' | 'txt'): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('œ', 'oe')
    .replaceAll('Œ', 'OE')
    .replace(/[^\w]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return `${plain.slice(0, 60).replace(/-+$/, '') || 'reponse'}-${date.slice(0, 10)}.${extension}`
}

/** A page that word processors open as a document; it says where it comes from (trust case LLM-13). */
export function wordDocument({ name, text, date }: ExportedAnswer): string {
  return `<!doctype html>
<html lang="fr" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head>
<meta charset="utf-8">
<meta name="generator" content="Parvis">
<meta name="description" content="${escapeHtml(origin)}">
<title>${escapeHtml(name)}</title>
<style>body { font-family: Calibri, Carlito, sans-serif; font-size: 11pt; line-height: 1.4; } table { border-collapse: collapse; } pre { font-family: Consolas, monospace; font-size: 10pt; white-space: pre-wrap; }</style>
</head>
<body>
<h1>${escapeHtml(name)}</h1>
<p><em>${escapeHtml(formatLongDate(date))}</em></p>
${toHtml(text)}
<hr>
<p><small>${escapeHtml(origin)}</small></p>
</body>
</html>`
}

export function plainReport({ name, text, date }: ExportedAnswer): string {
  return `${name}\r\n${formatLongDate(date)}\r\n\r\n${text.replace(/\r?\n/g, '\r\n')}\r\n\r\n${origin}\r\n`
}

/**
 * Downloads an answer as a Word-compatible document. The template is asked for first (specification, chapter 7); when
 * that or anything else fails, a plain-text report is downloaded instead.
 */
export async function exportAnswer(answer: ExportedAnswer): Promise<'doc' | 'txt'> {
  try {
    await fetchTemplate()
    save(new Blob(['\ufeff', wordDocument(answer)], { type: 'application/msword' }), fileName(answer, 'doc'))
    return 'doc'
  } catch {
    save(new Blob([plainReport(answer)], { type: 'text/plain;charset=utf-8' }), fileName(answer, 'txt'))
    return 'txt'
  }
}

function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser takes the content when it handles the click, a little later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
