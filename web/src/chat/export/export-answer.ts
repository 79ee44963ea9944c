import { toPlainText } from '@parvis/markdown'
import { fetchTemplate } from '../../api/session/template.ts'
import { formatLongDate } from '../../ui/words/formats.ts'
import { origin } from './exported-text.ts'
import { fileName, save } from './save.ts'

export interface ExportedAnswer {
  /** Assistant or category: the name of the file begins with it. */
  name: string
  /** What the answer is called. */
  title: string
  /** Markdown of the answer. */
  text: string
  /** When, as ISO 8601. */
  date: string
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
    const [{ wordDocument }] = await Promise.all([import('./word-page.ts'), fetchTemplate('docx')])
    save(new Blob(['\ufeff', wordDocument(answer)], { type: 'application/msword' }), nameOf(answer, 'doc'))
    return 'doc'
  } catch {
    savePlainReport(answer)
    return 'txt'
  }
}
