import type { ModelLevel } from '@parvis/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema/index.ts'

export const maxLevel = (...levels: readonly ModelLevel[]): ModelLevel => Math.max(...levels) as ModelLevel

/** Returns the highest level of documents: their own, and those of the categories, projects and assistants that hold them. 1 without any. */
export async function levelOfDocuments(db: Db, ids: readonly string[]): Promise<ModelLevel> {
  if (ids.length === 0) return 1
  const { rows } = await sql<{ level: ModelLevel | null }>`
    select max(document_level(id)) as level from unnest(${[...new Set(ids)]}::uuid[]) as wanted(id)`.execute(db)
  return rows[0]?.level ?? 1
}
