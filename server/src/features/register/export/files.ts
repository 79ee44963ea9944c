import type { LetterheadFormat, RegisterFormat } from '@parvis/contract'
import type { DocumentBlock } from '@parvis/markdown'
import type { Context } from '../../../context.ts'
import type { FileAnswer } from '../../../platform/http/handler.ts'
import { dayInParis } from '../../../platform/paris.ts'
import { writeInThread } from '../../../platform/write-in-thread.ts'
import { impactBlocks } from './impact-document.ts'
import { registerBlocks, registerCsv } from './register-document.ts'
import { frenchDay, unknown } from './sheet-rows.ts'
import { readSnapshot, type RegisterSnapshot } from './snapshot.ts'
import type { ReportToWrite } from './write-report.ts'

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
} as const

/** Exports the register as it is now. */
export async function exportRegister(context: Context, format: RegisterFormat, disconnected: AbortSignal): Promise<FileAnswer> {
  const snapshot = await readSnapshot(context, format === 'csv' ? null : format)
  const filename = `registre-des-usages-${dayInParis(new Date(snapshot.at))}.${format}`
  if (format !== 'csv') return writeFile('Registre des usages', filename, format, snapshot, registerBlocks(snapshot), disconnected)
  const content = Buffer.from(registerCsv(snapshot), 'utf8')
  return { content, filename, media_type: mediaTypes.csv, size: content.length }
}

/** Exports the file of an impact assessment, from the settings of now. */
export async function exportImpact(context: Context, format: LetterheadFormat, disconnected: AbortSignal): Promise<FileAnswer> {
  const snapshot = await readSnapshot(context, format)
  const filename = `analyse-d-impact-${dayInParis(new Date(snapshot.at))}.${format}`
  return writeFile('Analyse d’impact de l’assistant d’écriture', filename, format, snapshot, impactBlocks(snapshot), disconnected)
}

async function writeFile(
  title: string,
  filename: string,
  format: LetterheadFormat,
  { at, instance, letterhead }: RegisterSnapshot,
  blocks: DocumentBlock[],
  disconnected: AbortSignal,
): Promise<FileAnswer> {
  const dateInWords = frenchDay(at)
  const author = instance.publisher.name ?? unknown
  const report = { title, facts: [author, dateInWords], date: at, dateInWords, author, description: `Fait par Parvis le ${dateInWords}`, keywords: '', blocks }
  const input: ReportToWrite = { format, letterhead, report }
  const content = await writeInThread(new URL('./write-report.ts', import.meta.url), input, disconnected)
  return { content, filename, media_type: mediaTypes[format], size: content.length }
}
