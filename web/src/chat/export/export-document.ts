import { loadFormulas } from '@parvis/markdown'
import type { Report } from '@parvis/office-writing'
import { endedText } from '../answer/ended-text.ts'
import { withAuthors } from '../context/context-changes.ts'
import { exportAnswer, savePlainPage, savePlainReport } from './export-answer.ts'
import type { ExportedAnswer } from './word-page.ts'
import { fetchLetterhead } from './fetch-letterhead.ts'
import { answerTitle, plainConversation, wordsUnder, type Exportable, type ExportContext } from './exported-text.ts'
import { fileName, save } from './save.ts'

/** File format of an export. `doc` is the old Word format, offered for one answer only. */
export type ExportFormat = 'docx' | 'odt' | 'doc'
export type ExportScope = 'answer' | 'conversation'

interface ExportRequest {
  format: ExportFormat
  scope: ExportScope
  context: ExportContext
  message: Exportable
  /** All messages of the screen. */
  messages: readonly Exportable[]
}

const names: Record<ExportFormat, string> = { docx: 'Document Word téléchargé', odt: 'Document LibreOffice téléchargé', doc: 'Document Word téléchargé' }

interface ExportOutcome {
  /** Whether the requested document was made. If false, a plain-text file was downloaded in its place. */
  isWhole: boolean
  /** Sentence to announce. */
  sentence: string
}

/** Creates and downloads a document. If it cannot be created, downloads its text as a plain-text file. */
export async function exportDocument({ format, scope, context: around, message, messages: turns }: ExportRequest): Promise<ExportOutcome> {
  await loadFormulas()
  const messages = withAuthors(turns, around.changes)
  const context = scope === 'answer' ? { ...around, name: messages[turns.indexOf(message)]?.by ?? around.name } : around
  const { name, date } = context
  const text = endedText(message)
  const title = scope === 'answer' ? answerTitle(context, text) : (context.title ?? name)
  const answer: ExportedAnswer = { name, title, date, text, under: wordsUnder(message) }
  if (format === 'doc') return (await exportAnswer(answer)) === 'doc' ? done('doc') : refused('Word')
  try {
    // The writers of office files are loaded at the first export.
    const [letterhead, { write }, { answerReport, conversationReport }] = await Promise.all([
      fetchLetterhead(format),
      import('./write.ts'),
      import('./report.ts'),
    ])
    const report: Report = scope === 'answer' ? answerReport(context, message) : conversationReport(context, messages)
    save(new Blob([write[format](report, letterhead)], { type: types[format] }), fileName({ parts: [title], date }, format))
    return done(format)
  } catch {
    if (scope === 'answer') savePlainReport(answer)
    else savePlainPage(answer, plainConversation(context, messages))
    return refused(format === 'docx' ? 'Word' : 'LibreOffice')
  }
}

/** Media type of each office format. */
export const types = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
}

const done = (format: ExportFormat): ExportOutcome => ({ isWhole: true, sentence: names[format] })

const refused = (kind: string): ExportOutcome => ({
  isWhole: false,
  sentence: `Le document ${kind} n’a pas pu être fait\u00a0: un fichier texte est téléchargé`,
})
