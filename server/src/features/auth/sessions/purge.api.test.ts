import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/open-test-app.ts'
import { purgeExpiredAccess } from '../accounts.ts'
import { mailsSettled } from '../concurrency-limits.ts'

const app = openTestApp()

const counts = async () => {
  const rows = (['session', 'password_reset', 'throttle'] as const).map((table) =>
    app.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  )
  return (await Promise.all(rows)).map(({ count }) => count)
}

test('sessions, links and counters go once time has made them useless, not before', async () => {
  const user = await app.createUser()
  await app.call(routes.auth.login, { body: { username: user.username, password: 'mauvais' } })
  await app.call(routes.auth.forgotPassword, { body: { email: user.email } })
  await mailsSettled(app.context)
  const [sessions, links, counters] = await counts()
  expect([sessions, links, counters! >= 3]).toEqual([1, 1, true])
  await purgeExpiredAccess(app.db, app.now())
  expect(await counts()).toEqual([sessions, links, counters])
  app.travel(8 * 24 * 3_600_000)
  await purgeExpiredAccess(app.db, app.now())
  expect(await counts()).toEqual([0, 0, 0])
})
