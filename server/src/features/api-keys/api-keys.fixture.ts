import { routes, type SentRouteBody } from '@parvis/contract'
import type { TestApp } from '../../testing/test-app.ts'
import { testPassword, type TestUser } from '../../testing/test-users.ts'

const dayMs = 86_400_000

type NewKey = SentRouteBody<typeof routes.apiKeys.create>

/** Returns the instant in so many days, by the clock of the application. */
export const inDays = (app: TestApp, days: number): string => new Date(app.now().getTime() + days * dayMs).toISOString()

/** Asks for a key with the person's password. */
export function askKey(app: TestApp, user: TestUser, fields: Partial<NewKey> = {}) {
  const body: NewKey = { name: 'Agenda', scopes: ['chat'], expires_at: inDays(app, 90), current_password: testPassword, ...fields }
  return app.call(routes.apiKeys.create, { token: user.token, body })
}

/** Creates a key. @returns it, with its value */
export async function newKey(app: TestApp, user: TestUser, fields: Partial<NewKey> = {}) {
  const { status, body, text } = await askKey(app, user, fields)
  if (status !== 201) throw new Error(`no key: ${status} ${text}`)
  return body
}

/** Calls `/v1` with a key. */
export async function callV1(app: TestApp, key: string | null, url: string, body?: object, ip = '127.0.0.1') {
  const answer = await app.http.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: `/v1${url}`,
    remoteAddress: ip,
    headers: { ...(key !== null && { authorization: `Bearer ${key}` }) },
    ...(body !== undefined && { payload: body }),
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json(), text: answer.body }
}
