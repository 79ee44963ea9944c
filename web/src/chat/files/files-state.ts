import type { ConversationDocument, DocumentProgress } from '@parvis/contract'
import type { Press } from '../../ui/PressButton.tsx'
import { isSameFile } from './file-rules.ts'

/** A file being uploaded, or whose upload failed. */
export interface UploadingFile {
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
export interface AttachedFile extends ConversationDocument {
  /** Number of questions in the conversation when the file was attached in this page; null if it was attached before. */
  questionsBefore: number | null
  /** Keys of the questions asked before the file was attached. The first other question is the one sent with it. */
  earlierQuestions?: readonly string[]
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
  | { type: 'kept'; key: string; document: ConversationDocument; earlierQuestions: readonly string[] }
  | { type: 'dismissed'; key: string }
  | { type: 'removed'; document_id: string }

export interface FilesState {
  attached: readonly AttachedFile[]
  uploads: readonly UploadingFile[]
}

/** Reducer of the attached files and the uploads. */
export function filesReducer({ attached, uploads }: FilesState, event: FilesEvent): FilesState {
  const change = (key: string, changes: Partial<UploadingFile>) => uploads.map((one) => (one.key === key ? { ...one, ...changes } : one))
  switch (event.type) {
    case 'chosen':
      return { attached, uploads: [...uploads, ...event.files.map((one) => ({ ...one, percent: 0, refusal: null, canRetry: false }))] }
    case 'progressed':
      return { attached, uploads: change(event.key, { percent: Math.round(event.percent) }) }
    case 'refused':
      return { attached, uploads: change(event.key, { refusal: event.refusal, canRetry: event.canRetry }) }
    case 'retried':
      return { attached, uploads: change(event.key, { refusal: null, percent: 0 }) }
    case 'kept':
      return {
        // The document may already be listed: the conversation may have been fetched before the upload's answer.
        attached: [
          ...attached.filter(({ document_id }) => document_id !== event.document.document_id),
          { ...event.document, questionsBefore: event.earlierQuestions.length, earlierQuestions: event.earlierQuestions, ...fileOf(uploads, event.key) },
        ],
        uploads: uploads.filter(({ key }) => key !== event.key),
      }
    case 'dismissed':
      return { attached, uploads: uploads.filter(({ key }) => key !== event.key) }
    case 'removed':
      return { attached: attached.filter(({ document_id }) => document_id !== event.document_id), uploads }
  }
}

const fileOf = (uploads: readonly UploadingFile[], key: string) => {
  const found = uploads.find((one) => one.key === key)
  return found && { file: found.file }
}

/** Events that add the documents attached from another tab. @param questions keys of the visible questions, in order */
export const attachedElsewhereEvents = ({ attached }: FilesState, documents: readonly ConversationDocument[], questions: readonly string[]): FilesEvent[] =>
  documents
    .filter(({ document_id }) => document_id !== null && !attached.some((one) => one.document_id === document_id))
    .map((document) => ({ type: 'kept', key: document.document_id!, document, earlierQuestions: questions.slice(0, document.after) }))

/** Whether a file is already attached, or being uploaded. */
export const isAlreadyAdded = ({ attached, uploads }: FilesState, file: File): boolean =>
  [...attached.map((one) => one.file), ...uploads.map((one) => (one.refusal === null ? one.file : undefined))].some(
    (one) => one !== undefined && isSameFile(one, file),
  )

/** Marks as deleted (`document_id: null`) the files whose document is missing from the server's answer. */
export const withoutDeleted = ({ attached, uploads }: FilesState, lives: ReadonlyMap<string, DocumentProgress>): FilesState => ({
  attached: attached.map((one) => (one.document_id === null || lives.has(one.document_id) ? one : { ...one, document_id: null })),
  uploads,
})

/** Counts of files that decide whether a question can be sent. */
export interface PendingFileCounts {
  /** Number of files attached since the last question. If there are some, they can be sent without text. */
  newCount: number
  /** Number of files being uploaded or read. */
  unready: number
  /** Number of files that could not be uploaded or read. */
  failed: number
}

export const noFiles: PendingFileCounts = { newCount: 0, unready: 0, failed: 0 }

const isReading = (life: DocumentProgress | undefined) =>
  life === undefined || ((life.state === 'en_attente' || life.state === 'en_cours') && life.state_reason === null)
const hasFailed = (life: DocumentProgress | undefined) => life?.state === 'echec'

/** Whether a file is a picture that models can receive, by its name. */
export const isPicture = (filename: string): boolean => /\.(png|jpe?g|tiff?)$/i.test(filename)

/** Marks as read the pictures without any recognised text, which a model that reads images receives all the same. */
export const withUnreadPictures = (lives: ReadonlyMap<string, DocumentProgress>, attached: readonly AttachedFile[]): ReadonlyMap<string, DocumentProgress> => {
  const pictures = new Set(attached.flatMap(({ document_id, filename }) => (isPicture(filename) ? document_id : [])))
  return new Map([...lives].map(([id, life]) => [id, hasFailed(life) && pictures.has(id) ? { ...life, state: 'indexe', state_reason: null } : life]))
}

/** Files that a question waits for: not those that failed, nor those whose reading is postponed. */
export const awaitedFiles = ({ attached, uploads }: FilesState, lives: ReadonlyMap<string, DocumentProgress>): FilesState => ({
  attached: attached.filter(({ document_id }) => document_id !== null && isReading(lives.get(document_id))),
  uploads: uploads.filter(({ refusal }) => refusal === null),
})

/** Adds `onRemove` to the files that could not be read, for their button « Retirer ». */
export const withRemoveHandlers = (
  { attached }: FilesState,
  lives: ReadonlyMap<string, DocumentProgress>,
  remove: (file: AttachedFile, press: Press) => void,
): readonly AttachedFile[] =>
  attached.map((file) => (hasFailed(lives.get(file.document_id ?? '')) ? { ...file, onRemove: (press) => remove(file, press) } : file))

/**
 * Files to show over the field. One that could not be read is shown until the next question, and under that question afterwards.
 * @param questions keys of the questions of the conversation
 */
export function filesOverField({ attached, uploads }: FilesState, lives: ReadonlyMap<string, DocumentProgress>, questions: readonly string[]): FilesState {
  const hasQuestionSince = ({ earlierQuestions }: AttachedFile) => earlierQuestions !== undefined && questions.some((key) => !earlierQuestions.includes(key))
  return { attached: attached.filter((one) => !(hasFailed(lives.get(one.document_id ?? '')) && hasQuestionSince(one))), uploads }
}

/** @param questions number of questions of the conversation */
export function countPendingFiles(state: FilesState, lives: ReadonlyMap<string, DocumentProgress>, questions: number): PendingFileCounts {
  const { attached, uploads } = state
  const present = attached.filter(({ document_id }) => document_id !== null)
  const lifeOf = ({ document_id }: AttachedFile) => lives.get(document_id!)
  const awaited = awaitedFiles(state, lives)
  return {
    newCount: present.filter(({ questionsBefore }) => questionsBefore === questions).length,
    unready: awaited.uploads.length + awaited.attached.length,
    failed: uploads.filter(({ refusal }) => refusal !== null).length + present.filter((one) => hasFailed(lifeOf(one))).length,
  }
}

/** Status text of a chip. Null for a file that was read, and for one attached before the page opened whose state is not yet known. */
export function statusTextOf(attached: AttachedFile, life: DocumentProgress | undefined): { text: string; isFailure: boolean } | null {
  if (attached.document_id === null) return { text: 'supprimé', isFailure: false }
  if (life === undefined) return attached.questionsBefore === null ? null : { text: 'en attente de lecture', isFailure: false }
  if (life.state === 'echec') return { text: life.state_reason ?? 'n’a pas pu être lu', isFailure: true }
  if (life.state === 'indexe') return null
  return { text: life.state_reason ?? (life.state === 'en_cours' ? 'en cours de lecture' : 'en attente de lecture'), isFailure: false }
}

/** Question sent with files when no text was typed. */
export const filesOnlyQuestion = (count: number): string => (count > 1 ? 'Présentez-moi ces documents.' : 'Présentez-moi ce document.')

/** Files attached when the page opened. @param questions keys of the questions of the conversation, in order */
export const attachedAtOpening = (documents: readonly ConversationDocument[], questions: readonly string[]): AttachedFile[] =>
  documents.map((one) => ({ ...one, questionsBefore: null, earlierQuestions: questions.slice(0, one.after) }))

/**
 * Groups files by the key of the question with which they were first sent. An edited question has a new key, and gets all files attached before the edit.
 * @param questions keys of the visible questions, in order
 */
export function filesByQuestion(attached: readonly AttachedFile[], questions: readonly string[]): ReadonlyMap<string, readonly AttachedFile[]> {
  const byQuestion = new Map<string, AttachedFile[]>()
  for (const file of attached) {
    const first = questions.find((key) => !(file.earlierQuestions ?? []).includes(key))
    if (first !== undefined) byQuestion.set(first, [...(byQuestion.get(first) ?? []), file])
  }
  return byQuestion
}
