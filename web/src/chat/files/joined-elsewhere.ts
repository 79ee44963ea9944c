import type { ConversationDocument } from '@parvis/contract'
import { filesReducer, type FilesEvent, type FilesState } from './files-state.ts'

// What another tab, or another device, has joined to the conversation that is open here.

/** The files that the server says it has and that this page does not know. @param questions keys of those that people see, in order */
export const joinedElsewhere = ({ held }: FilesState, documents: readonly ConversationDocument[], questions: readonly string[]): FilesEvent[] =>
  documents.flatMap((document): FilesEvent[] => {
    const { document_id, after } = document
    if (document_id === null || held.some((one) => one.document_id === document_id)) return []
    return [{ type: 'kept', key: document_id, document, before: questions.slice(0, after) }]
  })

/** As `filesReducer`, each file once: the server may be read, and tell of one that is sent from here, before its answer has come. */
export function eachOnce(state: FilesState, event: FilesEvent): FilesState {
  const next = filesReducer(state, event)
  return event.type === 'kept' ? { ...next, held: [...new Map(next.held.map((one) => [one.document_id ?? one, one])).values()] } : next
}
