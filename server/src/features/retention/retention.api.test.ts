import { routes, type PurgeForecast } from '@parvis/contract'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../../platform/log.ts'
import { createOutbox } from '../../platform/mail/outbox.ts'
import { testEngine } from '../../testing/databases/database.ts'
import { newCategory } from '../../testing/open-test-app.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { recordAccountChange } from '../auth/account-changes.ts'
import { purgeExpiredAccess } from '../auth/accounts.ts'
import { openSession } from '../auth/sessions/sessions.ts'
import { converse } from '../rights/rights.fixture.ts'
import { purges } from './kinds.ts'
import { purgeWhenDue } from './purge.ts'

const { retention, conversations, rights, users } = routes
const dayMs = 86_400_000

let app: TestApp
let admin: TestUser
let ana: TestUser
let outbox: string
beforeEach(async () => {
  outbox = await mkdtemp(path.join(tmpdir(), 'parvis-outbox-'))
  app = await createTestApp({ mailer: createOutbox(outbox, 'Parvis <parvis@localhost>', silentLog, () => app.now()) })
  admin = await app.createUser({ is_admin: true })
  ana = await app.createUser()
})
afterEach(async () => {
  await app?.close()
  await rm(outbox, { recursive: true, force: true })
})

const counts = { model: '', prompt_tokens: 1, completion_tokens: 1, estimated_tokens: 0, replies: 1, uncounted: 0 }

const travelDays = (days: number) => app.travel(days * dayMs)
/** Signs the person in again, as sessions expire when the clock advances. */
async function again(user: TestUser): Promise<string> {
  const { password_hash } = await app.db.selectFrom('app_user').where('id', '=', user.id).select('password_hash').executeTakeFirstOrThrow()
  return (await openSession(app.context, user.id, { password_hash: password_hash!, is_alone: true }))!.access_token
}
const forecast = async (kind: PurgeForecast['kind']) =>
  (await app.call(retention.forecast, { token: await again(admin) })).body.forecasts.find((one) => one.kind === kind)!
const purge = async () => (await app.call(retention.purge, { token: await again(admin) })).body.proofs
const rule = async (body: object) => app.call(retention.update, { token: await again(admin), body })
const lastUsed = (id: string, updated_at: Date) => app.db.updateTable('conversation').set({ updated_at }).where('id', '=', id).execute()
const exists = async (id: string) => (await app.call(conversations.get, { token: await again(ana), params: { id } })).status === 200

test('is for administrators; a person sees and keeps only what is theirs', async () => {
  for (const token of [undefined, ana.token]) {
    const status = token === undefined ? 401 : 403
    expect((await app.call(retention.get, { token })).status).toBe(status)
    expect((await app.call(retention.purge, { token })).status).toBe(status)
    expect((await app.call(retention.hold, { token, body: { user_id: null, reason: 'x' } })).status).toBe(status)
  }
  const bea = await app.createUser()
  const theirs = await converse(app, bea, 'Bonjour')
  expect((await app.call(retention.keep, { token: ana.token, params: { id: theirs }, body: { kept: true } })).status).toBe(404)
})

test('durations have defaults and bounds; a refusal changes nothing', async () => {
  const days = async () => Object.fromEntries((await app.call(retention.get, { token: admin.token })).body.rules.map((one) => [one.kind, one.days]))
  const defaults = { conversations: 730, written_documents: null, accounts: 730, feedback: 365, mails: 30, journal: 365 }
  expect(await days()).toEqual(defaults)
  for (const body of [{ conversations: 29 }, { accounts: 10 }, { journal: null }, { mails: 400 }, { feedback: 1.5 }, { conversations: 365, journal: 90 }]) {
    expect((await rule(body)).status).toBe(422)
  }
  const refused = await rule({ journal: 90 })
  expect(refused.error).toMatchObject({ code: 'retention.out_of_bounds', fields: { journal: 'De 180 à 1\u202f095 jours' } })
  expect(await days()).toEqual(defaults)
  expect((await rule({ conversations: null, accounts: 365 })).body.rules.find(({ kind }) => kind === 'conversations')?.days).toBeNull()
  expect(await days()).toEqual({ ...defaults, conversations: null, accounts: 365 })
  expect((await app.call(routes.instance.info)).body.retention).toEqual({ ...defaults, conversations: null, accounts: 365 })
})

