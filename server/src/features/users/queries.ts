import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { User } from '@parvis/contract'
import { notFound } from '../../app-error.ts'
import type { Schema } from '../../db/schema/index.ts'
import { accountColumns } from '../auth/current-user.ts'

type Db = Kysely<Schema>

export type UsersPage = { users: User[]; pages: number; current_page: number; total: number }

/** One page of the accounts, by user name; `search` looks in names and addresses, whatever the case. */
export async function listUsers(db: Db, page: number, per_page: number, search: string): Promise<UsersPage> {
  const found = db
    .selectFrom('app_user')
    .$if(search !== '', (query) => query.where(sql<boolean>`concat_ws(' ', username, email, first_name, last_name) ilike ${containing(search)}`))
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const users = await found
    .select(accountColumns)
    .orderBy('username_key')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { users, pages: Math.max(1, Math.ceil(total / per_page)), current_page: page, total }
}

function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

export async function findUser(db: Db, id: string): Promise<User | null> {
  const row = await db.selectFrom('app_user').select(accountColumns).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** An account that the caller's transaction holds until it ends. @throws {AppError} `request.not_found` */
export async function holdUser(trx: Db, id: string): Promise<User> {
  const row = await trx.selectFrom('app_user').select(accountColumns).where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}
