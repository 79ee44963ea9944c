import type { CurrentUser } from '@parvis/contract'
import type { Context } from '../../context.ts'
import { toCurrentUser } from './current-user.ts'
import { describeDevice } from './sessions/describe-device.ts'
import { issueDevice } from './sessions/known-device.ts'
import { openSession, type Opener, type Tokens } from './sessions/sessions.ts'

/** Where a sign-in comes from; `device` is what the browser kept of an earlier one, undefined when it keeps nothing. */
export type From = { ip: string; user_agent: string; device: string | undefined }
export type SignedIn = Tokens & { user: CurrentUser; device?: string }

/** Opens the session of who has shown who they are, and notes when. Null when what they showed is no longer good. */
export async function enter(context: Context, user: CurrentUser, by: Opener, { ip, user_agent, device }: From): Promise<SignedIn | null> {
  const now = context.now()
  const tokens = await openSession(context, user.id, by, { device: describeDevice(user_agent), ip })
  if (tokens === null) return null
  await context.db
    .updateTable('app_user')
    .set((eb) => ({ previous_login: eb.ref('last_login'), last_login: now }))
    .where('id', '=', user.id)
    .execute()
  const known = device === undefined ? {} : { device: issueDevice(context, user.id) }
  const seen = { ...user, previous_login: user.last_login, last_login: now.toISOString() }
  return { ...tokens, ...known, user: toCurrentUser(seen, user.must_set_second_factor) }
}