describe('PRV-08 conversations', () => {
  test('are announced 30 days before, go on the day with their messages, and leave a proof without content', async () => {
    const id = await converse(app, ana, 'Secret de capucine')
    travelDays(699)
    expect((await app.call(retention.expiring, { token: await again(ana) })).body).toEqual({ conversations: [], total: 0 })
    travelDays(2)
    const { conversations: announced, total } = (await app.call(retention.expiring, { token: await again(ana) })).body
    expect([total, announced[0]?.id]).toEqual([1, id])
    const left = Date.parse(announced[0]!.purge_at) - app.now().getTime()
    expect(left > 28 * dayMs && left <= 30 * dayMs).toBe(true)
    expect((await purge()).filter(({ kind }) => kind === 'conversations')).toEqual([])
    travelDays(30)
    expect(await forecast('conversations')).toMatchObject({ removed: 1, held: 0, acts_from: null })
    expect(await exists(id)).toBe(true)
    const proofs = await purge()
    expect(proofs.find(({ kind }) => kind === 'conversations')).toMatchObject({ days: 730, removed: 1, held: 0 })
    expect(await exists(id)).toBe(false)
    expect(await app.db.selectFrom('message').where('conversation_id', '=', id).selectAll().execute()).toEqual([])
    const kept = (await app.call(retention.get, { token: await again(admin) })).body.proofs
    expect(kept.some(({ kind, removed }) => kind === 'conversations' && removed === 1)).toBe(true)
    expect(JSON.stringify(kept) + app.logs.join('\n')).not.toContain('capucine')
  })

  test('that their owner keeps, or goes on with, stay', async () => {
    const [kept, resumed, lost] = [await converse(app, ana, 'Un'), await converse(app, ana, 'Deux'), await converse(app, ana, 'Trois')]
    await app.call(retention.keep, { token: ana.token, params: { id: kept }, body: { kept: true } })
    travelDays(720)
    await lastUsed(resumed, app.now())
    expect((await app.call(retention.expiring, { token: await again(ana) })).body.conversations.map(({ id }) => id)).toEqual([lost])
    travelDays(11)
    await purge()
    expect([await exists(kept), await exists(resumed), await exists(lost)]).toEqual([true, true, false])
  })

  test('one in which nothing was asked is announced to nobody, and opened again it is as new as another', async () => {
    const category_id = await newCategory(app.db)
    const assistant = { name: 'Rédacteur', description: 'Aide', prompt_content: 'Tu aides.', category_id }
    const assistant_id = (await app.call(routes.assistants.create, { token: admin.token, body: assistant })).body.id
    const open = async () => (await app.call(conversations.findOrCreate, { token: await again(ana), body: { assistant_id } })).body.id
    const id = await open()
    travelDays(720)
    expect((await app.call(retention.expiring, { token: await again(ana) })).body).toEqual({ conversations: [], total: 0 })
    expect(await open()).toBe(id)
    travelDays(11)
    await purge()
    expect(await exists(id)).toBe(true)
    travelDays(730)
    await purge()
    expect(await exists(id)).toBe(false)
  })

  // An embedded database has one session, where nobody waits.
  test.runIf(testEngine() === 'postgres')('one that its owner goes on with at the very instant of the purge stays', async () => {
    const id = await converse(app, ana, 'Ancienne')
    await lastUsed(id, new Date(0))
    const asking = await app.db.startTransaction().execute()
    await asking.updateTable('conversation').set({ updated_at: app.now() }).where('id', '=', id).execute()
    const before = new Date(app.now().getTime() - 730 * dayMs)
    const purged = purges.conversations(app.context, before, { shouldDelete: true, isHeld: false, since: before.toISOString() })
    // Gives the purge time to wait for the owner's change, which it must not do.
    await Promise.race([purged, wait(1_000)])
    await asking.commit().execute()
    expect((await purged).removed).toBe(0)
    expect(await exists(id)).toBe(true)
  })

  test('a stricter rule waits for its notice, even for what is already old', async () => {
    const id = await converse(app, ana, 'Ancienne')
    travelDays(400)
    await rule({ conversations: 90 })
    expect((await forecast('conversations')).acts_from).not.toBeNull()
    expect((await app.call(retention.expiring, { token: await again(ana) })).body.total).toBe(1)
    await purge()
    expect(await exists(id)).toBe(true)
    travelDays(31)
    await purge()
    expect(await exists(id)).toBe(false)
  })

  test('a legal hold suspends: of one account, of all, until it is lifted', async () => {
    const bea = await app.createUser()
    const [hers, theirs] = [await converse(app, ana, 'Gelée'), await converse(app, bea, 'Libre')]
    const { body: hold } = await app.call(retention.hold, { token: admin.token, body: { user_id: ana.id, reason: 'Contentieux' } })
    expect(hold).toMatchObject({ user_id: ana.id, username: ana.username, reason: 'Contentieux' })
    expect((await app.call(retention.hold, { token: admin.token, body: { user_id: ana.id, reason: 'Encore' } })).error.code).toBe('retention.already_held')
    travelDays(731)
    expect((await app.call(retention.expiring, { token: await again(ana) })).body.total).toBe(0)
    expect(await forecast('conversations')).toMatchObject({ removed: 1, held: 1 })
    const { body: all } = await app.call(retention.hold, { token: await again(admin), body: { user_id: null, reason: 'Enquête' } })
    // Also for a purge that had started before.
    const before = new Date(app.now().getTime() - 730 * dayMs)
    expect((await purges.conversations(app.context, before, { shouldDelete: true, isHeld: false, since: before.toISOString() })).removed).toBe(0)
    expect(await forecast('conversations')).toMatchObject({ removed: 0, held: 2 })
    expect((await purge()).find(({ kind }) => kind === 'conversations')).toMatchObject({ removed: 0, held: 2 })
    await app.call(retention.release, { token: await again(admin), params: { id: all.id } })
    travelDays(31)
    expect((await purge()).find(({ kind }) => kind === 'conversations')).toMatchObject({ removed: 1, held: 1 })
    expect([await exists(hers), await app.db.selectFrom('conversation').where('id', '=', theirs).selectAll().execute()]).toEqual([true, []])
    await app.call(retention.release, { token: await again(admin), params: { id: hold.id } })
    travelDays(31)
    await purge()
    expect(await exists(hers)).toBe(false)
  })

  test.each(['of one account', 'of all'])('what a hold %s kept is announced once it is lifted, and goes 30 days after', async (which) => {
    const bea = await app.createUser()
    const [hers, theirs] = [await converse(app, ana, 'Gelée'), await converse(app, bea, 'Libre')]
    const body = { user_id: which === 'of all' ? null : ana.id, reason: 'Contentieux' }
    const { body: hold } = await app.call(retention.hold, { token: admin.token, body })
    travelDays(731)
    expect((await app.call(retention.expiring, { token: await again(ana) })).body.total).toBe(0)
    await app.call(retention.release, { token: await again(admin), params: { id: hold.id } })
    await purge()
    const { conversations: announced } = (await app.call(retention.expiring, { token: await again(ana) })).body
    expect(announced.map(({ id }) => id)).toEqual([hers])
    expect(Math.round((Date.parse(announced[0]!.purge_at) - app.now().getTime()) / dayMs)).toBe(30)
    expect(await exists(hers)).toBe(true)
    // People not under legal hold were warned in time.
    const left = await app.db.selectFrom('conversation').where('id', '=', theirs).select('id').execute()
    expect(left).toHaveLength(which === 'of all' ? 1 : 0)
    travelDays(29)
    await purgeExpiredAccess(app.db, app.now())
    await purge()
    expect(await exists(hers)).toBe(true)
    travelDays(2)
    await purge()
    expect(await exists(hers)).toBe(false)
  })
})

