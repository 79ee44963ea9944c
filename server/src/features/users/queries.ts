import { sql } from 'kysely'
import type { ListedUser, RouteQuery, routes, User } from '@parvis/contract'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { readCursor, writeCursor, normalizedTextSql } from '../../platform/paging.ts'
import { accountColumns } from '../auth/current-user.ts'
import { teamsOfAccount } from '../teams/account-teams.ts'

type UsersQuery = RouteQuery<typeof routes.users.list>
export type UsersPage = { users: ListedUser[]; pages: number; current_page: number; total: number; next_cursor?: string | null }

/**
 * Text searched for an account. The first name stands on both sides of the last one, so that « Claire Moreau » and « Moreau Claire » match the same
 * person.
 */
const searchedText = sql`concat_ws(' ', username, email, first_name, last_name, first_name)`

type UserListFilters = Pick<UsersQuery, 'search' | 'team' | 'role' | 'status'>

/** Query of the accounts that match the filters; `search` is looked for in names and addresses. */
function filtered(db: Db, { search = '', team, role, status }: UserListFilters) {
  const text = search.trim()
  const membership = sql`select 1 from team_member m where m.user_id = app_user.id`
  return db
    .selectFrom('app_user')
    .$if(text !== '', (query) => query.where(sql<boolean>`position(${normalizedTextSql(text)} in ${normalizedTextSql(searchedText)}) > 0`))
    .$if(team === 'none', (query) => query.where(sql<boolean>`not exists (${membership})`))
    .$if(team !== undefined && team !== 'none', (query) => query.where(sql<boolean>`exists (${membership} and m.team_id = ${team})`))
    .$if(role !== undefined, (query) => query.where('is_admin', '=', role === 'admin'))
    .$if(status !== undefined, (query) => query.where('is_active', '=', status !== 'inactive'))
    .$if(status === 'invited', (query) => query.where('invited_at', 'is not', null))
    .$if(status === 'active', (query) => query.where('invited_at', 'is', null))
}

/**
 * Lists one page of accounts by user name: page number `page`, or the page after a non-empty cursor.
 * @throws {AppError} `request.cursor`
 */
export async function listUsers({ db, secret }: Pick<Context, 'db' | 'secret'>, caller_id: string, request: UsersQuery): Promise<UsersPage> {
  const { page, per_page, cursor } = request
  const { search = '', team = '', role = '', status = '' } = request
  const scope = { list: 'users', person: caller_id, filters: [search.trim(), team, role, status] }
  const after = cursor === undefined || cursor === '' ? null : readCursor(secret, scope, cursor)
  const { total } = await filtered(db, request)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await filtered(db, request)
    .select([...accountColumns, 'username_key', teamsOfAccount.as('teams')])
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

const rowsPerBatch = 500

/** Reads all accounts that match the filters, by user name, in batches of 500. */
export async function* readUsers(db: Db, filters: UserListFilters): AsyncGenerator<ListedUser[]> {
  for (let after = ''; ;) {
    const rows = await filtered(db, filters)
      .select([...accountColumns, 'username_key', teamsOfAccount.as('teams')])
      .where('username_key', '>', after)
      .orderBy('username_key')
      .limit(rowsPerBatch)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < rowsPerBatch) return
    after = rows.at(-1)!.username_key
  }
}

export async function findUser(db: Db, id: string): Promise<User | null> {
  const row = await db.selectFrom('app_user').select(accountColumns).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Reads an account and locks its row until the transaction ends. @throws {AppError} `request.not_found` */
export async function lockUser(trx: Db, id: string): Promise<User> {
  const row = await trx.selectFrom('app_user').select(accountColumns).where('id', '=', id).forUpdate().executeTakeFirstOrThrow(notFound)
  return row
}
