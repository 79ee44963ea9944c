import type { Context } from './context.ts'
import { assertNotNewer } from './platform/db/migrate.ts'
import type { Database } from './platform/db/types.ts'
import { migrations } from './platform/db/migrations/index.ts'
import { purgeExpiredAccess } from './features/auth/accounts.ts'
import { purgeExpiredKeys } from './features/api-keys/own-keys.ts'
import { mailDueReviews } from './features/documents/validity/mail-reviews.ts'
import { purgeRecentErrors } from './features/recent-errors/journal.ts'
import { purgeWhenDue } from './features/retention/purge.ts'
import { purgeEndedShares } from './features/shares/write-share.ts'
import { mailLostInvitations } from './features/users/invite-user.ts'
import { openErasureList } from './operations/erasures/open-erasure-list.ts'
import { erasureMirror } from './operations/erasures/replay-erasures.ts'

const purgeMs = 3_600_000

/**
 * Periodic clean-up of an instance, to run every few seconds: closes the replies of dead processes, mirrors the list of deletions, and once an hour purges
 * expired data.
 * @returns a function that runs one round; it throws `db.newer` when a newer version has updated the database
 */
export function housekeeping(context: Context, { db, engine }: Pick<Database, 'db' | 'engine'>): () => Promise<void> {
  let purgedAt = -Infinity
  let isSendingMails = false
  const mirrorErasures = erasureMirror(context, openErasureList(context.config))
  return async () => {
    // An embedded database has a single process.
    if (engine === 'postgres') await assertNotNewer(db, migrations)
    await context.replies.closeDeadReplies()
    // A full disk may prevent writing the list; the purges below must still run, to free space.
    await mirrorErasures().catch((error: unknown) => context.log.warn({ err: nameOf(error) }, 'the list of erasures could not be written'))
    const sinceLastPurgeMs = context.now().getTime() - purgedAt
    // A negative value means that the clock was set back: purge, rather than wait until it catches up.
    if (sinceLastPurgeMs >= 0 && sinceLastPurgeMs < purgeMs) return
    purgedAt = context.now().getTime()
    const purges: [string, () => Promise<unknown>][] = [
      ['access that expired', () => purgeExpiredAccess(context.db, context.now())],
      ['keys that expired long ago', () => purgeExpiredKeys(context.db, context.now())],
      // With few errors, new ones never displace the old.
      ['errors', () => purgeRecentErrors(context.db, context.now())],
      ['what is older than its rule', () => purgeWhenDue(context)],
      ['shares that ended', () => purgeEndedShares(context)],
    ]
    // A failed purge does not prevent the others.
    for (const [purgeName, purge] of purges)
      await purge().catch((error: unknown) => context.log.warn({ what: purgeName, err: nameOf(error) }, 'a purge failed, and is tried again'))
    // A round may last longer than an hour when the mail server does not answer.
    if (isSendingMails) return
    isSendingMails = true
    const sending = Promise.all([
      mailLostInvitations(context),
      mailDueReviews(context).catch((error: unknown) => context.log.warn({ err: nameOf(error) }, 'documents to review could not be listed')),
    ])
    await sending.finally(() => (isSendingMails = false))
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')
