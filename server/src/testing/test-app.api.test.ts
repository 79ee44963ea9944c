import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { openTestApp } from './open-test-app.ts'
import { createTestApp } from './test-app.ts'

const app = openTestApp()

test('an injected call and a call on the socket give the same answer', async () => {
  const user = await app.createUser({ first_name: 'Claire' })
  const injected = await app.call(routes.auth.me, { token: user.token })
  expect(injected.status).toBe(200)
  expect(injected.body.first_name).toBe('Claire')
  const url = await app.listen()
  const fetched = await fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${user.token}` } })
  expect(await fetched.json()).toEqual(injected.body)
})

test('two applications on one base are two instances', async () => {
  const other = await createTestApp({ database: app.database })
  const user = await app.createUser()
  expect((await other.call(routes.auth.me, { token: user.token })).status).toBe(200)
  await other.close()
  expect((await app.call(routes.auth.me, { token: user.token })).status).toBe(200)
})

test('the clock travels', async () => {
  const user = await app.createUser()
  app.travel(17 * 60_000)
  expect((await app.call(routes.auth.me, { token: user.token })).error.code).toBe('auth.expired')
})
