import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import { drawSecret, fingerprint } from '../account-keys.ts'

/** What a challenge was drawn for: another use does not take it. */
type Use = { purpose: 'create' | 'prove'; user_id: string } | { purpose: 'sign_in'; user_id: null }

/** Milliseconds that a person has to show a key; browsers are told the same. */
export const challengeMs = 5 * 60_000

/** Draws what a key is to sign. In the database, where every instance finds it. */
export async function drawChallenge({ db, now }: Context, { purpose, user_id }: Use): Promise<string> {
  const challenge = drawSecret()
  const expires_at = new Date(now().getTime() + challengeMs)
  await db
    .insertInto('passkey_challenge')
    .values({ challenge_hash: fingerprint(challenge), purpose, user_id, expires_at })
    .execute()
  return challenge
}

/**
 * Takes the challenge that a key says it has signed: it serves once, whatever comes of it.
 * @param client_data `clientDataJSON`, as the browser sent it
 * @throws {AppError} `auth.passkey_expired`, also for what was drawn for another use or another person, which stays theirs
 */
export async function takeChallenge({ db, now }: Context, client_data: string, { purpose, user_id }: Use): Promise<string> {
  const challenge = readChallengeOf(client_data)
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', fingerprint(challenge))
    .where('purpose', '=', purpose)
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .where('expires_at', '>', now().toISOString())
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('auth.passkey_expired')
  return challenge
}

function readChallengeOf(client_data: string): string {
  try {
    return String((JSON.parse(Buffer.from(client_data, 'base64url').toString('utf8')) as { challenge?: unknown }).challenge)
  } catch {
    return ''
  }
}
