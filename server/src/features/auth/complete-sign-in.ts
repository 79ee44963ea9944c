import type { CurrentUser } from '@parvis/contract'
import type { Context } from '../../context.ts'
import { toCurrentUser } from './current-user.ts'
import { describeDevice } from './sessions/session-origin.ts'
import { issueDevice } from './sessions/known-device.ts'
import { openSession, type SessionProof, type SessionTokens } from './sessions/sessions.ts'

/** Origin of a sign-in. `device`: known-device mark that the browser stores; undefined for a client that stores none. */
export type SignInOrigin = { ip: string; user_agent: string; device: string | undefined }
export type SignedIn = SessionTokens & { user: CurrentUser; device?: string }

/** Opens a session for a verified person and records the time of the sign-in. Null when the proof is no longer valid. */
export async function completeSignIn(
  context: Context,
  user: CurrentUser,
  by: SessionProof,
  { ip, user_agent, device }: SignInOrigin,
): Promise<SignedIn | null> {
  const now = context.now()
  const tokens = await openSession(context, user.id, by, { device: describeDevice(user_agent), ip })
  if (tokens === null) return null
  await context.db
    .updateTable('app_user')
    .set((eb) => ({ previous_login: eb.ref('last_login'), last_login: now }))
    .where('id', '=', user.id)
    .execute()
  const deviceMark = device === undefined ? {} : { device: issueDevice(context, user.id) }
  const seen = { ...user, previous_login: user.last_login, last_login: now.toISOString() }
  return { ...tokens, ...deviceMark, user: toCurrentUser(seen, user.must_set_second_factor) }
}
