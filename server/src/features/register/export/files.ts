import type { LetterheadFormat, RegisterFormat } from '@parvis/contract'
import type { Context } from '../../../context.ts'
import type { FileAnswer } from '../../../platform/http/handler.ts'
import { dayInParis } from '../../../platform/paris.ts'
import { writeInThread } from '../../../platform/write-in-thread.ts'
import { registerCsv } from './register-document.ts'
import { readSnapshot } from './snapshot.ts'
import type { ReportToWrite } from './write-report.ts'

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
} as const

const fileNames = { register: 'registre-des-usages', impact: 'analyse-d-impact' } as const

/** Exports the register as it is now. */
export function exportRegister(context: Context, format: RegisterFormat, disconnected: AbortSignal): Promise<FileAnswer> {
  return exportDocument(context, 'register', format, disconnected)
}

/** Exports the file of an impact assessment, from the settings of now. */
export function exportImpact(context: Context, format: LetterheadFormat, disconnected: AbortSignal): Promise<FileAnswer> {
  return exportDocument(context, 'impact', format, disconnected)
}

async function exportDocument(context: Context, document: ReportToWrite['document'], format: RegisterFormat, disconnected: AbortSignal): Promise<FileAnswer> {
  const snapshot = await readSnapshot(context, format === 'csv' ? null : format)
  const input = { document, format, snapshot }
  const content =
    format === 'csv'
      ? Buffer.from(registerCsv(snapshot), 'utf8')
      : await writeInThread(new URL('./write-report.ts', import.meta.url), input satisfies Omit<ReportToWrite, 'format'>, disconnected)
  const filename = `${fileNames[document]}-${dayInParis(new Date(snapshot.at))}.${format}`
  return { content, filename, media_type: mediaTypes[format], size: content.length }
}
