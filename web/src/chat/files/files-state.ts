import type { ConversationDocument, DocumentLife } from '@parvis/contract'
import type { Press } from '../../ui/PressButton.tsx'
import { isSameFile } from './file-rules.ts'

/** A file being uploaded, or whose upload failed. */
export interface SentFile {
  key: string
  file: File
  /** Upload progress, from 0 to 100. */
  percent: number
  /** Reason of the failure; null while the upload is in progress. */
  refusal: string | null
  /** Whether a retry can succeed: the network failed, the file was not refused. */
  canRetry: boolean
}

/** A file attached to the conversation. */
export interface HeldFile extends ConversationDocument {
  /** Number of questions in the conversation when the file was attached in this page; null if it was attached before. */
  since: number | null
  /** Keys of the questions asked before the file was attached. The first other question is the one sent with it. */
  before?: readonly string[]
  /** Uploaded file, if it was sent from this page. */
  file?: File
  /** Removes the file from the conversation. Set on files that could not be read. */
  onRemove?: (press: Press) => void
}

export type FilesEvent =
  | { type: 'chosen'; files: readonly { key: string; file: File }[] }
  | { type: 'refused'; key: string; refusal: string; canRetry: boolean }
  | { type: 'progressed'; key: string; percent: number }
  | { type: 'retried'; key: string }
  | { type: 'kept'; key: string; document: ConversationDocument; before: readonly string[] }
  | { type: 'dismissed'; key: string }
  | { type: 'removed'; document_id: string }

export interface FilesState {
  held: readonly HeldFile[]
  sent: readonly SentFile[]
}

/** Reducer of the attached files and the uploads. */
export function filesReducer({ held, sent }: FilesState, event: FilesEvent): FilesState {
  const change = (key: string, changes: Partial<SentFile>) => sent.map((one) => (one.key === key ? { ...one, ...changes } : one))
  switch (event.type) {
    case 'chosen':
      return { held, sent: [...sent, ...event.files.map((one) => ({ ...one, percent: 0, refusal: null, canRetry: false }))] }
    case 'progressed':
      return { held, sent: change(event.key, { percent: Math.round(event.percent) }) }
    case 'refused':
      return { held, sent: change(event.key, { refusal: event.refusal, canRetry: event.canRetry }) }
    case 'retried':
      return { held, sent: change(event.key, { refusal: null, percent: 0 }) }
    case 'kept':
      return {
        // The document may already be listed: the conversation may have been fetched before the upload's answer.
        held: [
          ...held.filter(({ document_id }) => document_id !== event.document.document_id),
          { ...event.document, since: event.before.length, before: event.before, ...fileOf(sent, event.key) },
        ],
        sent: sent.filter(({ key }) => key !== event.key),
      }
    case 'dismissed':
      return { held, sent: sent.filter(({ key }) => key !== event.key) }
    case 'removed':
      return { held: held.filter(({ document_id }) => document_id !== event.document_id), sent }
  }
}

const fileOf = (sent: readonly SentFile[], key: string) => {
  const found = sent.find((one) => one.key === key)
  return found && { file: found.file }
}

/** Events that add the documents attached from another tab. @param questions keys of the visible questions, in order */
export const joinedElsewhere = ({ held }: FilesState, documents: readonly ConversationDocument[], questions: readonly string[]): FilesEvent[] =>
  documents
    .filter(({ document_id }) => document_id !== null && !held.some((one) => one.document_id === document_id))
    .map((document) => ({ type: 'kept', key: document.document_id!, document, before: questions.slice(0, document.after) }))

/** Whether a file is already attached, or being uploaded. */
export const isThere = ({ held, sent }: FilesState, file: File): boolean =>
  [...held.map((one) => one.file), ...sent.map((one) => (one.refusal === null ? one.file : undefined))].some(
    (one) => one !== undefined && isSameFile(one, file),
  )

