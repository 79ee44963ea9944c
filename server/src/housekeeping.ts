import type { Context } from './context.ts'
import { refuseNewer, type Database } from './platform/db/database.ts'
import { migrations } from './platform/db/migrations/index.ts'
import { purgeExpiredAccess } from './features/auth/accounts.ts'
import { purgeRecentErrors } from './features/recent-errors/journal.ts'
import { purgeWhenDue } from './features/retention/purge.ts'
import { purgeEndedShares } from './features/shares/purge-shares.ts'
import { mailLostInvitations } from './features/users/invite-user.ts'
import { erasureMirror } from './operations/erasures/replay-erasures.ts'

const purgeMs = 3_600_000

/**
 * What an instance does of itself, every few seconds: it ends the replies of dead processes, keeps the list of erasures, and once an hour purges.
 * @returns one round of it, which throws the `db.newer` of a database that a newer version has updated
 */
export function housekeeping(context: Context, { db, engine }: Pick<Database, 'db' | 'engine'>): () => Promise<void> {
  let purgedAt = -Infinity
  let isMailing = false
  const mirrorErasures = erasureMirror(context, context.config.dataDir)
  return async () => {
    // An embedded database has one process.
    if (engine === 'postgres') await refuseNewer(db, migrations)
    await context.replies.recover()
    // A disk without room may refuse the list: the purges are what makes room.
    await mirrorErasures().catch((error: unknown) => context.log.warn({ err: nameOf(error) }, 'the list of erasures could not be written'))
    const since = context.now().getTime() - purgedAt
    // A clock that was ahead and is set right would hold the purges back for as long.
    if (since >= 0 && since < purgeMs) return
    purgedAt = context.now().getTime()
    const purges: [string, () => Promise<unknown>][] = [
      ['access that expired', () => purgeExpiredAccess(context.db, context.now())],
      // Where errors are few, none comes to push the old ones out.
      ['errors', () => purgeRecentErrors(context.db, context.now())],
      ['what is older than its rule', () => purgeWhenDue(context)],
      ['shares that ended', () => purgeEndedShares(context)],
    ]
    // One that fails keeps no other back.
    for (const [what, purge] of purges)
      await purge().catch((error: unknown) => context.log.warn({ what, err: nameOf(error) }, 'a purge failed, and is tried again'))
    // A round may be longer than an hour, where the mail server does not answer.
    if (isMailing) return
    isMailing = true
    await mailLostInvitations(context).finally(() => (isMailing = false))
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')
