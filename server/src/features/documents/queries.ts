import type { DocumentProgress } from '@parvis/contract'
import { sql, type RawBuilder } from 'kysely'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { grantedTo } from '../grants/granted.ts'
import { canChange, type DocumentReader } from './policy.ts'

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
    where a.suspended_at is null and a.id in ${grantedTo(reader_id, 'assistant', 'use')}))`

/**
 * SQL condition on `document`: this person may read it. Their own documents, files of projects and assistants shared with them, and documents of
 * categories open to them. Administrators have no further right: they decide who reads.
 */
export const readableBy = (reader_id: string) =>
  sql<boolean>`(${isOwnOrShared(sql`document`, reader_id)} or (document.owner_id is null and document.category_id in ${grantedTo(reader_id, 'document_category', 'use')}))`

/** Query of the documents that this person may read, with the columns that `toLibraryDocument` needs. */
export function selectDocuments(db: Db, reader_id: string) {
  return db
    .selectFrom('document')
    .leftJoin('document_category', 'document_category.id', 'document.category_id')
    .leftJoin('app_user', 'app_user.id', 'document.uploader_id')
    .leftJoin('job', (join) => join.onRef('job.document_id', '=', 'document.id'))
    .where(readableBy(reader_id))
    .select([
      'document.id',
      'document.owner_id',
      'document.uploader_id',
      'document.category_id',
      'document.original_filename',
      'document.description',
      'document.blob_id',
      'document.size',
      'document.format',
      'document.state',
      'document.state_reason',
      'document.title',
      'document.page_count',
      'document.warnings',
      'document.created_at',
      'document_category.name as category',
      'app_user.first_name',
      'app_user.last_name',
      'app_user.username',
      'job.progress',
    ])
    .select(sql<boolean>`document.category_id in ${grantedTo(reader_id, 'document_category', 'edit')}`.as('category_is_theirs'))
}
export type DocumentRow = Awaited<ReturnType<ReturnType<typeof selectDocuments>['executeTakeFirstOrThrow']>>

/** Lists the library documents that this person may read, last uploaded first. @param category_id only this category's; null: none */
export async function listLibrary(db: Db, reader_id: string, category_id?: string | null): Promise<DocumentRow[]> {
  let query = selectDocuments(db, reader_id).where('document.owner_id', 'is', null)
  if (category_id !== undefined) query = query.where('document.category_id', '=', category_id)
  return query.orderBy('document.created_at', 'desc').orderBy('document.id', 'desc').execute()
}

/**
 * Lists the documents that this person uploaded for the document search, last first. Files attached to a conversation, a project or an assistant are left
 * out.
 */
export async function listOwnUploads(db: Db, owner_id: string): Promise<DocumentRow[]> {
  return selectDocuments(db, owner_id)
    .where('document.owner_id', '=', owner_id)
    .where('document.attached', '=', false)
    .orderBy('document.created_at', 'desc')
    .orderBy('document.id')
    .execute()
}

/** Reads a document that this person may read. @throws {AppError} `request.not_found` for any other */
export async function readableDocument(db: Db, id: string, reader_id: string): Promise<DocumentRow> {
  const row = await selectDocuments(db, reader_id).where('document.id', '=', id).executeTakeFirstOrThrow(notFound)
  return row
}

/** Reads a document that this person may change. @throws {AppError} `request.not_found`; `documents.not_owner` when they may read it only */
export async function changeableDocument(db: Db, id: string, person: DocumentReader): Promise<DocumentRow> {
  const row = await readableDocument(db, id, person.id)
  if (!canChange(person, row)) throw new AppError('documents.not_owner')
  return row
}

/** Reads the indexing states of documents. Those that this person may not read are left out. */
export async function readStates(db: Db, ids: readonly string[], reader_id: string): Promise<DocumentProgress[]> {
  if (ids.length === 0) return []
  return selectDocuments(db, reader_id)
    .where('document.id', 'in', [...ids])
    .execute()
}

/**
 * Finds private documents of this person by their own ids or by those of their uploads, in the order of `wanted`.
 * @throws {AppError} `request.not_found` when one is missing or somebody else's
 */
export async function ownDocuments(db: Db, wanted: readonly string[], owner_id: string): Promise<{ id: string; original_filename: string }[]> {
  if (wanted.length === 0) return []
  const any = sql<string>`any(${[...wanted]}::uuid[])`
  const rows = await db
    .selectFrom('document')
    .where('owner_id', '=', owner_id)
    .where((where) => where.or([where('id', '=', any), where('upload_id', '=', any)]))
    .orderBy('created_at')
    .orderBy('original_filename')
    .orderBy('id')
    .select(['id', 'upload_id', 'original_filename'])
    .execute()
  const positionOf = ({ id, upload_id }: (typeof rows)[number]) => wanted.findIndex((one) => one === id || one === upload_id)
  if (wanted.some((one) => !rows.some(({ id, upload_id }) => one === id || one === upload_id))) throw notFound()
  return rows.toSorted((a, b) => positionOf(a) - positionOf(b))
}

/**
 * Documents that a search covers: a library category that the reader may use (null: all of them); given documents of a person, or of projects and
 * assistants shared with them; or the union of several scopes.
 */
export type SearchScope =
  | { category_id: string | null; reader_id: string }
  | { owner_id: string; documents: readonly string[] }
  | { any: readonly SearchScope[] }

/** SQL query: ids of the documents of a scope, with the reader's rights checked when it runs. */
export function scopeQuery(scope: SearchScope): RawBuilder<unknown> {
  if ('any' in scope) return scope.any.length === 0 ? sql`select null::uuid where false` : sql.join(scope.any.map(scopeQuery), sql` union `)
  if ('category_id' in scope)
    return sql`select id from document where owner_id is null and (${scope.category_id}::uuid is null or category_id = ${scope.category_id}::uuid)
      and category_id in ${grantedTo(scope.reader_id, 'document_category', 'use')}`
  return sql`select id from document where ${isOwnOrShared(sql`document`, scope.owner_id)} and id = any(${[...scope.documents]}::uuid[])`
}

/** Counts the documents of a scope, and those of them that are indexed. */
export async function countScope(db: Db, scope: SearchScope): Promise<{ documents: number; indexed: number }> {
  const { rows } = await sql<{ documents: number; indexed: number }>`
    select count(*)::int as documents, count(i.document_id)::int as indexed
    from document d left join document_index i on i.document_id = d.id where d.id in (${scopeQuery(scope)})`.execute(db)
  return rows[0]!
}
