import type { AuditAction } from '@parvis/contract'
import { recordAuditEvent, type AuditedCall } from '../../../audit/audited.ts'
import type { Db } from '../../../platform/db/schema/index.ts'

type Version = { id: string; original_filename: string; owner_id: string | null }

/** Reads a document as an audit event names it, without checking who may read it; null when it is null or deleted. */
export const findVersion = async (db: Db, id: string | null): Promise<Version | null> =>
  id === null ? null : ((await db.selectFrom('document').where('id', '=', id).select(['id', 'original_filename', 'owner_id']).executeTakeFirst()) ?? null)

const sentences = {
  'document.replace': (former: string, version: string) => `${former}, par ${version}`,
  'document.unlink': (former: string, version: string) => `${former}, que ${version} ne remplace plus`,
  'document.restore': (former: string, version: string) => `${former}, par la suppression de ${version}`,
} as const satisfies Partial<Record<AuditAction, unknown>>

/**
 * Records that a document was replaced by a version, is no longer replaced by it, or takes its place back because it was deleted. Library documents are
 * named. Names of private ones are personal: only the id of the former one is recorded.
 */
export async function recordVersionEvent(call: AuditedCall, act: keyof typeof sentences, former: Version | null, version: Omit<Version, 'id'>): Promise<void> {
  if (former === null) return
  const name = sentences[act](`«\u00a0${former.original_filename}\u00a0»`, `«\u00a0${version.original_filename}\u00a0»`)
  await recordAuditEvent(call, { act, outcome: 'done', target: former.owner_id === null && version.owner_id === null ? { id: former.id, name } : former.id })
}
