import type { ConversationDocument, DocumentLife } from '@parvis/contract'
import type { Press } from '../../ui/PressButton.tsx'
import { isSameFile } from './file-rules.ts'

/** A file on its way to the conversation, or that could not get there. */
export interface SentFile {
  key: string
  file: File
  /** Share that has left, from 0 to 100. */
  percent: number
  /** Why it is not there; null while it is on its way. */
  refusal: string | null
  /** The same file may be sent again: the network was away, not the file refused. */
  canRetry: boolean
}

/** A file that the conversation has. */
export interface HeldFile extends ConversationDocument {
  /** Questions that the conversation had when it came in this page; null for one that was there. */
  since: number | null
  /** Keys of the questions that came before it: the first one that is not among them was first asked with it. */
  before?: readonly string[]
  /** What was sent, if it was in this page. */
  file?: File
  /** Set when the file could not be read: takes it out of the conversation. */
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

/** What the conversation has and what is on its way to it. */
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
        // The server may have been read, and have told of it, before its answer to who sends it.
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

/** The files that the server says the place has and that this page does not know: another tab has joined them. @param questions keys of those that people see, in order */
export const joinedElsewhere = ({ held }: FilesState, documents: readonly ConversationDocument[], questions: readonly string[]): FilesEvent[] =>
  documents
    .filter(({ document_id }) => document_id !== null && !held.some((one) => one.document_id === document_id))
    .map((document) => ({ type: 'kept', key: document.document_id!, document, before: questions.slice(0, document.after) }))

/** Whether a file is there already, or on its way. */
export const isThere = ({ held, sent }: FilesState, file: File): boolean =>
  [...held.map((one) => one.file), ...sent.map((one) => (one.refusal === null ? one.file : undefined))].some(
    (one) => one !== undefined && isSameFile(one, file),
  )

/** The state once the server has said where documents are: one that it does not name was deleted, elsewhere. */
export const withoutDeleted = ({ held, sent }: FilesState, lives: ReadonlyMap<string, DocumentLife>): FilesState => ({
  held: held.map((one) => (one.document_id === null || lives.has(one.document_id) ? one : { ...one, document_id: null })),
  sent,
})

/** What sending a question has to know of the files. */
export interface FilesAhead {
  /** Files that came since the last question: they may be sent without words. */
  fresh: number
  /** On their way, or not read yet. */
  unready: number
  /** Could not be kept or read. */
  failed: number
}

export const noFiles: FilesAhead = { fresh: 0, unready: 0, failed: 0 }

const isReading = (life: DocumentLife | undefined) =>
  life === undefined || ((life.state === 'en_attente' || life.state === 'en_cours') && life.state_reason === null)
const hasFailed = (life: DocumentLife | undefined) => life?.state === 'echec'

/** The files that a question waits for: neither those that failed, nor those that are read another day. */
export const awaitedFiles = ({ held, sent }: FilesState, lives: ReadonlyMap<string, DocumentLife>): FilesState => ({
  held: held.filter(({ document_id }) => document_id !== null && isReading(lives.get(document_id))),
  sent: sent.filter(({ refusal }) => refusal === null),
})

/** Adds to the files that could not be read the handler of their button « Retirer ». */
export const withUnread = (
  { held }: FilesState,
  lives: ReadonlyMap<string, DocumentLife>,
  remove: (file: HeldFile, press: Press) => void,
): readonly HeldFile[] => held.map((file) => (hasFailed(lives.get(file.document_id ?? '')) ? { ...file, onRemove: (press) => remove(file, press) } : file))

/**
 * The files to show over the field. One that could not be read, or sent, is shown until the next question: it then stands under that question.
 * @param questions keys of those that the conversation has
 */
export function filesOverField({ held, sent }: FilesState, lives: ReadonlyMap<string, DocumentLife>, questions: readonly string[]): FilesState {
  const isAsked = ({ before }: HeldFile) => before !== undefined && questions.some((key) => !before.includes(key))
  return { held: held.filter((one) => !(hasFailed(lives.get(one.document_id ?? '')) && isAsked(one))), sent }
}

/** @param questions those that the conversation has */
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

/** What a chip says beside the name; null for a file that can be asked, and for one that was there before the page while its state is not known. */
export function wordsOf(held: HeldFile, life: DocumentLife | undefined): { text: string; isFailure: boolean } | null {
  if (held.document_id === null) return { text: 'supprimé', isFailure: false }
  if (life === undefined) return held.since === null ? null : { text: 'en attente de lecture', isFailure: false }
  if (life.state === 'echec') return { text: life.state_reason ?? 'n’a pas pu être lu', isFailure: true }
  if (life.state === 'indexe') return null
  return { text: life.state_reason ?? (life.state === 'en_cours' ? 'en cours de lecture' : 'en attente de lecture'), isFailure: false }
}

/** Sent in place of words with files alone. */
export const aloneQuestion = (count: number): string => (count > 1 ? 'Présentez-moi ces documents.' : 'Présentez-moi ce document.')
