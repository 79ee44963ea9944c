import { sql } from 'kysely'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import { accountKey } from '../auth/account-keys.ts'
import { takeFrom } from '../auth/throttle.ts'
import { personName } from './queries.ts'

// Somebody gives things to a few colleagues an hour; a script that tries names does not.
const lookups = { burst: 60, everyMs: 20_000 }

/**
 * The active account that has exactly this user name or this address. There is no directory: whoever does not know a colleague's address
 * does not learn it here.
 * @throws {AppError} `teams.person_unknown`, `request.too_many`
 */
export async function findPerson({ db, now }: Pick<Context, 'db' | 'now'>, asker_id: string, account: string): Promise<{ id: string; name: string }> {
  if (!(await takeFrom(db, lookups, `person:${asker_id}`, now()))) throw new AppError('request.too_many')
  const key = accountKey(account)
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, ${personName} as name from app_user u where (u.username_key = ${key} or u.email_key = ${key}) and u.is_active`.execute(db)
  if (rows[0] === undefined) throw new AppError('teams.person_unknown', { fields: { account: 'Aucun compte actif n’a ce nom ni cette adresse' } })
  return rows[0]
}
