import { constants, limits, type ConversationDocument, type LibraryDocument } from '@parvis/contract'

/** What a new conversation asks: the documents that were chosen, else all that the person has loaded, the last ones first. */
export const chosenIds = (chosen: readonly string[] | null, loaded: readonly Pick<LibraryDocument, 'id'>[]): readonly string[] =>
  chosen ?? loaded.slice(0, limits.files).map(({ id }) => id)

/** The choice, with a document more, or less. */
export const toggled = (ids: readonly string[], id: string, isAsked: boolean): readonly string[] =>
  isAsked ? [...new Set([...ids, id])] : ids.filter((other) => other !== id)

/** The choice as a conversation would have it; a document that is not read from the server yet has no name, and is left out. */
export function chosenDocuments(ids: readonly string[], loaded: readonly Pick<LibraryDocument, 'id' | 'original_filename'>[]): ConversationDocument[] {
  return ids.flatMap((id) => {
    const found = loaded.find((document) => document.id === id)
    return found === undefined ? [] : [{ document_id: id, filename: found.original_filename }]
  })
}

/** The documents after one was deleted: its name stays. */
export const withDeleted = (documents: readonly ConversationDocument[], id: string): ConversationDocument[] =>
  documents.map((document) => (document.document_id === id ? { ...document, document_id: null } : document))

/** A few names, those of deleted documents first as they are news, and how many others there are. */
export function askedSummary(documents: readonly ConversationDocument[]): { names: readonly ConversationDocument[]; others: number; deleted: number } {
  const deleted = documents.filter(({ document_id }) => document_id === null)
  const names = [...deleted, ...documents.filter(({ document_id }) => document_id !== null)].slice(0, constants.librarySummaryFiles)
  return { names, others: documents.length - names.length, deleted: deleted.length }
}
