import type { Answer, Body, routes } from '@parvis/contract'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import { fingerprint } from '../account-keys.ts'
import { currentUserColumns, toCurrentUser } from '../current-user.ts'
import { describeDevice } from '../sessions/describe-device.ts'
import { issueDevice } from '../sessions/known-device.ts'
import { openSession } from '../sessions/sessions.ts'
import { admit } from './admit.ts'
import type { Arrival } from './arrival.ts'
import { receiveArrival } from './finish.ts'
import { offerLink, proveLink } from './link.ts'
import { seal } from '../seal.ts'

type Finished = Answer<typeof routes.elsewhere.finish>
type Welcomed = Answer<typeof routes.elsewhere.link>
type From = { ip: string; user_agent: string; device: string | undefined }
type Person = { arrival: Arrival; user_id: string; identity_id: string; return_path: string }

/**
 * Opens a session for who comes back from a provider, or offers to join the identity to the account that has its address.
 * @throws {AppError} what `receiveArrival` and `admit` throw; `auth.inactive`, `auth.awaiting_validation`
 */
export async function finishElsewhere(context: Context, back: Body<typeof routes.elsewhere.finish>, from: From): Promise<Finished> {
  const { arrival, return_path } = await receiveArrival(context, back)
  const admitted = await admit(context, arrival)
  if (!('link' in admitted)) return welcome(context, { arrival, return_path, ...admitted }, from)
  return { link: await offerLink(context, arrival, { ...admitted.link, browser_secret_hash: fingerprint(back.browser_secret), return_path }) }
}

/** @throws {AppError} what `proveLink` throws; `auth.inactive`, `auth.awaiting_validation` */
export async function linkElsewhere(context: Context, proof: Body<typeof routes.elsewhere.link>, from: From): Promise<Welcomed> {
  return welcome(context, await proveLink(context, proof), from)
}

async function welcome(context: Context, { arrival, user_id, identity_id, return_path }: Person, { ip, user_agent, device }: From): Promise<Welcomed> {
  const { db } = context
  const user = await db
    .selectFrom('app_user')
    .select([...currentUserColumns, 'app_user.awaiting_validation'])
    .where('id', '=', user_id)
    .executeTakeFirst()
  if (user === undefined) throw new AppError('auth.arrival_expired')
  if (!user.is_active) throw new AppError(user.awaiting_validation ? 'auth.awaiting_validation' : 'auth.inactive')
  const { provider, session, id_token } = arrival
  const by = { identity_id, provider, provider_session: session, id_token: seal(context.secret, id_token) }
  const now = context.now()
  const tokens = await openSession(context, user_id, by, { device: describeDevice(user_agent), ip })
  if (tokens === null) throw new AppError('auth.inactive')
  await db
    .updateTable('app_user')
    .set((eb) => ({ previous_login: eb.ref('last_login'), last_login: now, invited_at: null }))
    .where('id', '=', user_id)
    .execute()
  const known = device === undefined ? {} : { device: issueDevice(context, user_id) }
  const seen = { ...user, previous_login: user.last_login, last_login: now.toISOString(), must_change_password: false }
  return { ...tokens, ...known, user: toCurrentUser(seen), return_path }
}
