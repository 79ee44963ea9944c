import { parentPort, workerData } from 'node:worker_threads'
import { writeTrackedDocx, type ComparisonExport } from './tracked-docx.ts'

parentPort?.postMessage(writeTrackedDocx(workerData as ComparisonExport))
