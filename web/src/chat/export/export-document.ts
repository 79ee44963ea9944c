import { exportAnswer, savePlainReport } from './export-answer.ts'
import { fetchLetterhead } from './fetch-letterhead.ts'
import { answerReport, conversationReport, plainConversation, type Exportable, type ExportContext } from './report.ts'
import { fileName, save } from './save.ts'
import type { Report } from './tree.ts'

/** What can be asked for: a format, of one answer or of the whole conversation. `doc` is the old format of one answer. */
export type ExportFormat = 'docx' | 'odt' | 'doc'
export type ExportScope = 'answer' | 'conversation'

export interface ExportRequest {
  format: ExportFormat
  scope: ExportScope
  context: ExportContext
  message: Exportable
  /** All the turns of the screen. */
  messages: readonly Exportable[]
}

const names: Record<ExportFormat, string> = { docx: 'Document Word téléchargé', odt: 'Document LibreOffice téléchargé', doc: 'Document Word téléchargé' }

/**
 * Makes and downloads the document. Nothing is lost when it cannot be made: the text is downloaded as a plain one.
 * @returns the sentence that says what has been done
 */
export async function exportDocument({ format, scope, context, message, messages }: ExportRequest): Promise<string> {
  const { name, date } = context
  const plain = { name, date, text: scope === 'answer' ? message.content : plainConversation(context, messages) }
  if (format === 'doc') return (await exportAnswer(plain)) === 'doc' ? names.doc : refusal('Word')
  try {
    // The writers come only when they are asked for.
    const [letterhead, { write }] = await Promise.all([fetchLetterhead(format), import('./write.ts')])
    const report: Report = scope === 'answer' ? answerReport(context, message) : conversationReport(context, messages)
    save(new Blob([write[format](report, letterhead)], { type: types[format] }), fileName(context, format))
    return names[format]
  } catch {
    savePlainReport(plain)
    return refusal(format === 'docx' ? 'Word' : 'LibreOffice')
  }
}

const types = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
}

const refusal = (kind: string) => `Le document ${kind} n’a pas pu être fait\u00a0: un fichier texte est téléchargé`
