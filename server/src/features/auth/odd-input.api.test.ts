import { routes, type Route } from '@parvis/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'

const app = openTestApp()
const { admin } = people(app, { admin: { is_admin: true } })

// Without the route that would end the test's session.
const { logout: _, ...signIn } = routes.auth
const accountRoutes: Route[] = [signIn, routes.users, routes.profile].flatMap((calls) => Object.values(calls) as Route[])

const value = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', '\0', '\ud800', '%', "'; drop table app_user; --", 1e308, -0),
)
const names = 'username email password token rotation current_password new_password is_admin first_name type_collectivite __proto__ constructor'.split(' ')
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
