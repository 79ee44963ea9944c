import { sql } from 'kysely'
import { AppError } from '../../../platform/errors/app-error.ts'
import { serverCall, recordAuditEvent } from '../../../audit/audited.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { isLocalSignInClosed } from '../current-user.ts'
import { signAccessToken } from './access-token.ts'
import { networkOf } from './session-origin.ts'
import { ageOf, drawRefreshValue, nextRefreshValue, readRefreshValue, type RefreshValue } from './refresh-value.ts'

/** Trust page, section 4: a session expires after 12 hours without a refresh, and 7 days after the sign-in. */
const idleMs = 12 * 3_600_000
const absoluteMs = 7 * 24 * 3_600_000
/** Milliseconds during which the previous refresh value stays valid: two tabs may refresh together. */
const graceMs = 30_000

const unknownOrigin = { device: '', ip: '' }
const noProvider = { identity_id: null, provider: null, provider_session: null, id_token: null }

export type SessionTokens = { access_token: string; refresh_token: string }

/** `is_alone`: the password came without a second factor. `second_factor_at`: that of the account when the password alone was accepted; null without one. */
type PasswordProof = { password_hash: string; is_alone: boolean; second_factor_at?: string | null }
/** Proof that opens a session: a password or a passkey just verified, or an identity just confirmed by a provider. `id_token` is encrypted. */
export type SessionProof = PasswordProof | { passkey_id: string } | { identity_id: string; provider: string; provider_session: string | null; id_token: string }

/**
 * Opens a session for a proof that was just verified. Null when, meanwhile, the account was disabled, its password changed, its passkey or identity
 * removed, or a second factor enabled that was not given. The row lock covers simultaneous changes: the statement waits for a change of the account and
 * checks again, and a later change waits for the statement and finds the session.
 * @param from browser in plain words, and network address
 */
export async function openSession(
  context: Context,
  user_id: string,
  proof: SessionProof,
  from: { device: string; ip: string } = unknownOrigin,
): Promise<SessionTokens | null> {
  const now = context.now()
  const value = drawRefreshValue()
  const { identity_id, provider, provider_session, id_token } = 'provider' in proof ? proof : noProvider
  const { rows } = await sql`
    insert into session (id, user_id, refresh_hash, device, place, identity_id, provider, provider_session, id_token, created_at, last_used_at, expires_at)
    select ${value.session_id}::uuid, app_user.id, ${value.hash}, ${from.device}, ${networkOf(from.ip)}, ${identity_id}::uuid, ${provider}, ${provider_session}, ${id_token},
      ${now}::timestamptz, ${now}::timestamptz, ${new Date(now.getTime() + absoluteMs)}::timestamptz
    from app_user ${joinProof(proof)} where app_user.id = ${user_id} and is_active ${'password_hash' in proof ? isPasswordUnchanged(proof) : sql``}
    for share
    returning id`.execute(context.db)
  if (rows.length === 0) return null
  return { access_token: await signAccessToken(context.secret, { user_id, session_id: value.session_id }, now), refresh_token: value.text }
}

const isPasswordUnchanged = ({ password_hash, is_alone, second_factor_at = null }: PasswordProof) =>
  sql`and password_hash = ${password_hash} ${is_alone ? sql`and second_factor_at is not distinct from ${second_factor_at}::timestamptz` : sql``}`

/** Joins the row of the proof to its account, so that both are locked: a subquery would not be evaluated again after the wait. */
function joinProof(proof: SessionProof) {
  if ('provider' in proof) return sql`join identity proof on proof.id = ${proof.identity_id} and proof.user_id = app_user.id`
  // Only for an account with a password: linking an identity by address alone drops the password and the passkeys.
  if ('passkey_id' in proof) return sql`join passkey proof on proof.id = ${proof.passkey_id} and proof.user_id = app_user.id and has_password`
  return sql``
}

/**
 * Returns a new access token for a refresh value. With `rotation` the value is replaced; without it, it stays valid, as the specification's clients
 * expect. A value replayed after its grace period ends the session.
 * @throws {AppError} `auth.invalid`, `auth.expired`, `auth.inactive`
 */
export async function refreshSession(context: Context, presentedSecret: string, rotation: boolean): Promise<{ access_token: string; refresh_token?: string }> {
  const value = readRefreshValue(presentedSecret)
  if (value === null) throw new AppError('auth.invalid')
  const session = await liveSession(context, value)
  const now = context.now()
  const age = ageOf(context.secret, value, session.refresh_hash, session.rotations)
  if (age === null) throw new AppError('auth.invalid')
  if (age > 0 && !(age === 1 && isRecent(session.rotated_at, now))) {
    await endSession(context.db, session.id, now)
    await recordAuditEvent(serverCall(context), { act: 'session.replayed', outcome: 'auth.expired', target: session.user_id })
    throw new AppError('auth.expired')
  }
  const access_token = await signAccessToken(context.secret, { user_id: session.user_id, session_id: session.id }, now)
  const next = rotation ? nextRefreshValue(context.secret, value) : null
  const changes = next !== null && age === 0 ? { refresh_hash: next.hash, rotated_at: now, rotations: session.rotations + 1 } : {}
  const updatedRow = await context.db
    .updateTable('session')
    .set({ last_used_at: now, ...changes })
    .where('id', '=', session.id)
    .where('refresh_hash', '=', session.refresh_hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  // Another tab rotated between our read and our write: the value is now the previous one, in its grace period.
  if (updatedRow.numUpdatedRows === 0n) return refreshSession(context, presentedSecret, rotation)
  return next === null ? { access_token } : { access_token, refresh_token: next.text }
}

async function liveSession(context: Context, value: RefreshValue) {
  const session = await context.db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select([
      'session.id',
      'session.user_id',
      'session.refresh_hash',
      'session.rotations',
      'session.rotated_at',
      'session.last_used_at',
      'session.expires_at',
      'session.revoked_at',
      'session.provider',
      'app_user.is_active',
      'app_user.is_admin',
    ])
    .where('session.id', '=', value.session_id)
    .executeTakeFirst()
  if (session === undefined) throw new AppError('auth.invalid')
  if (!session.is_active) throw new AppError('auth.inactive')
  const now = context.now().getTime()
  const isAlive = session.revoked_at === null && Date.parse(session.expires_at) > now && Date.parse(session.last_used_at) + idleMs > now
  if (!isAlive || isLocalSignInClosed(context.config.signIn, session)) throw new AppError('auth.expired')
  return session
}

/** SQL condition of the sessions that are still valid. */
export function isLiveAt(now: Date) {
  return sql<boolean>`revoked_at is null and expires_at > ${now}::timestamptz and last_used_at > ${new Date(now.getTime() - idleMs)}::timestamptz`
}

function isRecent(rotated_at: string | null, now: Date): boolean {
  return rotated_at !== null && now.getTime() - Date.parse(rotated_at) <= graceMs
}

export async function endSession(db: Db, session_id: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ revoked_at: now }).where('id', '=', session_id).where('revoked_at', 'is', null).execute()
}

export async function endSessionsOf(db: Db, user_id: string, now: Date, except: string | null = null): Promise<void> {
  await db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .$if(except !== null, (query) => query.where('id', '!=', except!))
    .execute()
}
