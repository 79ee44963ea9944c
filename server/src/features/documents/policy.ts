/** What rights on a document depend on. */
type DocumentRights = { owner_id: string | null; uploader_id: string | null }
export type Person = { id: string; is_admin: boolean }

/** The shared library is read by everybody signed in; a private document by its owner alone, administrators included in the refusal. */
export function canRead(person: Person, document: DocumentRights): boolean {
  return document.owner_id === null || document.owner_id === person.id
}

/** A document of the shared library is changed by its uploader or an administrator; a private one by its owner. */
export function canChange(person: Person, document: DocumentRights): boolean {
  if (document.owner_id !== null) return document.owner_id === person.id
  return person.is_admin || document.uploader_id === person.id
}