test('PRV-08 a legal hold keeps what an account consumed and how it changed, until it is lifted; what is others’ goes', async () => {
  const bea = await app.createUser()
  for (const { id: user_id } of [ana, bea]) {
    const entry = { ...counts, user_id, day: app.now().toISOString() }
    await app.db.insertInto('usage_entry').values(entry).execute()
    await recordAccountChange(app.db, { user_id, change: 'password', author: 'self' }, app.now())
  }
  const left = async () => {
    await purge()
    await purgeExpiredAccess(app.db, app.now())
    const used = await app.db.selectFrom('usage_entry').select('user_id').execute()
    const changed = await app.db.selectFrom('account_change').select('user_id').execute()
    return [used, changed].map((rows) => rows.map(({ user_id }) => user_id))
  }
  const { body: hold } = await app.call(retention.hold, { token: admin.token, body: { user_id: ana.id, reason: 'Contentieux' } })
  travelDays(370)
  expect(await forecast('journal')).toMatchObject({ held: 1 })
  expect(await left()).toEqual([[ana.id], [ana.id]])
  const { body: all } = await app.call(retention.hold, { token: await again(admin), body: { user_id: null, reason: 'Enquête' } })
  await app.call(retention.release, { token: await again(admin), params: { id: hold.id } })
  expect(await left()).toEqual([[ana.id], [ana.id]])
  await app.call(retention.release, { token: await again(admin), params: { id: all.id } })
  expect(await left()).toEqual([[], []])
})

