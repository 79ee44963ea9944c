import { routes } from '@parvis/contract'
import { beforeEach, expect, test } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import { dayInParis } from '../../platform/paris.ts'

const { announcements } = routes
const day = 24 * 3_600_000

const app = openTestApp()
const { admin, agent } = people(app, { admin: { is_admin: true }, agent: {} })
beforeEach(() => app.db.deleteFrom('announcement').execute())

const publish = (body: object, token = admin.token) => app.call(announcements.publish, { body: body as never, token })
const current = async () => (await app.call(announcements.current, { token: agent.token })).body.announcement
const atSignIn = async () => (await app.call(announcements.atSignIn)).body.announcement

test('refuses whoever may not, and what cannot be shown', async () => {
  expect((await app.call(announcements.current)).status).toBe(401)
  expect((await publish({ text: 'Bonjour' }, agent.token)).status).toBe(403)
  expect((await app.call(announcements.remove, { token: agent.token })).status).toBe(403)
  for (const [body, field] of [
    [{ text: '  ' }, 'text'],
    [{ text: 'x'.repeat(501) }, 'text'],
    [{ text: 'Bonjour', tone: 'danger' }, 'tone'],
    [{ text: 'Bonjour', ends_on: 'demain' }, 'ends_on'],
    [{ text: 'Bonjour', ends_on: '2030-02-30' }, 'ends_on'],
    [{ text: 'Bonjour', ends_on: '2020-01-01' }, 'ends_on'],
  ] as const) {
    const { status, error } = await publish(body)
    expect([status, Object.keys(error.fields ?? {})]).toEqual([422, [field]])
  }
  expect(await current()).toBeNull()
})

test('one message at a time, another id at each publication, and nothing once it is taken away', async () => {
  const first = (await publish({ text: 'Maintenance <b>ce soir</b>', tone: 'attention' })).body
  expect(await current()).toEqual({ id: first.id, text: 'Maintenance <b>ce soir</b>', tone: 'attention', ends_on: null, on_sign_in: false })
  const second = (await publish({ text: 'Maintenance <b>ce soir</b>' })).body
  expect(second.id).not.toBe(first.id)
  expect(await current()).toMatchObject({ id: second.id, tone: 'info' })
  await Promise.all(Array.from({ length: 5 }, (_, index) => publish({ text: `Message ${index}` })))
  expect(await app.db.selectFrom('announcement').select('id').execute()).toHaveLength(1)
  expect((await app.call(announcements.remove, { token: admin.token })).status).toBe(200)
  expect(await current()).toBeNull()
  expect(app.logs.some((line) => line.includes('"audit":"announcement.publish"'))).toBe(true)
})

test('shows on the sign-in page only what is meant for it', async () => {
  await publish({ text: 'Pour les agents' })
  expect(await atSignIn()).toBeNull()
  await publish({ text: 'Pour tous', on_sign_in: true })
  expect((await atSignIn())?.text).toBe('Pour tous')
})

test('lasts until the end of its last day in Paris', async () => {
  const today = dayInParis(app.now())
  await publish({ text: 'Aujourd’hui', ends_on: today })
  expect((await current())?.ends_on).toBe(today)
  app.travel(day)
  const { token } = await app.createUser()
  expect((await app.call(announcements.current, { token })).body.announcement).toBeNull()
  app.travel(-day)
})
