import type { WrittenDocument } from '@parvis/contract'
import { sql, type RawBuilder } from 'kysely'
import { grantedTo, type PersonId } from './granted.ts'

/** SQL condition: a person may read a written document, their own or one shared with them (database function `usable_written_documents`). */
export const isWrittenDocumentUsableBy = (document_id: RawBuilder<unknown>, person_id: PersonId): RawBuilder<boolean> =>
  sql<boolean>`${document_id} in (select d from usable_written_documents(${person_id}::uuid) d)`

/** SQL value: the role of a person in a document of the table `written_document` that they may read. */
export const writtenDocumentRoleSql = (person_id: string): RawBuilder<WrittenDocument['role']> => sql<WrittenDocument['role']>`
  case when written_document.owner_id = ${person_id}::uuid then 'owner'
    when written_document.id in ${grantedTo(person_id, 'written_document', 'edit')} then 'writer' else 'reader' end`
