import type { Assertion } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import { attempt } from '../throttle.ts'
import { consumeChallenge, requireRelyingParty } from './challenges.ts'
import { userHandleOf } from './options.ts'
import { readSignature } from './verify.ts'

type StoredPasskey = { id: string; user_id: string; credential_id: string; public_key: string }

/**
 * Checks a passkey assertion of the account. Wrong passkeys have their own lockout, apart from that of codes.
 * @throws {AppError} `auth.passkeys_unavailable`, `auth.passkey_expired`, `auth.passkey_refused`, `auth.passkey_copied`, `auth.locked`
 */
export async function requirePasskey(context: Context, user_id: string, credential: Assertion): Promise<void> {
  const challenge = await consumeChallenge(context, credential.response.clientDataJSON, { purpose: 'prove', user_id })
  const key = await findKey(context, credential.id)
  const check = async () => key !== null && key.user_id === user_id && (await verifyAssertion(context, key, challenge, credential))
  if (!(await attempt(context, `second-factor-key:${user_id}`, check))) throw new AppError('auth.passkey_refused')
}

/**
 * Checks the passkey assertion of a sign-in without user name, and returns the passkey and its account. Failures are counted per account.
 * @throws {AppError} as `requirePasskey`; an unknown passkey is refused like a wrong signature
 */
export async function identifyByPasskey(context: Context, credential: Assertion): Promise<{ id: string; user_id: string }> {
  const challenge = await consumeChallenge(context, credential.response.clientDataJSON, { purpose: 'sign_in', user_id: null })
  const key = await findKey(context, credential.id)
  if (key === null) throw new AppError('auth.passkey_refused')
  const isTheirs = credential.response.userHandle === userHandleOf(key.user_id)
  const check = async () => isTheirs && (await verifyAssertion(context, key, challenge, credential))
  if (!(await attempt(context, `passkey:${key.user_id}`, check))) throw new AppError('auth.passkey_refused')
  return key
}

/** Returns the account of a passkey, for the audit event of a refused sign-in. */
export const accountOfKey = async (context: Context, credential: Assertion): Promise<string | null> => (await findKey(context, credential.id))?.user_id ?? null

async function findKey({ db }: Context, credential_id: string): Promise<StoredPasskey | null> {
  const key = await db
    .selectFrom('passkey')
    .select(['id', 'user_id', 'credential_id', 'public_key'])
    .where('credential_id', '=', credential_id)
    .executeTakeFirst()
  return key ?? null
}

/**
 * Verifies the signature of a passkey and stores its counter. False when the signature is wrong or the passkey has been deleted.
 * @throws {AppError} `auth.passkey_copied` when the counter does not increase: two devices have the passkey (WebAuthn, section 6.1.1)
 */
async function verifyAssertion(context: Context, key: StoredPasskey, challenge: string, credential: Assertion): Promise<boolean> {
  const counter = await readSignature(requireRelyingParty(context), challenge, key, credential)
  if (counter === null) return false
  const now = context.now()
  // A counter that stays 0 is that of a device that does not count. Of two simultaneous uses of one counter value, one succeeds.
  const { rows } = await sql`
    update passkey set counter = ${counter}, last_used_at = ${now}::timestamptz
    where id = ${key.id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0)) returning id`.execute(context.db)
  if (rows.length > 0) return true
  const isThere = await context.db.selectFrom('passkey').select('id').where('id', '=', key.id).executeTakeFirst()
  if (isThere === undefined) return false
  throw new AppError('auth.passkey_copied')
}