/** Marks as deleted (`document_id: null`) the files whose document is missing from the server's answer. */
export const withoutDeleted = ({ held, sent }: FilesState, lives: ReadonlyMap<string, DocumentLife>): FilesState => ({
  held: held.map((one) => (one.document_id === null || lives.has(one.document_id) ? one : { ...one, document_id: null })),
  sent,
})

/** Counts of files that decide whether a question can be sent. */
export interface FilesAhead {
  /** Number of files attached since the last question. If there are some, they can be sent without text. */
  fresh: number
  /** Number of files being uploaded or read. */
  unready: number
  /** Number of files that could not be uploaded or read. */
  failed: number
}

export const noFiles: FilesAhead = { fresh: 0, unready: 0, failed: 0 }

const isReading = (life: DocumentLife | undefined) =>
  life === undefined || ((life.state === 'en_attente' || life.state === 'en_cours') && life.state_reason === null)
const hasFailed = (life: DocumentLife | undefined) => life?.state === 'echec'

/** Files that a question waits for: not those that failed, nor those whose reading is postponed. */
export const awaitedFiles = ({ held, sent }: FilesState, lives: ReadonlyMap<string, DocumentLife>): FilesState => ({
  held: held.filter(({ document_id }) => document_id !== null && isReading(lives.get(document_id))),
  sent: sent.filter(({ refusal }) => refusal === null),
})

/** Adds `onRemove` to the files that could not be read, for their button « Retirer ». */
export const withUnread = (
  { held }: FilesState,
  lives: ReadonlyMap<string, DocumentLife>,
  remove: (file: HeldFile, press: Press) => void,
): readonly HeldFile[] => held.map((file) => (hasFailed(lives.get(file.document_id ?? '')) ? { ...file, onRemove: (press) => remove(file, press) } : file))

/**
 * Files to show over the field. One that could not be read is shown until the next question, and under that question afterwards.
 * @param questions keys of the questions of the conversation
 */
export function filesOverField({ held, sent }: FilesState, lives: ReadonlyMap<string, DocumentLife>, questions: readonly string[]): FilesState {
  const isAsked = ({ before }: HeldFile) => before !== undefined && questions.some((key) => !before.includes(key))
  return { held: held.filter((one) => !(hasFailed(lives.get(one.document_id ?? '')) && isAsked(one))), sent }
}

/** @param questions number of questions of the conversation */
export function filesAhead(state: FilesState, lives: ReadonlyMap<string, DocumentLife>, questions: number): FilesAhead {
  const { held, sent } = state
  const present = held.filter(({ document_id }) => document_id !== null)
  const lifeOf = ({ document_id }: HeldFile) => lives.get(document_id!)
  const awaited = awaitedFiles(state, lives)
  return {
    fresh: present.filter(({ since }) => since === questions).length,
    unready: awaited.sent.length + awaited.held.length,
    failed: sent.filter(({ refusal }) => refusal !== null).length + present.filter((one) => hasFailed(lifeOf(one))).length,
  }
}

/** Status text of a chip. Null for a file that was read, and for one attached before the page opened whose state is not yet known. */
export function wordsOf(held: HeldFile, life: DocumentLife | undefined): { text: string; isFailure: boolean } | null {
  if (held.document_id === null) return { text: 'supprimé', isFailure: false }
  if (life === undefined) return held.since === null ? null : { text: 'en attente de lecture', isFailure: false }
  if (life.state === 'echec') return { text: life.state_reason ?? 'n’a pas pu être lu', isFailure: true }
  if (life.state === 'indexe') return null
  return { text: life.state_reason ?? (life.state === 'en_cours' ? 'en cours de lecture' : 'en attente de lecture'), isFailure: false }
}

/** Question sent with files when no text was typed. */
export const aloneQuestion = (count: number): string => (count > 1 ? 'Présentez-moi ces documents.' : 'Présentez-moi ce document.')
