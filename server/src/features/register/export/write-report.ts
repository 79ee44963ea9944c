import type { LetterheadFormat } from '@parvis/contract'
import { plainLetterhead, plainOdtLetterhead, toDocx, toOdt, type DocumentReport } from '@parvis/office-writing'
import { parentPort, workerData } from 'node:worker_threads'

/** Report to write, on a cleaned letterhead or null. */
export interface ReportToWrite {
  format: LetterheadFormat
  report: DocumentReport
  letterhead: Uint8Array | null
}

const { format, report, letterhead } = workerData as ReportToWrite
parentPort?.postMessage(format === 'docx' ? toDocx(report, letterhead ?? plainLetterhead()) : toOdt(report, letterhead ?? plainOdtLetterhead()))
