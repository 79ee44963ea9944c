import { sql } from 'kysely'
import type { Query, routes, User } from '@parvis/contract'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { readCursor, writeCursor } from '../../platform/paging.ts'
import { plainText } from '../../platform/plain-text.ts'
import { accountColumns } from '../auth/current-user.ts'

type Asked = Query<typeof routes.users.list>
export type UsersPage = { users: User[]; pages: number; current_page: number; total: number; next_cursor?: string | null }

/** The first name stands on both sides of the last one: « Claire Moreau » and « Moreau Claire » are one person. */
const said = sql`concat_ws(' ', username, email, first_name, last_name, first_name)`

/** The accounts in whose names or address the text stands. */
const found = (db: Db, search: string) =>
  db.selectFrom('app_user').$if(search !== '', (query) => query.where(sql<boolean>`position(${plainText(search)} in ${plainText(said)}) > 0`))

/**
 * One page of the accounts, by user name: the one of this number, or, with a cursor that is not empty, the one that follows where it stands.
 * @throws {AppError} `request.cursor`
 */
export async function listUsers({ db, secret }: Pick<Context, 'db' | 'secret'>, caller_id: string, asked: Asked): Promise<UsersPage> {
  const { page, per_page, cursor } = asked
  const search = asked.search?.trim() ?? ''
  const scope = { list: 'users', person: caller_id, filters: [search] }
  const after = cursor === undefined || cursor === '' ? null : readCursor(secret, scope, cursor)
  const { total } = await found(db, search)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found(db, search)
    .select([...accountColumns, 'username_key'])
    .$if(after !== null, (query) => query.where('username_key', '>', after!.at))
    .orderBy('username_key')
    .limit(per_page + 1)
    .offset(after === null ? (page - 1) * per_page : 0)
    .execute()
  const users = rows.slice(0, per_page)
  const last = users.at(-1)
  const next_cursor = rows.length > per_page && last !== undefined ? writeCursor(secret, scope, { at: last.username_key, id: last.id }) : null
  return { users, pages: Math.max(1, Math.ceil(total / per_page)), current_page: page, total, ...(cursor !== undefined && { next_cursor }) }
}

const perRead = 500

/** Every account of a search, by user name, some at a time. */
export async function* readUsers(db: Db, search: string): AsyncGenerator<User[]> {
  for (let after = ''; ;) {
    const rows = await found(db, search)
      .select([...accountColumns, 'username_key'])
      .where('username_key', '>', after)
      .orderBy('username_key')
      .limit(perRead)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < perRead) return
    after = rows.at(-1)!.username_key
  }
}

export async function findUser(db: Db, id: string): Promise<User | null> {
  const row = await db.selectFrom('app_user').select(accountColumns).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** An account that the caller's transaction holds until it ends. @throws {AppError} `request.not_found` */
export async function holdUser(trx: Db, id: string): Promise<User> {
  const row = await trx.selectFrom('app_user').select(accountColumns).where('id', '=', id).forUpdate().executeTakeFirstOrThrow(notFound)
  return row
}
