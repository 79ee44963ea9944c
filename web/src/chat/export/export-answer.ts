import { toPlainText } from '@parvis/markdown'
import { fetchTemplate } from '../../api/transport/static-files.ts'
import { formatLongDate } from '../../ui/words/formats.ts'
import { saveBlob } from '../../api/transport/save-blob.ts'
import { fileName } from './save.ts'
import type { ExportHeading, ExportedAnswer } from './word-page.ts'

/** @param body plain text, without Markdown */
const plainPage = ({ name, title, date, origin }: ExportHeading, body: string): string =>
  `${title}\r\n${name}, ${formatLongDate(date)}\r\n\r\n${body.replace(/\r?\n/g, '\r\n')}\r\n\r\n${origin.join('\r\n')}\r\n`

export const plainReport = (answer: ExportedAnswer): string =>
  plainPage(answer, [toPlainText(answer.text, answer.title), ...answer.paragraphsAfter].filter(Boolean).join('\n\n'))

const fileNameOf = ({ name, title, date }: ExportHeading, extension: string) => fileName({ parts: [name, title], date }, extension)

const saveText = (content: string, heading: ExportHeading): void =>
  saveBlob(new Blob([content], { type: 'text/plain;charset=utf-8' }), fileNameOf(heading, 'txt'))

export const savePlainReport = (answer: ExportedAnswer): void => saveText(plainReport(answer), answer)

/** @param body plain text, without Markdown */
export const savePlainPage = (heading: ExportHeading, body: string): void => saveText(plainPage(heading, body), heading)

/**
 * Downloads an answer as a Word-compatible HTML document. Fetches the template first (specification, chapter 7). On any failure, downloads a plain-text
 * report instead. @returns the extension of the downloaded file
 */
export async function exportAnswer(answer: ExportedAnswer): Promise<'doc' | 'txt'> {
  try {
    const [{ wordDocument }] = await Promise.all([import('./word-page.ts'), fetchTemplate('docx')])
    saveBlob(new Blob(['\ufeff', wordDocument(answer)], { type: 'application/msword' }), fileNameOf(answer, 'doc'))
    return 'doc'
  } catch {
    savePlainReport(answer)
    return 'txt'
  }
}
