import { toPlainText } from '@parvis/markdown'
import { fetchTemplate } from '../../api/session/template.ts'
import { formatLongDate } from '../../ui/words/formats.ts'
import { origin } from './exported-text.ts'
import { fileName, save } from './save.ts'
import type { Headed, ExportedAnswer } from './word-page.ts'

/** @param body plain text, without Markdown */
const plainPage = ({ name, title, date }: Headed, body: string): string =>
  `${title}\r\n${name}, ${formatLongDate(date)}\r\n\r\n${body.replace(/\r?\n/g, '\r\n')}\r\n\r\n${origin}\r\n`

export const plainReport = (answer: ExportedAnswer): string =>
  plainPage(answer, [toPlainText(answer.text, answer.title), ...answer.under].filter(Boolean).join('\n\n'))

const nameOf = ({ name, title, date }: Headed, extension: string) => fileName({ parts: [name, title], date }, extension)

const saveText = (content: string, headed: Headed): void => save(new Blob([content], { type: 'text/plain;charset=utf-8' }), nameOf(headed, 'txt'))

export const savePlainReport = (answer: ExportedAnswer): void => saveText(plainReport(answer), answer)

/** @param body plain text, without Markdown */
export const savePlainPage = (headed: Headed, body: string): void => saveText(plainPage(headed, body), headed)

/**
 * Downloads an answer as a Word-compatible HTML document. Fetches the template first (specification, chapter 7). On any failure, downloads a plain-text
 * report instead. @returns the extension of the downloaded file
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
