import { routes } from '@parvis/contract'
import { beforeEach, describe, expect, test } from 'vitest'
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

describe('somebody who saw another message, or none', () => {
  const refused = async (call: Promise<{ status: number; error: { code: string } }>) => {
    const { status, error } = await call
    expect([status, error.code]).toEqual([409, 'request.stale'])
  }
  const remove = (seen: string) => app.call(announcements.remove, { token: admin.token, query: { id: seen } })

  test('replaces nothing that they have not seen, and takes nothing of it away', async () => {
    const first = (await publish({ text: 'Premier', replaces: null })).body
    await refused(publish({ text: 'De qui ne voyait rien', replaces: null }))
    const second = (await publish({ text: 'Deuxième', replaces: first.id })).body
    await refused(publish({ text: 'De qui voyait le premier', replaces: first.id }))
    const late = await publish({ text: 'De qui voyait le premier', replaces: first.id })
    expect(late.error.changed).toMatchObject({ by: null, is_own: false, current: { id: second.id, text: 'Deuxième' } })
    await refused(remove(first.id))
    expect(await current()).toMatchObject({ text: 'Deuxième' })
    expect((await remove(second.id)).status).toBe(200)
    // Deleting twice is allowed.
    expect((await remove(second.id)).status).toBe(200)
  })

  test('does not bring back one that a colleague took away; one that is over gives way', async () => {
    const first = (await publish({ text: 'Premier' })).body
    await app.call(announcements.remove, { token: admin.token })
    await refused(publish({ text: 'Premier, corrigé', replaces: first.id }))
    expect(await current()).toBeNull()
    await publish({ text: 'Aujourd’hui', ends_on: dayInParis(app.now()) })
    app.travel(day)
    const { token } = await app.createUser({ is_admin: true })
    expect((await publish({ text: 'Demain', replaces: null }, token)).status).toBe(200)
    app.travel(-day)
  })

  test('of five that saw the same one, one only replaces it', async () => {
    const first = (await publish({ text: 'Premier' })).body
    const statuses = await Promise.all(Array.from({ length: 5 }, async (_, index) => (await publish({ text: `Suite ${index}`, replaces: first.id })).status))
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409])
  })
})
