import type { CharterText, CharterVersion, RouteBody, routes } from '@parvis/contract'
import { sql } from 'kysely'
import type { Caller, Context } from '../../context.ts'
import { isUniqueViolation } from '../../platform/db/errors.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { personName } from '../teams/queries.ts'
import { charterColumns, currentCharter } from './acceptance.ts'

type Publication = RouteBody<typeof routes.charterVersions.publish>

/** Lists the versions of the charter, latest first, with the number of people who accepted each. */
export async function listVersions({ db }: Context): Promise<CharterVersion[]> {
  const { rows } = await sql<CharterVersion>`
    select v.id, v.number, v.edition, v.changes, v.published_at, case when u.id is not null then ${personName} end as author,
      (select count(*)::int from charter_acceptance a where a.version_number = v.number) as accepted
    from charter_version v left join app_user u on u.id = v.author_id order by v.number desc`.execute(db)
  return rows
}

/** Reads a version of the charter. @throws {AppError} `request.not_found` */
export const readVersion = ({ db }: Context, id: string): Promise<CharterText> =>
  db.selectFrom('charter_version').where('id', '=', id).select(charterColumns).executeTakeFirstOrThrow(notFound)

/**
 * Publishes a version of the charter, which is in force at once. The first one is always substantial.
 * @throws {AppError} `request.stale` when `replaces` is not the version in force; `request.invalid` when nothing says what a substantial version changes
 */
export async function publishVersion(context: Context, caller: Caller, publication: Publication): Promise<CharterText> {
  const { text, summary, changes, is_substantial, replaces } = publication
  const { db, now } = context
  const inForce = await currentCharter(db)
  if ((inForce?.id ?? null) !== replaces) return refuseStale(context)
  if (inForce !== null && is_substantial && changes.trim() === '') {
    const sentence = 'Dites en quelques mots ce qui change'
    throw new AppError('request.invalid', { sentence, fields: { changes: sentence } })
  }
  const number = (inForce?.number ?? 0) + 1
  const edition = inForce === null || is_substantial ? number : inForce.edition
  const values = { number, edition, text, summary, changes: inForce === null ? '' : changes.trim(), author_id: caller.id, published_at: now() }
  try {
    return await db.insertInto('charter_version').values(values).returning(charterColumns).executeTakeFirstOrThrow()
  } catch (error) {
    // Two administrators published at once: the unique number decides.
    if (isUniqueViolation(error)) return refuseStale(context)
    throw error
  }
}

/** @throws {AppError} `request.stale`, with the version in force and its date */
async function refuseStale(context: Context): Promise<never> {
  const current = await currentCharter(context.db)
  const at = current?.published_at ?? context.now().toISOString()
  throw new AppError('request.stale', { changed: { at, by: null, is_own: false, current: { ...current } } })
}
