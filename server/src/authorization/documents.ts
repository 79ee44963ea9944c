import type { Day } from '@parvis/contract'
import { sql, type RawBuilder } from 'kysely'
import { isAssistantGrantedTo } from './assistants.ts'
import { grantedTo, type RightsHolder, type PersonId } from './granted.ts'

/** Fields of a document that decide who may change it. */
type DocumentRights = {
  owner_id: string | null
  uploader_id: string | null
  /** Whether the person has an `edit` grant on its category. */
  category_is_theirs: boolean
  /** Set for a code of a corpus, which nobody changes as a document. */
  corpus_code: string | null
}

/**
 * Whether a person who may read a document may change it. A library document: its uploader, an administrator or an editor of its category. A private one:
 * its owner. A code of a corpus: nobody.
 */
export function canChangeDocument(person: RightsHolder, document: DocumentRights): boolean {
  if (document.corpus_code !== null) return false
  if (document.owner_id !== null) return document.owner_id === person.id
  return person.is_admin || document.uploader_id === person.id || document.category_is_theirs
}

/** SQL condition: a person may read and search the documents of a category. A null person: it is open to everybody. */
export const isCategoryUsableBy = (category_id: RawBuilder<unknown>, person_id: PersonId): RawBuilder<boolean> =>
  sql<boolean>`${category_id} in ${grantedTo(person_id, 'document_category', 'use')}`

/** SQL condition: a person may change the documents of a category that others uploaded. */
export const isCategoryEditableBy = (category_id: RawBuilder<unknown>, person_id: PersonId): RawBuilder<boolean> =>
  sql<boolean>`${category_id} in ${grantedTo(person_id, 'document_category', 'edit')}`

/** SQL condition: a category holds the articles of a corpus, and no uploaded document. */
export const isCorpusCategory = (category_id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from document_category target where target.id = ${category_id} and target.corpus_name is not null)`

/** SQL condition: a person may add documents to a category. That of a corpus takes none. Its editors may; its readers may unless it is reserved to its editors (`is_kept`). */
export const isCategoryOpenToUploadsOf = (category_id: RawBuilder<unknown>, person_id: PersonId): RawBuilder<boolean> =>
  sql<boolean>`(not ${isCorpusCategory(category_id)} and (${isCategoryEditableBy(category_id, person_id)} or (${isCategoryUsableBy(category_id, person_id)}
    and not (select target.is_kept from document_category target where target.id = ${category_id}))))`

/** SQL condition: a person may see that an assistant uses a category. Administrators see all of them. */
export const isCategoryShownTo = (category_id: RawBuilder<unknown>, person: RightsHolder): RawBuilder<boolean> =>
  person.is_admin ? sql<boolean>`true` : isCategoryUsableBy(category_id, person.id)

/**
 * SQL condition on a document: the reader owns it, or it is a file of a project or an assistant shared with them. Files of a suspended assistant are open
 * to its owner only.
 * @param document name of the table in the statement
 */
const isOwnOrShared = (document: RawBuilder<unknown>, reader_id: string) =>
  sql<boolean>`(${document}.owner_id = ${reader_id}::uuid or ${document}.id in (
    select f.document_id from project_document f where f.project_id in ${grantedTo(reader_id, 'project', 'use')}
    union all
    select f.document_id from assistant_document f join assistant a on a.id = f.assistant_id
    where ${isAssistantGrantedTo(sql`a`, reader_id)}))`

/**
 * SQL condition on `document`: this person may read it. Their own documents, files of projects and assistants shared with them, and documents of
 * categories open to them. Administrators have no further right: they decide who reads.
 */
export const isDocumentReadableBy = (reader_id: string) =>
  sql<boolean>`(${isOwnOrShared(sql`document`, reader_id)} or (document.owner_id is null and ${isCategoryUsableBy(sql`document.category_id`, reader_id)}))`

/**
 * Documents that a search covers: a library category that the reader may use (null: all of them); given documents of a person, or of projects and
 * assistants shared with them; or the union of several scopes.
 */
export type SearchScope =
  | { category_id: string | null; reader_id: string }
  | { owner_id: string; documents: readonly string[] }
  | { any: readonly SearchScope[] }

/** Day at which documents must be in force, in Paris; `any`: every version, for what does not depend on a date (levels, rights). */
export type AsOf = Day | 'any'

/**
 * SQL condition on a document: it is in force on a day, both its first and its last day included. A document without dates always is.
 * @param document name of the table in the statement
 */
export const isInForce = (document: RawBuilder<unknown>, day: Day): RawBuilder<boolean> =>
  sql<boolean>`((${document}.valid_from is null or ${document}.valid_from <= ${day}::date)
    and (${document}.in_force_until is null or ${document}.in_force_until >= ${day}::date))`

/**
 * SQL query: ids of the documents of a scope that are in force on a day, with the reader's rights checked when it runs. A document of several scopes is
 * there several times: to remove duplicates would read all of a scope for its first documents.
 */
export function scopeQuery(scope: SearchScope, as_of: AsOf): RawBuilder<unknown> {
  if ('any' in scope)
    return scope.any.length === 0
      ? sql`select null::uuid where false`
      : sql.join(
          scope.any.map((one) => scopeQuery(one, as_of)),
          sql` union all `,
        )
  const inForce = as_of === 'any' ? sql`` : sql` and ${isInForce(sql`document`, as_of)}`
  if ('category_id' in scope)
    return sql`select id from document where owner_id is null and (${scope.category_id}::uuid is null or category_id = ${scope.category_id}::uuid)
      and ${isCategoryUsableBy(sql`category_id`, scope.reader_id)}${inForce}`
  return sql`select id from document where ${isOwnOrShared(sql`document`, scope.owner_id)} and id = any(${[...scope.documents]}::uuid[])${inForce}`
}

/**
 * SQL subquery: ids of the files of an assistant that a person may search, first added first. Only its owner and those to whom it was granted may;
 * administrators have no right of their own. The search refuses the files of a suspended assistant itself.
 */
export const assistantFileIdsOf = (assistant_id: RawBuilder<unknown>, person_id: PersonId): RawBuilder<string[]> =>
  sql<string[]>`array(select f.document_id::text from assistant_document f where f.assistant_id = ${assistant_id}
    and (f.owner_id = ${person_id}::uuid or f.assistant_id in ${grantedTo(person_id, 'assistant', 'use')}) order by f.position)`
