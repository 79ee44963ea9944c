import type { Prompt } from '@parvis/contract'
import type { Kysely } from 'kysely'
import { notFound } from '../../app-error.ts'
import type { Schema } from '../../db/schema/index.ts'

type Db = Kysely<Schema>
type Fields = Pick<Prompt, 'name' | 'content'>

export const columns = ['id', 'name', 'content'] as const

export function addPrompt(db: Db, fields: Fields): Promise<Prompt> {
  return db.insertInto('prompt').values(fields).returning(columns).executeTakeFirstOrThrow()
}

/** @throws {AppError} `request.not_found` */
export async function changePrompt(db: Db, id: string, fields: Fields, now: Date): Promise<Prompt> {
  const saved = await db
    .updateTable('prompt')
    .set({ ...fields, updated_at: now })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
  if (saved === undefined) throw notFound()
  return saved
}
