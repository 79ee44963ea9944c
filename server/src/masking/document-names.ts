import { sql } from 'kysely'
import { setImmediate as nextTick } from 'node:timers/promises'
import type { Db } from '../platform/db/schema/index.ts'
import { retentionMs } from './readings.ts'
import { fullNamesIn, type MaskingDetector } from './detection.ts'

/** Reads the full names of people in whole documents, by which a surname alone is found in any passage of them. */
type DocumentNames = { read(documents: readonly string[]): Promise<readonly string[]> }

/** Passages read at once, names of a document, and documents retained in memory. */
const batchSize = 40
const maxNames = 400
const maxDocuments = 500
/** A source hidden from the person has an empty id. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function createDocumentNames(db: Db, detector: MaskingDetector): DocumentNames {
  /** Names by index: a document that is read again has another index. */
  const namesByIndex = new Map<number, Promise<readonly string[]>>()

  const readNames = async (index_no: number): Promise<readonly string[]> => {
    const names = new Map<string, string>()
    for (let from = 0; names.size < maxNames; from += batchSize) {
      const { rows } = await sql<{ text: string }>`
        select text from passage where index_no = ${index_no} and position >= ${from} and position < ${from + batchSize} order by position`.execute(db)
      if (rows.length === 0) break
      const text = rows.map((row) => row.text).join('\n\n')
      for (const name of fullNamesIn(detector, text, [...names.values()])) names.set(name.toLowerCase(), name)
      // A long document takes seconds: the other requests have their turn.
      await nextTick()
    }
    return [...names.values()]
  }

  const namesOf = (index_no: number): Promise<readonly string[]> => {
    const known = namesByIndex.get(index_no)
    if (known !== undefined) return known
    const names = readNames(index_no)
    namesByIndex.set(index_no, names)
    names.catch(() => namesByIndex.delete(index_no))
    setTimeout(() => namesByIndex.delete(index_no), retentionMs).unref()
    for (const oldest of namesByIndex.keys()) if (namesByIndex.size > maxDocuments) namesByIndex.delete(oldest)
    return names
  }

  return {
    async read(documents) {
      const ids = documents.filter((id) => uuid.test(id))
      if (ids.length === 0) return []
      const { rows } = await sql<{ index_no: number }>`
        select index_no from document_index where document_id = any(${ids}::uuid[])`.execute(db)
      const names: string[] = []
      for (const { index_no } of rows) names.push(...(await namesOf(index_no)))
      return names
    },
  }
}
