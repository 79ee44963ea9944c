import type { Security } from '@parvis/contract'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { liveSince } from '../auth/sessions/sessions.ts'

const changesShown = 20

/** The open sessions of a person, this one first and then the latest seen, and the last changes of the password or the address, whoever made them. */
export async function readSecurity(db: Db, user_id: string, session_id: string, now: Date): Promise<Security> {
  const sessions = await db
    .selectFrom('session')
    .select(['id', 'device', 'created_at', 'last_used_at'])
    .where('user_id', '=', user_id)
    .where(liveSince(now))
    .orderBy('last_used_at', 'desc')
    .execute()
  const changes = await db
    .selectFrom('account_change')
    .select(['id', 'at', 'change', 'author'])
    .where('user_id', '=', user_id)
    .orderBy('at', 'desc')
    .limit(changesShown)
    .execute()
  const told = sessions.map((session) => ({ ...session, is_current: session.id === session_id }))
  return { sessions: told.toSorted((one, other) => Number(other.is_current) - Number(one.is_current)), changes }
}

/** Ends one of one's own sessions. @throws {AppError} `request.not_found` */
export async function closeSession(db: Db, user_id: string, id: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where(liveSince(now))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
}
