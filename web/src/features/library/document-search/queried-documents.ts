import { constants, limits, type ConversationDocument, type LibraryDocument } from '@parvis/contract'

/** Returns the documents that a new conversation queries: the chosen ones, or the latest loaded ones, at most `limits.files`. */
export const queriedIds = (chosen: readonly string[] | null, loaded: readonly Pick<LibraryDocument, 'id'>[]): readonly string[] =>
  chosen ?? loaded.slice(0, limits.files).map(({ id }) => id)

/** Returns the ids with one added or removed. */
export const withToggled = (ids: readonly string[], id: string, isAsked: boolean): readonly string[] =>
  isAsked ? [...new Set([...ids, id])] : ids.filter((other) => other !== id)

/** Returns the chosen documents as a conversation lists them. Documents missing from `loaded` are left out, because their names are not known yet. */
export function chosenDocuments(ids: readonly string[], loaded: readonly Pick<LibraryDocument, 'id' | 'original_filename'>[]): ConversationDocument[] {
  return ids.flatMap((id) => {
    const found = loaded.find((document) => document.id === id)
    return found === undefined ? [] : [{ document_id: id, filename: found.original_filename }]
  })
}

/** Marks a document as deleted; its name is kept. */
export const withDeleted = (documents: readonly ConversationDocument[], id: string): ConversationDocument[] =>
  documents.map((document) => (document.document_id === id ? { ...document, document_id: null } : document))

/** Returns a few names, deleted documents first, with the number of others and of deleted ones. */
export function queriedSummary(documents: readonly ConversationDocument[]): { names: readonly ConversationDocument[]; others: number; deleted: number } {
  const deleted = documents.filter(({ document_id }) => document_id === null)
  const names = [...deleted, ...documents.filter(({ document_id }) => document_id !== null)].slice(0, constants.librarySummaryFiles)
  return { names, others: documents.length - names.length, deleted: deleted.length }
}
