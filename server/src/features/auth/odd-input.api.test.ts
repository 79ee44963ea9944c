import { routes, type Route } from '@parvis/contract'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

const app = openTestApp()
let admin: TestUser
beforeAll(async () => {
  admin = await app.createUser({ is_admin: true })
})

// Without the call that would end the session of the test.
const accountRoutes: Route[] = [...Object.values(routes.auth), ...Object.values(routes.users), ...Object.values(routes.profile)].filter(
  (route: Route) => route !== routes.auth.logout,
)

const value = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', '\0', '\ud800', '%', "'; drop table app_user; --", 1e308, -0),
)
const names = [
  'username',
  'email',
  'password',
  'token',
  'rotation',
  'current_password',
  'new_password',
  'is_admin',
  'first_name',
  'type_collectivite',
  '__proto__',
  'constructor',
]
const body = fc.oneof(value, fc.dictionary(fc.constantFrom(...names), value))

test('NET-05 no input of the account calls gives an error of the server', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...accountRoutes), body, fc.string({ minLength: 1, maxLength: 40 }), async (route, sent, id) => {
      const answer = await app.call(route, { token: admin.token, params: { id }, ...(route.method !== 'GET' && { body: sent as never }) })
      expect(answer.status, answer.text).toBeLessThan(500)
      if (answer.status >= 400)
        expect(answer.error).toEqual({ ...answer.error, error: expect.any(String), code: expect.any(String), request_id: expect.any(String) })
    }),
    { numRuns: 600, seed: 20261121 },
  )
})
