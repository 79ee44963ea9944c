import type { RouteAnswer, WrittenDocument, WrittenVersion, routes } from '@parvis/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import { assertUnchanged, nextUpdate } from '../../platform/errors/stale-write.ts'
import { applyQuotas } from '../quotas/storage-quotas.ts'
import { personName } from '../teams/queries.ts'
import { lockForWriting, requireWrittenDocument } from './queries.ts'
import { saveIfChanged, saveVersion } from './save-version.ts'
import { blockColumns, lastAuthorOf } from './write-document.ts'

/** Query of the versions of a document that the caller may already read. */
const selectVersions = (db: Db, document_id: string) =>
  db
    .selectFrom('written_document_version as v')
    .leftJoin('app_user as u', 'u.id', 'v.author_id')
    .where('v.document_id', '=', document_id)
    .select(['v.id', 'v.number', 'v.reason', 'v.name', 'v.model', 'v.assistant', 'v.created_at'])
    .select(sql<string | null>`case when u.id is not null then ${personName} end`.as('author'))

/** Lists the versions of a document, last first. @throws {AppError} `request.not_found` */
export async function listVersions(db: Db, document_id: string, person_id: string): Promise<WrittenVersion[]> {
  await requireWrittenDocument(db, document_id, person_id)
  return selectVersions(db, document_id).orderBy('v.number', 'desc').execute()
}

/** Reads a version with its text. @throws {AppError} `request.not_found` */
export async function readVersion(db: Db, document_id: string, version_id: string, person_id: string): Promise<RouteAnswer<typeof routes.writtenVersions.get>> {
  await requireWrittenDocument(db, document_id, person_id)
  return selectVersions(db, document_id).where('v.id', '=', version_id).select('v.blocks').executeTakeFirstOrThrow(notFound)
}

/** Saves the present text as a version with a name. @throws {AppError} `request.not_found`, `written_documents.read_only`, `written_documents.quota` */
export async function nameVersion(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  document_id: string,
  person_id: string,
  name: string,
): Promise<WrittenVersion> {
  return inTransaction(context.db, async (trx) => {
    const document = await lockForWriting(trx, document_id, person_id)
    await applyQuotas(trx, context.config.quotas)
    const id = await saveVersion(trx, document, { reason: 'nommee', name, author_id: person_id, created_at: context.now() })
    return selectVersions(trx, document_id).where('v.id', '=', id).executeTakeFirstOrThrow(notFound)
  })
}

/**
 * Gives a document the text of one of its versions, as a new version. The text that it replaces becomes a version too.
 * @throws {AppError} `request.not_found`, `written_documents.read_only`, `request.stale`, `written_documents.quota`
 */
export async function restoreVersion(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  {
    document_id,
    version_id,
    person_id,
    expected_updated_at,
  }: { document_id: string; version_id: string; person_id: string; expected_updated_at?: string | undefined },
): Promise<WrittenDocument> {
  return inTransaction(context.db, async (trx) => {
    const document = await lockForWriting(trx, document_id, person_id)
    const { owner_id: _, last_author_id, ...shown } = document
    await assertUnchanged(expected_updated_at, shown, () => lastAuthorOf(trx, document_id, person_id))
    await applyQuotas(trx, context.config.quotas)
    const { blocks } = await selectVersions(trx, document_id).where('v.id', '=', version_id).select('v.blocks').executeTakeFirstOrThrow(notFound)
    await saveIfChanged(trx, document, { reason: 'pause', author_id: last_author_id, created_at: document.updated_at })
    const updated_at = nextUpdate(context.now(), document.updated_at)
    await trx
      .updateTable('written_document')
      .set({ ...blockColumns(blocks), last_author_id: person_id, updated_at })
      .where('id', '=', document_id)
      .execute()
    await saveVersion(trx, { ...document, blocks }, { reason: 'restauration', author_id: person_id, created_at: updated_at })
    return requireWrittenDocument(trx, document_id, person_id)
  })
}
