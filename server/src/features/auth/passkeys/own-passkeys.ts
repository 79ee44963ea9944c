import { limits, type RouteAnswer, type RouteBody, type Passkey, type routes } from '@parvis/contract'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import type { AuditInTransaction } from '../../../audit/audited.ts'
import type { Caller, Context } from '../../../context.ts'
import { notifyAccountChange, recordAccountChange } from '../account-changes.ts'
import { requirePassword } from '../passwords/password-hash.ts'
import { enableSecondFactor, lockAccountRow, assertFactorRemovable, clearFlagIfNoFactor } from '../second-factor/factors.ts'
import { requireEstablishedProof } from '../second-factor/proof.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { consumeChallenge, relyingPartyOf, requireRelyingParty } from './challenges.ts'
import { readNewKey } from './verify.ts'
import { inTransaction } from '../../../platform/db/retry-transaction.ts'

/** Lists a person's passkeys, oldest first. `is_usable`: made for the current host. */
export async function listPasskeys(context: Context, user_id: string): Promise<Passkey[]> {
  const relyingParty = relyingPartyOf(context)
  const keys = await context.db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'last_used_at', 'rp_id'])
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return keys.map(({ rp_id, ...key }) => ({ ...key, is_usable: rp_id === relyingParty?.rp_id }))
}

/**
 * Stores a passkey that the browser has just created and notifies the person by mail. If it is their first second factor, the other sessions end and
 * recovery codes are returned.
 * @throws {AppError} `auth.passkeys_unavailable`, `auth.passkey_expired`, `auth.passkey_refused`, `auth.passkey_taken`, `auth.passkeys_full`,
 *   `auth.no_password`
 */
export async function addPasskey(
  context: Context,
  caller: Caller,
  { name, credential }: RouteBody<typeof routes.passkeys.add>,
  audit: AuditInTransaction,
): Promise<RouteAnswer<typeof routes.passkeys.add>> {
  const relyingParty = requireRelyingParty(context)
  const user_id = caller.id
  const challenge = await consumeChallenge(context, credential.response.clientDataJSON, { purpose: 'create', user_id })
  const key = await readNewKey(relyingParty, challenge, credential)
  if (key === null) throw new AppError('auth.passkey_refused')
  const now = context.now()
  const addedPasskey = await inTransaction(context.db, async (trx) => {
    // The password may have been removed since it was checked, and a passkey opens no account without one.
    if (!(await lockAccountRow(trx, user_id)).has_password) throw new AppError('auth.no_password')
    const { count } = await trx
      .selectFrom('passkey')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow()
    if (Number(count) >= limits.passkeys) throw new AppError('auth.passkeys_full')
    const passkey = await trx
      .insertInto('passkey')
      .values({ user_id, name, rp_id: relyingParty.rp_id, created_at: now, ...key })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'name', 'created_at', 'last_used_at'])
      .executeTakeFirst()
    if (passkey === undefined) throw new AppError('auth.passkey_taken')
    const recovery_codes = await enableSecondFactor(context, trx, caller, { passkey_id: passkey.id }, now)
    await recordAccountChange(trx, { user_id, change: 'passkey', author: 'self' }, now)
    await audit(trx)
    return { passkey: { ...passkey, is_usable: true }, recovery_codes }
  })
  notifyAccountChange(context, { user_id, change: 'passkey', author: 'self' })
  return addedPasskey
}

/**
 * Deletes one of the caller's passkeys, after checking the password and a second factor (this passkey, another one or a code). Ends the caller's other
 * sessions and notifies the person by mail.
 * @throws {AppError} `request.not_found`, `auth.second_factor_kept`, what `requirePassword` and `requireEstablishedProof` throw
 */
export async function removePasskey(
  context: Context,
  caller: Caller,
  id: string,
  { password, ...proof }: RouteBody<typeof routes.passkeys.remove>,
  audit: AuditInTransaction,
): Promise<void> {
  const { db } = context
  const ownPasskey = await db.selectFrom('passkey').select('id').where('id', '=', id).where('user_id', '=', caller.id).executeTakeFirst()
  if (ownPasskey === undefined) throw notFound()
  await assertFactorRemovable(context, db, caller, { passkey_id: id })
  await requirePassword(context, caller.id, password, 'password')
  await requireEstablishedProof(context, caller.id, proof)
  const now = context.now()
  await inTransaction(db, async (trx) => {
    await lockAccountRow(trx, caller.id)
    await assertFactorRemovable(context, trx, caller, { passkey_id: id })
    const { numDeletedRows } = await trx.deleteFrom('passkey').where('id', '=', id).where('user_id', '=', caller.id).executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound()
    await clearFlagIfNoFactor(trx, caller.id)
    // Whoever signed in with the passkey is signed out.
    await endSessionsOf(trx, caller.id, now, caller.session_id)
    await recordAccountChange(trx, { user_id: caller.id, change: 'passkey', author: 'self' }, now)
    await audit(trx)
  })
  notifyAccountChange(context, { user_id: caller.id, change: 'passkey', author: 'self' })
}
