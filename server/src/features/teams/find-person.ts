import type { NamedPerson } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import type { Context } from '../../context.ts'
import { accountKey } from '../auth/keys.ts'
import { takeFrom } from '../auth/throttle.ts'
import { personName } from './queries.ts'

/** Rate limit of exact look-ups: wide for a person who shares with colleagues, too narrow for a script that tries names. */
const lookups = { burst: 60, everyMs: 20_000 }

/**
 * Finds an active account by its exact user name or address, or by its id.
 * @throws {AppError} `teams.person_unknown`, `request.too_many`
 */
export async function findPerson(context: Pick<Context, 'db' | 'now'>, caller_id: string, to: NamedPerson): Promise<{ id: string; name: string }> {
  const person = await lookUpPerson(context, caller_id, to)
  if (person === null) throw unknownPerson()
  return person
}

/** Finds an active account by its exact user name or address, or by its id; null when there is none. @throws {AppError} `request.too_many` */
export async function lookUpPerson({ db, now }: Pick<Context, 'db' | 'now'>, caller_id: string, { account, user_id }: NamedPerson) {
  if (!(await takeFrom(db, lookups, `person:${caller_id}`, now()))) throw new AppError('request.too_many')
  const key = accountKey(account?.trim() ?? '')
  const isNamed = user_id === undefined ? sql`(u.username_key = ${key} or u.email_key = ${key})` : sql`u.id = ${user_id}`
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, ${personName} as name from app_user u where ${isNamed} and u.is_active`.execute(db)
  return rows[0] ?? null
}

/** Requires that all these accounts exist and are active. @throws {AppError} `teams.person_unknown` */
export async function requireActive(db: Db, ids: readonly string[]): Promise<void> {
  const active = await db.selectFrom('app_user').where('id', 'in', ids).where('is_active', '=', true).select('id').execute()
  if (active.length < ids.length) throw unknownPerson()
}

const unknownPerson = () => new AppError('teams.person_unknown', { fields: { account: 'Aucun compte actif n’a ce nom ni cette adresse' } })
