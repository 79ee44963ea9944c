import { plural } from '../../ui/words/formats.ts'

export interface QueuedFile {
  key: string
  file: File
  state: 'waiting' | 'sending' | 'done' | 'failed'
  /** Percentage of the file that has been sent, from 0 to 100. */
  progress: number
  failure: string | null
}

type QueueEvent =
  | { type: 'added'; files: readonly { key: string; file: File }[] }
  | { type: 'removed'; key: string }
  | { type: 'sending'; key: string }
  | { type: 'progress'; key: string; percent: number }
  | { type: 'done'; key: string }
  | { type: 'failed'; key: string; failure: string }

/** Reducer of the upload queue. A refused file does not stop the others; a file already in the queue is not added again. */
export function queueReducer(queue: readonly QueuedFile[], event: QueueEvent): readonly QueuedFile[] {
  const change = (changes: Partial<QueuedFile>) => queue.map((entry) => ('key' in event && entry.key === event.key ? { ...entry, ...changes } : entry))
  switch (event.type) {
    case 'added': {
      const fresh = event.files.filter(({ file }) => !queue.some((entry) => isSame(entry.file, file)))
      return [...queue, ...fresh.map(({ key, file }): QueuedFile => ({ key, file, state: 'waiting', progress: 0, failure: null }))]
    }
    case 'removed':
      return queue.filter(({ key }) => key !== event.key)
    case 'sending':
      return change({ state: 'sending', progress: 0, failure: null })
    case 'progress':
      return change({ progress: event.percent })
    case 'done':
      return change({ state: 'done', progress: 100 })
    case 'failed':
      return change({ state: 'failed', failure: event.failure })
  }
}

const isSame = (a: File, b: File): boolean => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

/** Returns the files to upload: those waiting and those that failed. Empty while an upload is running. */
export const sendableFiles = (queue: readonly QueuedFile[]): QueuedFile[] =>
  queue.some(({ state }) => state === 'sending') ? [] : queue.filter(({ state }) => state === 'waiting' || state === 'failed')

/** Label of the upload button. */
export function sendLabel(queue: readonly QueuedFile[]): string {
  const unsent = sendableFiles(queue)
  if (unsent.length === 0) return 'Charger'
  const isAgain = unsent.every(({ state }) => state === 'failed')
  return isAgain ? 'Réessayer' : unsent.length === 1 ? 'Charger' : `Charger ${plural(unsent.length, 'fichier')}`
}
