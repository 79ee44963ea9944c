import type { TokenLimit } from '@parvis/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import { dayInParis, nextMonthInParis } from '../../platform/paris.ts'

/** Account or team that a limit is set for. */
type LimitSubject = { user_id: string } | { team_id: string }

const findSubject = (db: Db, subject: LimitSubject) =>
  'user_id' in subject
    ? db.selectFrom('app_user').where('id', '=', subject.user_id).select('username as name').executeTakeFirst()
    : db.selectFrom('team').where('id', '=', subject.team_id).select('name').executeTakeFirst()

/**
 * Returns the name of the account or team.
 * @throws {AppError} `request.not_found`
 */
export async function nameOfSubject(db: Db, subject: LimitSubject): Promise<string> {
  const subjectRow = await findSubject(db, subject)
  if (subjectRow === undefined) throw notFound()
  return subjectRow.name
}

const columnOf = (subject: LimitSubject) => ('user_id' in subject ? (['user_id', subject.user_id] as const) : (['team_id', subject.team_id] as const))

/**
 * Reads the limit and the usage of the current month.
 * @throws {AppError} `request.not_found`
 */
export async function readTokenLimit(context: Context, subject: LimitSubject): Promise<TokenLimit> {
  const { db, config, now } = context
  await nameOfSubject(db, subject)
  const [column, id] = columnOf(subject)
  const limit = await db.selectFrom('token_limit').where(column, '=', id).select(['tokens', 'kind']).executeTakeFirst()
  const { used } = await db
    .selectFrom('usage_entry')
    .where(column, '=', id)
    .where('day', '>=', sql<string>`date_trunc('month', ${dayInParis(now())}::timestamp)::date`)
    .select(sql<number>`coalesce(sum(prompt_tokens + completion_tokens), 0)::float8`.as('used'))
    .executeTakeFirstOrThrow()
  const defaultLimit = 'user_id' in subject ? config.tokensPerMonth : null
  return {
    tokens: limit === undefined ? null : Number(limit.tokens),
    kind: limit?.kind ?? 'each',
    used,
    usual: defaultLimit,
    renews_at: nextMonthInParis(now()).toISOString(),
  }
}

/**
 * Sets a monthly limit.
 * @param tokens null removes the limit
 * @throws {AppError} `request.not_found`
 */
export async function setTokenLimit(context: Context, subject: LimitSubject, tokens: number | null, kind: TokenLimit['kind']): Promise<TokenLimit> {
  const { db } = context
  await nameOfSubject(db, subject)
  const [column, id] = columnOf(subject)
  if (tokens === null) await db.deleteFrom('token_limit').where(column, '=', id).execute()
  else
    await db
      .insertInto('token_limit')
      .values({ ...subject, tokens, kind })
      .onConflict((conflict) => conflict.column(column).doUpdateSet({ tokens, kind, updated_at: sql`now()` }))
      .execute()
  return readTokenLimit(context, subject)
}
