/** What rights on a document depend on. */
type DocumentRights = { owner_id: string | null; uploader_id: string | null; /** Its category is theirs to keep. */ category_is_theirs: boolean }
export type Person = { id: string; is_admin: boolean }

/** A document of the shared library, of those who read it, is changed by its uploader, an administrator or whoever keeps its category; a private one by its owner. */
export function canChange(person: Person, document: DocumentRights): boolean {
  if (document.owner_id !== null) return document.owner_id === person.id
  return person.is_admin || document.uploader_id === person.id || document.category_is_theirs
}
