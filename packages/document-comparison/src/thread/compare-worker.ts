import { parentPort, workerData } from 'node:worker_threads'
import { trackChanges } from '../compare.ts'
import type { ComparedDocument } from '../types.ts'

const { before, after } = workerData as { before: ComparedDocument; after: ComparedDocument }
parentPort?.postMessage(trackChanges(before, after))
