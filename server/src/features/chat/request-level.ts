import type { ModelLevel } from '@parvis/contract'
import { sql } from 'kysely'
import { scopeQuery, type SearchScope } from '../../authorization/documents.ts'
import { isAboveLevel } from '../../retrieval/vector-store.ts'
import type { Db } from '../../platform/db/schema/index.ts'

export const maxLevel = (...levels: readonly ModelLevel[]): ModelLevel => Math.max(...levels) as ModelLevel

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns the highest level of documents: their own, and those of the categories, projects and assistants that hold them. 1 without any.
 * @param ids ids of documents; the empty id of a source that is hidden from the person is ignored
 * @param ofDeleted level of a document that does not exist any more
 */
export async function levelOfDocuments(db: Db, ids: readonly string[], ofDeleted: ModelLevel): Promise<ModelLevel> {
  const documents = [...new Set(ids)].filter((id) => uuid.test(id))
  if (documents.length === 0) return 1
  const { rows } = await sql<{ level: ModelLevel }>`
    select max(coalesce(document_level(id), ${ofDeleted}::smallint)) as level from unnest(${documents}::uuid[]) as wanted(id)`.execute(db)
  return rows[0]!.level
}

/** Returns the highest level of the documents in scopes, in force or not: earlier replies may rest on former versions. 1 without any. */
export async function levelOfScopes(db: Db, any: readonly SearchScope[]): Promise<ModelLevel> {
  if (any.length === 0) return 1
  const scope = scopeQuery({ any }, 'any')
  if (!(await isAboveLevel(db, 1, scope))) return 1
  return (await isAboveLevel(db, 2, scope)) ? 3 : 2
}
