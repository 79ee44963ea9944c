import { fillPath, routes, type RouteAnswer, type RouteParams, type RouteQuery, type Route, type SentRouteBody } from '@parvis/contract'
import type { Credentials } from './pages.ts'

type CallInput<R> = { params?: RouteParams<R>; query?: Partial<RouteQuery<R>>; body?: SentRouteBody<R> }

/** Calls the API as one person, without a browser: it prepares the data of a journey. */
export type ApiClient = (<R extends Route>(route: R, input?: CallInput<R>) => Promise<RouteAnswer<R>>) & { readonly origin: string; readonly token: string }

/** Signs in through the API. The returned function throws, with the answer, when a call is refused. */
export async function apiAs(origin: string, credentials: Credentials): Promise<ApiClient> {
  const token = await accessToken(origin, credentials)
  const api: Omit<ApiClient, 'origin' | 'token'> = (route: Route, input = {}) => callApi(origin, route, input, token)
  return Object.assign(api as ApiClient, { origin, token })
}

/**
 * Opens a session through the API.
 * @returns its access token, for calls that a test makes by hand (streams)
 */
export async function accessToken(origin: string, credentials: Credentials): Promise<string> {
  return (await callApi(origin, routes.auth.login, { body: credentials }, null)).access_token
}

/** Replaces a temporary password with the one that the person chooses. */
export async function choosePassword(origin: string, given: Credentials, chosen: string): Promise<void> {
  await callApi(origin, routes.auth.changePassword, { body: { current_password: given.password, new_password: chosen } }, await accessToken(origin, given))
}

/** Temporary password given by an administrator. The person must change it at the first sign-in. */
export const temporaryPassword = 'Hortensia-provisoire-27'

/** Random suffix for names that must be unique: no other test uses it, nor a previous attempt of the same test. */
export const uniqueSuffix = (): string => crypto.randomUUID().slice(0, 6)

/**
 * Creates an active account whose person has already chosen a password.
 * @returns the credentials
 */
export async function createAccount(admin: ApiClient, username: string, fields: Partial<SentRouteBody<typeof routes.users.create>> = {}): Promise<Credentials> {
  const password = 'Glycine-fontaine-93-lavoir'
  await admin(routes.users.create, { body: { username, email: `${username}@ville.example`, password: temporaryPassword, ...fields } })
  if (fields.is_active === false) return { username, password: temporaryPassword }
  await choosePassword(admin.origin, { username, password: temporaryPassword }, password)
  return { username, password }
}

/**
 * Creates a conversation with `texts` as its messages, from the user and the assistant in turn.
 * @returns its id
 */
export async function createConversation(api: ApiClient, links: SentRouteBody<typeof routes.conversations.findOrCreate>, ...texts: string[]): Promise<string> {
  const { id } = await api(routes.conversations.findOrCreate, { body: links })
  for (const [at, content] of texts.entries())
    await api(routes.conversations.addMessage, { params: { id }, body: { role: at % 2 === 0 ? 'user' : 'assistant', content } })
  return id
}

async function callApi<R extends Route>(origin: string, route: R, { params, query, body }: CallInput<R>, token: string | null): Promise<RouteAnswer<R>> {
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
  const response = await fetch(`${origin}/api${fillPath(route.path, params as Record<string, string> | undefined)}${search}`, {
    method: route.method,
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...(token !== null && { Authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${route.method} ${route.path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer as RouteAnswer<R>
}

/**
 * Waits until the library stops growing and each document is processed, demonstration documents included.
 * @throws after two minutes
 */
export async function waitUntilIndexed(api: ApiClient): Promise<void> {
  const end = Date.now() + 120_000
  let before = 0
  for (;;) {
    const { documents } = await api(routes.documents.list, { query: {} })
    const left = documents.filter(({ state }) => state !== 'indexe' && state !== 'echec').length
    if (left === 0 && before > 0 && documents.length === before) return
    if (Date.now() > end) throw new Error(`${left} of ${documents.length} documents were not read within two minutes`)
    before = documents.length
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}
