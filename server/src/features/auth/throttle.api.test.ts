import { routes } from '@parvis/contract'
import { beforeEach, expect, test } from 'vitest'
import { unavailable } from '../../platform/db/errors.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { openTestApp } from '../../testing/open-test-app.ts'
import { whileHashingIsFull } from './concurrency-limits.fixture.ts'
import { attempt } from './throttle.ts'

const app = openTestApp()
beforeEach(() => app.db.deleteFrom('throttle').execute())
const hour = 3_600_000

test('a clock that was ahead for a while, and is set right, keeps nobody out until its hour', async () => {
  const [user, hasty] = [await app.createUser(), await app.createUser()]
  const logIn = (username: string, password: string) => app.call(routes.auth.login, { ip: '198.51.100.30', body: { username, password } })
  app.travel(2 * hour)
  expect((await logIn(user.username, user.password)).status).toBe(200)
  for (let failure = 0; failure < 10; failure += 1) await logIn(hasty.username, 'mauvais')
  expect((await logIn(hasty.username, hasty.password)).error.code).toBe('auth.locked')
  app.travel(-2 * hour)
  // The whole town hall shares this network address.
  expect((await logIn(user.username, user.password)).status).toBe(200)
  expect((await logIn(hasty.username, hasty.password)).status).toBe(200)
})

test('what there was no room to check is no failure, of a name nor of an address', async () => {
  const user = await app.createUser()
  const logIn = () => app.call(routes.auth.login, { ip: '198.51.100.31', body: { username: user.username, password: user.password } })
  await whileHashingIsFull(app.context, async () => {
    for (let refusal = 0; refusal < 160; refusal += 1) expect((await logIn()).error.code).toBe('auth.too_many')
  })
  expect((await logIn()).status).toBe(200)
})

test('nor is what breaks while it is checked; a refusal is', async () => {
  const fail = (broken: Error) => attempt(app.context, 'essai', () => Promise.reject(broken), 'essais').catch(() => {})
  const counts = async () => (await app.db.selectFrom('throttle').select('count').where('key', 'in', ['essai', 'essais']).execute()).map(({ count }) => count)
  for (const error of [unavailable(), new AppError('server.unavailable'), new Error('hors service')]) await fail(error)
  expect(await counts()).toEqual([0, 0])
  await fail(new AppError('auth.passkey_copied'))
  expect(await counts()).toEqual([1, 1])
})
