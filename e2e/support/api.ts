import { fillPath, routes, type Answer, type Params, type Query, type Route, type SentBody } from '@parvis/contract'
import type { Credentials } from './pages.ts'

type Input<R> = { params?: Params<R>; query?: Partial<Query<R>>; body?: SentBody<R> }

/** Asks the application as one person, without a browser: what a journey needs to find in place before it begins. */
export type Api = (<R extends Route>(route: R, input?: Input<R>) => Promise<Answer<R>>) & { readonly origin: string; readonly token: string }

/** Signs in by the interface. @throws when a call is refused, with the answer */
export async function apiAs(origin: string, credentials: Credentials): Promise<Api> {
  const token = await accessToken(origin, credentials)
  const api: Omit<Api, 'origin' | 'token'> = (route: Route, input = {}) => ask(origin, route, input, token)
  return Object.assign(api as Api, { origin, token })
}

/** Opens a session by the interface. @returns its access token, for calls that a journey makes by hand (streams) */
export async function accessToken(origin: string, credentials: Credentials): Promise<string> {
  return (await ask(origin, routes.auth.login, { body: credentials }, null)).access_token
}

/** As somebody does who signs in with a password that was given to them. */
export async function choosePassword(origin: string, given: Credentials, chosen: string): Promise<void> {
  await ask(origin, routes.auth.changePassword, { body: { current_password: given.password, new_password: chosen } }, await accessToken(origin, given))
}

/** What an administrator gives; it is to be changed at the first sign-in. */
export const givenPassword = 'Hortensia-provisoire-27'

/** What no other test has in a name, nor a former try of the same one: whatever is to be the only one of its name may be made in a second try. */
export const suffix = (): string => crypto.randomUUID().slice(0, 6)

/** Creates an active account, whose person has then chosen a password. @returns what signs it in */
export async function createAccount(admin: Api, username: string, fields: Partial<SentBody<typeof routes.users.create>> = {}): Promise<Credentials> {
  const password = 'Glycine-fontaine-93-lavoir'
  await admin(routes.users.create, { body: { username, email: `${username}@ville.example`, password: givenPassword, ...fields } })
  if (fields.is_active === false) return { username, password: givenPassword }
  await choosePassword(admin.origin, { username, password: givenPassword }, password)
  return { username, password }
}

/** A conversation with what is asked and answered in it, in turn. @returns its id */
export async function begun(api: Api, links: SentBody<typeof routes.conversations.findOrCreate>, ...texts: string[]): Promise<string> {
  const { id } = await api(routes.conversations.findOrCreate, { body: links })
  for (const [at, content] of texts.entries())
    await api(routes.conversations.addMessage, { params: { id }, body: { role: at % 2 === 0 ? 'user' : 'assistant', content } })
  return id
}

async function ask<R extends Route>(origin: string, route: R, { params, query, body }: Input<R>, token: string | null): Promise<Answer<R>> {
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
  const response = await fetch(`${origin}/api${fillPath(route.path, params as Record<string, string> | undefined)}${search}`, {
    method: route.method,
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...(token !== null && { Authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${route.method} ${route.path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer as Answer<R>
}
