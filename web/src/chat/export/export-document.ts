import { loadFormulas } from '@parvis/markdown'
import type { DocumentReport } from '@parvis/office-writing'
import { reviewProperties, routes, type LetterheadFormat, type ReviewFacts } from '@parvis/contract'
import { call, open } from '../../api/browser.ts'
import { fetchTemplate } from '../../api/transport/static-files.ts'
import { finishedText } from '../answer/answer-words.ts'
import { withAuthors } from '../context/context-changes.ts'
import { exportAnswer, savePlainPage, savePlainReport } from './export-answer.ts'
import type { ExportedAnswer } from './word-page.ts'
import {
  answerTitle,
  conversationOrigin,
  originSentences,
  plainConversation,
  paragraphsAfterAnswer,
  type ExportedMessage,
  type ExportContext,
} from './exported-text.ts'
import { saveBlob } from '../../api/transport/save-blob.ts'
import { fileName } from './save.ts'

/** File format of an export. `doc` is the old Word format, offered for one answer only. */
export type ExportFormat = 'docx' | 'odt' | 'doc'
export type ExportScope = 'answer' | 'conversation'

interface ExportRequest {
  format: ExportFormat
  scope: ExportScope
  context: ExportContext
  message: ExportedMessage
  /** All messages of the screen. */
  messages: readonly ExportedMessage[]
}

const doneSentences: Record<ExportFormat, string> = {
  docx: 'Document Word téléchargé',
  odt: 'Document LibreOffice téléchargé',
  doc: 'Document Word téléchargé',
}

interface ExportOutcome {
  /** Whether the requested document was made. If false, a plain-text file was downloaded in its place. */
  isComplete: boolean
  /** Sentence to announce. */
  sentence: string
}

/** Creates and downloads a document. If it cannot be created, downloads its text as a plain-text file. */
export async function exportDocument({ format, scope, context: baseContext, message, messages: screenMessages }: ExportRequest): Promise<ExportOutcome> {
  await loadFormulas()
  const messages = withAuthors(screenMessages, baseContext.changes)
  const context = scope === 'answer' ? { ...baseContext, name: messages[screenMessages.indexOf(message)]?.by ?? baseContext.name } : baseContext
  const { name, date } = context
  const text = finishedText(message)
  const title = scope === 'answer' ? answerTitle(context, text) : (context.title ?? name)
  const review = await reviewOf(message)
  const origin = scope === 'answer' ? originSentences(review) : conversationOrigin(messages)
  const answer: ExportedAnswer = {
    name,
    title,
    date,
    text,
    origin,
    paragraphsAfter: paragraphsAfterAnswer(message),
    properties: reviewProperties(review, date),
  }
  if (format === 'doc') return (await exportAnswer(answer)) === 'doc' ? succeeded('doc') : refused('Word')
  try {
    // The writers of office files are loaded at the first export.
    const [letterhead, { answerReport, conversationReport, officeWriters }] = await Promise.all([fetchLetterhead(format), import('./report.ts')])
    const report: DocumentReport = scope === 'answer' ? answerReport(context, message, review) : conversationReport(context, messages)
    saveBlob(new Blob([officeWriters[format](report, letterhead)], { type: mediaTypes[format] }), fileName({ parts: [title], date }, format))
    return succeeded(format)
  } catch {
    if (scope === 'answer') savePlainReport(answer)
    else savePlainPage(answer, plainConversation(context, messages))
    return refused(format === 'docx' ? 'Word' : 'LibreOffice')
  }
}

/** Reads the reviews of an answer and the digest of its text; those that the screen shows when they cannot be read. */
async function reviewOf(message: ExportedMessage): Promise<ReviewFacts> {
  const { id, reviews = [] } = message
  const shown = { is_generated: true, models: [], reviews, digest: null }
  if (!id) return shown
  return call(routes.textReviews.list, { query: { message_id: id } }).then(
    ({ texts }) => texts[0] ?? shown,
    () => shown,
  )
}

/** Media type of each office format. */
export const mediaTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
}

const succeeded = (format: ExportFormat): ExportOutcome => ({ isComplete: true, sentence: doneSentences[format] })

const refused = (kind: string): ExportOutcome => ({
  isComplete: false,
  sentence: `Le document ${kind} n’a pas pu être fait\u00a0: un fichier texte est téléchargé`,
})

/** Downloads a sample document on the current letterhead. @throws when it cannot be created */
export async function saveSample(format: 'docx' | 'odt'): Promise<void> {
  const [letterhead, { officeWriters }, { sampleReport }] = await Promise.all([fetchLetterhead(format), import('./report.ts'), import('./sample-report.ts')])
  const date = new Date().toISOString()
  saveBlob(new Blob([officeWriters[format](sampleReport(date), letterhead)], { type: mediaTypes[format] }), fileName({ parts: ['exemple'], date }, format))
}

/** Fetches the letterhead of exports: the organisation's, or else the default template. @throws {ApiError} */
export async function fetchLetterhead(format: LetterheadFormat): Promise<Uint8Array> {
  const { letterheads } = await call(routes.letterheads.list)
  const own = letterheads.some(({ id }) => id === format)
  const content = own ? await (await open(routes.letterheads.file, { params: { id: format } })).blob() : await fetchTemplate(format)
  return new Uint8Array(await content.arrayBuffer())
}