test('PRV-08 opinions, mails on disk and proofs go at their term', async () => {
  const id = await converse(app, ana, 'Une')
  await app.context.mailer.send({ to: 'ana@exemple.fr', subject: 'Lien', text: 'x' })
  await writeFile(path.join(outbox, 'autre.txt'), 'x')
  travelDays(29)
  expect(await forecast('mails')).toMatchObject({ removed: 0 })
  travelDays(2)
  expect(await forecast('mails')).toMatchObject({ removed: 1 })
  await purge()
  expect(await readdir(outbox)).toEqual(['autre.txt'])
  travelDays(340)
  expect(await forecast('feedback')).toMatchObject({ removed: 1 })
  await purge()
  const [, reply] = (await app.call(conversations.get, { token: await again(ana), params: { id } })).body.messages
  expect(reply?.feedback).toBeNull()
  const entry = { ...counts, user_id: ana.id, day: app.now().toISOString() }
  const earlier = { ...entry, user_id: null, team_id: ana.id, day: new Date(app.now().getTime() - 40 * dayMs).toISOString() }
  await app.db.insertInto('usage_entry').values(entry).execute()
  await app.db.insertInto('usage_entry').values(earlier).execute()
  const before = (await forecast('journal')).removed
  travelDays(370)
  expect((await forecast('journal')).removed).toBeGreaterThanOrEqual(before + 3)
  await purge()
  expect(await app.db.selectFrom('usage_entry').where('user_id', '=', ana.id).selectAll().execute()).toEqual([])
  expect(await app.db.selectFrom('usage_month').selectAll().execute()).toEqual([])
  const { proofs } = (await app.call(retention.get, { token: await again(admin) })).body
  expect(proofs.every(({ ran_at }) => app.now().getTime() - Date.parse(ran_at) < dayMs)).toBe(true)
})

test('the daily purge runs once a day, whoever asks', async () => {
  const id = await converse(app, ana, 'Une')
  await purgeWhenDue(app.context)
  travelDays(731)
  await purgeWhenDue(app.context)
  expect(await exists(id)).toBe(false)
  const second = await converse(app, { ...ana, token: await again(ana) }, 'Deux')
  await lastUsed(second, new Date(0))
  await purgeWhenDue(app.context)
  expect(await exists(second)).toBe(true)
  travelDays(1)
  await purgeWhenDue(app.context)
  expect(await exists(second)).toBe(false)
})

test('a deleted account takes its hold’s rows along, a deleted hold is missing', async () => {
  const { body } = await app.call(retention.hold, { token: admin.token, body: { user_id: ana.id, reason: 'Contentieux' } })
  expect((await app.call(retention.release, { token: admin.token, params: { id: body.id } })).status).toBe(200)
  expect((await app.call(retention.release, { token: admin.token, params: { id: body.id } })).status).toBe(404)
  expect((await app.call(rights.userHoldings, { token: admin.token, params: { id: ana.id } })).body.is_held).toBe(false)
  expect((await app.call(users.remove, { token: admin.token, params: { id: ana.id } })).status).toBe(200)
})
