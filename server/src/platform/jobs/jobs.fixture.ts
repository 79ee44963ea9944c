import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/schema/index.ts'

export async function emptyQueue(db: Db): Promise<void> {
  await db.deleteFrom('document').execute()
  await db.deleteFrom('job').execute()
}

/** A document that nothing has read yet. @returns its id */
export async function newDocument(db: Db, original_filename: string): Promise<string> {
  const category = await db.selectFrom('document_category').select('id').executeTakeFirstOrThrow()
  const row = { category_id: category.id, original_filename, blob_id: randomUUID(), size: 1, format: 'txt' } as const
  return (await db.insertInto('document').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Lets what was put off be done at once. */
export async function makeDue(db: Db): Promise<void> {
  await db
    .updateTable('job')
    .set({ run_at: sql`now()` })
    .execute()
}
