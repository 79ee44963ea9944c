import { validUntilSentence, type Day, type ErrorCode, type SentRouteBody, type routes } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { canChangeDocument } from '../../../authorization/documents.ts'
import type { RightsHolder } from '../../../authorization/granted.ts'
import { requireUploadRight } from '../categories.ts'
import { readableDocument, selectDocuments, type DocumentRow } from '../queries.ts'

/** Dates of a document given by a person; undefined leaves a field as it is, null removes it. */
export type ValidityChange = Pick<SentRouteBody<typeof routes.documents.update>, 'valid_from' | 'valid_until' | 'review_by' | 'supersedes_id'>

/** Returns the columns that a change of dates sets. A new version without a first day begins today. */
export function validityColumns(change: ValidityChange, before: { valid_from: string | null } | null, today: Day) {
  const { valid_from, valid_until, review_by, supersedes_id } = change
  const first = valid_from === undefined ? (before?.valid_from ?? null) : valid_from
  const isVersion = supersedes_id !== undefined && supersedes_id !== null
  return {
    ...(isVersion && first === null ? { valid_from: today } : valid_from !== undefined && { valid_from }),
    ...(valid_until !== undefined && { valid_until }),
    ...(review_by !== undefined && { review_by }),
    ...(supersedes_id !== undefined && { supersedes_id }),
  }
}

/**
 * Locks the document that a new version replaces, and requires that this person may replace it: they may change it, or add documents to its category.
 * @param owner_id owner of the new version; null for the library
 * @throws {AppError} `request.not_found` when they may not read it, `documents.category_closed`, `documents.not_owner`, `documents.version_place`
 */
export async function requireReplaceable(db: Db, former_id: string, person: RightsHolder, owner_id: string | null): Promise<DocumentRow> {
  await sql`select 1 from document where id = ${former_id}::uuid for update`.execute(db)
  const former = await readableDocument(db, former_id, person.id)
  if (!canChangeDocument(person, former)) {
    if (former.category_id === null) throw new AppError('documents.not_owner')
    await requireUploadRight(db, former.category_id, person.id)
  }
  if (former.owner_id !== owner_id) throw placeError()
  return former
}

const fieldError = (code: ErrorCode, field: string, sentence: string) => new AppError(code, { fields: { [field]: sentence } })
const placeError = () => fieldError('documents.version_place', 'supersedes_id', 'Ce document n’est pas rangé au même endroit')

/** Errors of the constraints of a chain (db/migrations/0080-documents-in-force.ts). */
const constraintErrors: Record<string, () => AppError> = {
  document_successor: () => new AppError('documents.already_superseded'),
  document_dates: () => fieldError('request.invalid', 'valid_until', validUntilSentence),
  document_version_order: () => fieldError('documents.version_order', 'valid_from', 'Une version commence après celle qu’elle remplace'),
  document_version_cycle: () => fieldError('documents.version_cycle', 'supersedes_id', 'Ce document remplace déjà celui-ci'),
  document_version_itself: () => fieldError('documents.version_cycle', 'supersedes_id', 'Un document ne se remplace pas lui-même'),
  document_version_place: placeError,
}

/**
 * Runs a statement or a transaction that writes dates of documents.
 * @throws {AppError} `documents.already_superseded`, `documents.version_order`, `documents.version_cycle`, `documents.version_place`, `request.invalid` for
 *   dates in the wrong order
 */
export async function withVersionErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const refusal = constraintErrors[String((error as { constraint?: unknown } | null)?.constraint)]
    throw refusal === undefined ? error : refusal()
  }
}

/** Lists the versions of a document that this person may read, the last one first. The caller has checked that they may read the document. */
export async function listVersions(db: Db, id: string, reader_id: string): Promise<DocumentRow[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive later as (
      select ${id}::uuid as id, 0 as position
      union all select d.id, position + 1 from later join document d on d.supersedes_id = later.id),
    earlier as (
      select supersedes_id as id, -1 as position from document where id = ${id}::uuid
      union all select d.supersedes_id, position - 1 from earlier join document d on d.id = earlier.id)
    select id from (select * from later union all select * from earlier) as chain where id is not null order by position desc`.execute(db)
  const ids = rows.map((row) => row.id)
  const found = await selectDocuments(db, reader_id).where('document.id', 'in', ids).execute()
  return found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}
