import type { WrittenBlock, WrittenVersion } from '@parvis/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema/index.ts'

/** Time without a change after which the text is kept as a version, in milliseconds. */
const pauseMs = 10 * 60_000
/** Number of versions of a document that were saved by themselves. The oldest ones are deleted beyond. */
const maxAutomaticVersions = 100

interface NewVersion {
  reason: WrittenVersion['reason']
  author_id: string | null
  created_at: Date | string
  name?: string
  model?: string | null
  assistant?: string | null
}

interface VersionedDocument {
  id: string
  owner_id: string
  blocks: readonly WrittenBlock[]
}

/**
 * Saves the text of a document as its next version, then deletes the oldest of its automatic versions beyond their number. The caller's transaction holds
 * the lock of the document. @returns the id of the version
 */
export async function saveVersion(trx: Db, { id, owner_id, blocks }: VersionedDocument, version: NewVersion): Promise<string> {
  const json = JSON.stringify(blocks)
  const saved = await trx
    .insertInto('written_document_version')
    .values({
      name: null,
      model: null,
      assistant: null,
      ...version,
      document_id: id,
      owner_id,
      blocks: json,
      bytes: Buffer.byteLength(json),
      number: sql<number>`coalesce((select max(number) from written_document_version where document_id = ${id}), 0) + 1`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`delete from written_document_version v where v.document_id = ${id} and v.number in (
    select number from written_document_version where document_id = ${id} and reason in ('proposition', 'pause', 'export', 'partage')
    order by number desc offset ${maxAutomaticVersions})`.execute(trx)
  return saved.id
}

/** Saves the text of a document as a version, unless it is that of the latest one. @returns the id of the version that has this text */
export async function saveIfChanged(trx: Db, document: VersionedDocument, version: NewVersion): Promise<string> {
  const { rows } = await sql<{ id: string; is_same: boolean }>`
    select id, blocks = ${JSON.stringify(document.blocks)}::jsonb as is_same from written_document_version
    where document_id = ${document.id} order by number desc limit 1`.execute(trx)
  return rows[0]?.is_same ? rows[0].id : saveVersion(trx, document, version)
}

/** Saves the present text as a version when nobody has changed it for ten minutes. */
export async function savePausedText(trx: Db, document: VersionedDocument & { updated_at: string; last_author_id: string | null }, now: Date): Promise<void> {
  if (now.getTime() - Date.parse(document.updated_at) < pauseMs) return
  await saveIfChanged(trx, document, { reason: 'pause', author_id: document.last_author_id, created_at: document.updated_at })
}
