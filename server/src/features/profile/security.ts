import type { Security } from '@parvis/contract'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { mayCreateKeys } from '../api-keys/permission.ts'
import { listPasskeys } from '../auth/passkeys/own-passkeys.ts'
import { isLiveAt } from '../auth/sessions/sessions.ts'

const maxChanges = 20

/**
 * Reads the security page of a person: open sessions (the current one first, then the latest used), second factors, provider identities, and the last
 * changes of the account.
 */
export async function readSecurity(context: Context, { id: user_id, is_admin, session_id }: Caller): Promise<Security> {
  const { db, config } = context
  const now = context.now()
  const sessions = await db
    .selectFrom('session')
    .select(['id', 'device', 'place', 'provider', 'created_at', 'last_used_at'])
    .where('user_id', '=', user_id)
    .where(isLiveAt(now))
    .orderBy('last_used_at', 'desc')
    .execute()
  const changes = await db
    .selectFrom('account_change')
    .select(['id', 'at', 'change', 'author'])
    .where('user_id', '=', user_id)
    .orderBy('at', 'desc')
    .limit(maxChanges)
    .execute()
  const identities = await db
    .selectFrom('identity')
    .select(['id', 'provider', 'email', 'created_at', 'last_seen_at'])
    .where('user_id', '=', user_id)
    .orderBy('last_seen_at', 'desc')
    .execute()
  // A provider removed from the settings is shown by its id.
  const labelOf = (id: string) => config.signIn.providers.find((provider) => provider.id === id)?.label ?? id
  const presentedSessions = sessions.map(({ provider, ...session }) => ({
    ...session,
    provider: provider === null ? null : labelOf(provider),
    is_current: session.id === session_id,
  }))
  const codes = await db.selectFrom('second_factor').select('confirmed_at').where('user_id', '=', user_id).executeTakeFirst()
  return {
    code_at: codes?.confirmed_at ?? null,
    passkeys: await listPasskeys(context, user_id),
    sessions: presentedSessions.toSorted((one, other) => Number(other.is_current) - Number(one.is_current)),
    identities: identities.map((identity) => ({ ...identity, provider: labelOf(identity.provider) })),
    may_create_keys: await mayCreateKeys(config, db, { id: user_id, is_admin }),
    changes,
  }
}

/** Ends one session of the person. @throws {AppError} `request.not_found` */
export async function closeSession(db: Db, user_id: string, id: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where(isLiveAt(now))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
}
