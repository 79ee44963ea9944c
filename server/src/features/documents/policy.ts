/** Fields of a document that decide who may change it. */
type DocumentRights = {
  owner_id: string | null
  uploader_id: string | null
  /** Whether the person has an `edit` grant on its category. */
  category_is_theirs: boolean
}
export type DocumentReader = { id: string; is_admin: boolean }

/**
 * Whether a person who may read a document may change it. A library document: its uploader, an administrator or an editor of its category. A private one:
 * its owner.
 */
export function canChange(person: DocumentReader, document: DocumentRights): boolean {
  if (document.owner_id !== null) return document.owner_id === person.id
  return person.is_admin || document.uploader_id === person.id || document.category_is_theirs
}
