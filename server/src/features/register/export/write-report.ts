import type { LetterheadFormat } from '@parvis/contract'
import { plainLetterhead, plainOdtLetterhead, toDocx, toOdt } from '@parvis/office-writing'
import { parentPort, workerData } from 'node:worker_threads'
import { impactBlocks } from './impact-document.ts'
import { registerBlocks } from './register-document.ts'
import { frenchDay, unknown } from './sheet-rows.ts'
import type { RegisterSnapshot } from './snapshot.ts'

/** Document to write from a snapshot, on the letterhead of the organisation where it has one. */
export interface ReportToWrite {
  document: 'register' | 'impact'
  format: LetterheadFormat
  snapshot: RegisterSnapshot
}

const titles = { register: 'Registre des usages', impact: 'Analyse d’impact de l’assistant d’écriture' } as const

function writeReport({ document, format, snapshot }: ReportToWrite): Uint8Array {
  const { at, instance, letterhead } = snapshot
  const dateInWords = frenchDay(at)
  const author = instance.publisher.name ?? unknown
  const blocks = document === 'register' ? registerBlocks(snapshot) : impactBlocks(snapshot)
  const description = `Fait par Parvis le ${dateInWords}`
  const report = { title: titles[document], facts: [author, dateInWords], date: at, dateInWords, author, description, keywords: '', blocks }
  return format === 'docx' ? toDocx(report, letterhead ?? plainLetterhead()) : toOdt(report, letterhead ?? plainOdtLetterhead())
}

parentPort?.postMessage(writeReport(workerData as ReportToWrite))
