import type { CharterState, CharterText } from '@parvis/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'

export const charterColumns = ['id', 'number', 'edition', 'text', 'summary', 'changes', 'published_at'] as const

/** Reads the version in force; null when none is published. */
export async function currentCharter(db: Db): Promise<CharterText | null> {
  return (await db.selectFrom('charter_version').select(charterColumns).orderBy('number', 'desc').limit(1).executeTakeFirst()) ?? null
}

/**
 * SQL condition on an account: the person has accepted the edition in force of the charter.
 * @param person_id SQL expression of the id of the account
 */
export const hasAcceptedCharter = (person_id: ReturnType<typeof sql>) => sql<boolean>`exists (
  select 1 from charter_acceptance a where a.person_id = ${person_id} and a.edition = (select v.edition from charter_version v order by v.number desc limit 1))`

/**
 * Requires that a person has accepted the charter in force. No query is made when the setting `CHARTER` is off; nothing is required while no version is
 * published.
 * @throws {AppError} `charter.not_accepted`
 */
export async function requireCharter({ config, db }: Pick<Context, 'config' | 'db'>, person_id: string): Promise<void> {
  if (!config.charter) return
  const { rows } = await sql<{ is_due: boolean }>`
    select exists (select 1 from charter_version) and not ${hasAcceptedCharter(sql`${person_id}::uuid`)} as is_due`.execute(db)
  if (rows[0]!.is_due) throw new AppError('charter.not_accepted')
}

/** Reads the charter in force and what a person has accepted. Their acceptances are reported even when the charter is off. */
export async function readCharterState({ config, db }: Context, person_id: string): Promise<CharterState> {
  const charter = config.charter ? await currentCharter(db) : null
  const accepted = await db
    .selectFrom('charter_acceptance')
    .where('person_id', '=', person_id)
    .orderBy('edition', 'desc')
    .select(['version_number as number', 'edition', 'accepted_at'])
    .limit(1)
    .executeTakeFirst()
  return { charter, accepted: accepted ?? null, is_due: charter !== null && charter.edition !== accepted?.edition }
}

/**
 * Accepts the version in force. Accepting an edition twice, in two tabs for instance, keeps the first date.
 * @returns whether this call is the one that accepted it
 * @throws {AppError} `charter.superseded` for a version that is no longer in force; `request.not_found` for an unknown one, or when the charter is off
 */
export async function acceptCharter({ config, db, now }: Context, person_id: string, version_id: string): Promise<boolean> {
  const version = config.charter ? await db.selectFrom('charter_version').where('id', '=', version_id).select('number').executeTakeFirst() : undefined
  if (version === undefined) throw notFound()
  const { number } = version
  const { rows } = await sql<{ is_current: boolean; is_new: boolean }>`
    with current as (select number, edition from charter_version order by number desc limit 1), added as (
      insert into charter_acceptance (person_id, edition, version_number, accepted_at)
      select ${person_id}::uuid, edition, number, ${now()}::timestamptz from current where number = ${number}
      on conflict (person_id, edition) do nothing returning 1
    ) select number = ${number} as is_current, exists (select from added) as is_new from current`.execute(db)
  if (!rows[0]!.is_current) throw new AppError('charter.superseded')
  return rows[0]!.is_new
}
