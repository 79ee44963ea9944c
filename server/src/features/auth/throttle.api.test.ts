import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/open-test-app.ts'

const app = openTestApp()
const hour = 3_600_000

test('a clock that was ahead for a while, and is set right, keeps nobody out until its hour', async () => {
  const [user, hasty] = [await app.createUser(), await app.createUser()]
  const logIn = (username: string, password: string) => app.call(routes.auth.login, { ip: '198.51.100.30', body: { username, password } })
  app.travel(2 * hour)
  expect((await logIn(user.username, user.password)).status).toBe(200)
  for (let failure = 0; failure < 10; failure += 1) await logIn(hasty.username, 'mauvais')
  expect((await logIn(hasty.username, hasty.password)).error.code).toBe('auth.locked')
  app.travel(-2 * hour)
  // The whole town hall is behind this address.
  expect((await logIn(user.username, user.password)).status).toBe(200)
  expect((await logIn(hasty.username, hasty.password)).status).toBe(200)
})
