import type { DocumentProgress } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import type { RightsHolder } from '../../authorization/granted.ts'
import {
  canChangeDocument,
  isCategoryEditableBy,
  isCategoryUsableBy,
  isDocumentReadableBy,
  scopeQuery,
  type AsOf,
  type SearchScope,
} from '../../authorization/documents.ts'

/** Query of the documents that this person may read, with the columns that `toLibraryDocument` needs. */
export function selectDocuments(db: Db, reader_id: string) {
  return db
    .selectFrom('document')
    .leftJoin('document_category', 'document_category.id', 'document.category_id')
    .leftJoin('app_user', 'app_user.id', 'document.uploader_id')
    .leftJoin('job', (join) => join.onRef('job.document_id', '=', 'document.id'))
    .leftJoin('document as successor', 'successor.supersedes_id', 'document.id')
    .where(isDocumentReadableBy(reader_id))
    .select([
      'document.id',
      'document.owner_id',
      'document.uploader_id',
      'document.category_id',
      'document.original_filename',
      'document.description',
      'document.blob_id',
      'document.sha256',
      'document.corpus_code',
      'document.size',
      'document.format',
      'document.state',
      'document.state_reason',
      'document.title',
      'document.page_count',
      'document.warnings',
      'document.valid_from',
      'document.valid_until',
      'document.review_by',
      'document.supersedes_id',
      'document.version_date',
      'document.in_force_until',
      'document.created_at',
      'document_category.name as category',
      'app_user.first_name',
      'app_user.last_name',
      'app_user.username',
      'job.progress',
      'successor.valid_from as superseded_on',
    ])
    .select(isCategoryEditableBy(sql`document.category_id`, reader_id).as('category_is_theirs'))
    .select(
      sql<string | null>`(case when successor.owner_id = ${reader_id}::uuid
        or (successor.owner_id is null and ${isCategoryUsableBy(sql`successor.category_id`, reader_id)}) then successor.id end)`.as('superseded_by_id'),
    )
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

/**
 * Reads a document that this person may change. @throws {AppError} `request.not_found`; `documents.not_owner` when they may read it only; `documents.corpus`
 * for a code of a corpus
 */
export async function changeableDocument(db: Db, id: string, person: RightsHolder): Promise<DocumentRow> {
  const row = await readableDocument(db, id, person.id)
  if (row.corpus_code !== null) throw new AppError('documents.corpus')
  if (!canChangeDocument(person, row)) throw new AppError('documents.not_owner')
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
 * Finds private documents of this person by their own ids or by those of their uploads, in the order of `wantedIds`.
 * @throws {AppError} `request.not_found` when one is missing or somebody else's
 */
export async function ownDocuments(db: Db, wantedIds: readonly string[], owner_id: string): Promise<{ id: string; original_filename: string }[]> {
  if (wantedIds.length === 0) return []
  const any = sql<string>`any(${[...wantedIds]}::uuid[])`
  const rows = await db
    .selectFrom('document')
    .where('owner_id', '=', owner_id)
    .where((where) => where.or([where('id', '=', any), where('upload_id', '=', any)]))
    .orderBy('created_at')
    .orderBy('original_filename')
    .orderBy('id')
    .select(['id', 'upload_id', 'original_filename'])
    .execute()
  const positionOf = ({ id, upload_id }: (typeof rows)[number]) => wantedIds.findIndex((documentId) => documentId === id || documentId === upload_id)
  if (wantedIds.some((documentId) => !rows.some(({ id, upload_id }) => documentId === id || documentId === upload_id))) throw notFound()
  return rows.toSorted((a, b) => positionOf(a) - positionOf(b))
}

/** Counts the documents of a scope in force on a day, and those of them that are indexed. */
export async function countScope(db: Db, scope: SearchScope, as_of: AsOf): Promise<{ documents: number; indexed: number }> {
  const { rows } = await sql<{ documents: number; indexed: number }>`
    select count(*)::int as documents, (count(*) filter (where i.document_id is not null or d.corpus_code is not null))::int as indexed
    from document d left join document_index i on i.document_id = d.id where d.id in (${scopeQuery(scope, as_of)})`.execute(db)
  return rows[0]!
}
