import { routes } from '@parvis/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mail, Mailer } from '../../platform/mail/port.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { mailsSettled } from '../auth/concurrency-limits.ts'
import { openSession } from '../auth/sessions/sessions.ts'
import { converse } from '../rights/rights.fixture.ts'
import { purges } from './kinds.ts'

// PRV-08: inactive accounts.

const { retention } = routes
const dayMs = 86_400_000

let app: TestApp
let admin: TestUser
let ana: TestUser
let sent: Mail[]
let relay: Mailer
beforeEach(async () => {
  sent = []
  relay = { kind: 'smtp', send: async (mail) => void sent.push(mail), close: async () => {} }
  app = await createTestApp({ mailer: relay })
  admin = await app.createUser({ is_admin: true })
  ana = await app.createUser()
})
afterEach(() => app?.close())

const travelDays = (days: number) => app.travel(days * dayMs)
/** Signs the administrator in again, as sessions expire when the clock advances. */
async function again(): Promise<string> {
  const { password_hash } = await app.db.selectFrom('app_user').where('id', '=', admin.id).select('password_hash').executeTakeFirstOrThrow()
  return (await openSession(app.context, admin.id, { password_hash: password_hash!, is_alone: true }))!.access_token
}
const forecast = async () => (await app.call(retention.forecast, { token: await again() })).body.forecasts.find(({ kind }) => kind === 'accounts')!
/** Runs a purge and waits for its warnings to be sent. */
async function purge() {
  const { body } = await app.call(retention.purge, { token: await again() })
  await mailsSettled(app.context)
  return body.proofs
}
const rule = async (body: object) => app.call(retention.update, { token: await again(), body })
const mailsTo = (user: TestUser) => sent.filter(({ to }) => to === user.email).length
const left = async () => (await app.db.selectFrom('app_user').select('id').execute()).map(({ id }) => id).toSorted()

test('are warned by mail, then go 30 days after; who signs in stays; administrators stay', async () => {
  const bea = await app.createUser()
  await converse(app, ana, 'Une')
  travelDays(731)
  expect(await forecast()).toMatchObject({ removed: 0, warned: 2, needs_mail: false })
  await purge()
  expect([mailsTo(ana), mailsTo(bea), mailsTo(admin)]).toEqual([1, 1, 0])
  await purge()
  expect(mailsTo(ana)).toBe(1)
  travelDays(20)
  await app.db.updateTable('app_user').set({ last_login: app.now() }).where('id', '=', bea.id).execute()
  travelDays(11)
  expect(await forecast()).toMatchObject({ removed: 1, warned: 0 })
  await purge()
  expect(await left()).toEqual([admin.id, bea.id].toSorted())
})

test('who is deactivated is told that an administrator must activate the account before they sign in', async () => {
  const bea = await app.createUser()
  await app.db.updateTable('app_user').set({ is_active: false }).where('id', '=', bea.id).execute()
  travelDays(731)
  await purge()
  const told = [ana, bea].map((user) => sent.find(({ to }) => to === user.email)!.text)
  expect(told[0]).toContain('\nPour le garder, connectez-vous')
  expect(told[1]).toMatch(/désactivé\. Pour le garder, demandez à un administrateur de l’activer, puis connectez-vous/)
})

test('without a mail server nobody is warned and nobody goes; once there is one again, everybody is warned first', async () => {
  const toFiles: Mailer = { ...relay, kind: 'outbox' }
  travelDays(731)
  app.context.mailer = toFiles
  expect(await forecast()).toMatchObject({ removed: 0, held: 0, warned: 0, needs_mail: true })
  await purge()
  app.context.mailer = relay
  await purge()
  app.context.mailer = toFiles
  travelDays(31)
  expect((await purge()).filter(({ kind }) => kind === 'accounts')).toEqual([])
  expect([await left(), mailsTo(ana)]).toEqual([[admin.id, ana.id].toSorted(), 1])
  app.context.mailer = relay
  expect(await forecast()).toMatchObject({ removed: 0, warned: 1, needs_mail: false })
  await purge()
  expect(mailsTo(ana)).toBe(2)
  travelDays(31)
  await purge()
  expect(await left()).toEqual([admin.id])
})

test('go once where two purges begin together, each of which has its end', async () => {
  const gone = [ana, await app.createUser(), await app.createUser()]
  travelDays(731)
  await purge()
  travelDays(31)
  const token = await again()
  const answers = await Promise.all([1, 2].map(() => app.call(retention.purge, { token })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const removed = answers.flatMap(({ body }) => body.proofs).filter(({ kind }) => kind === 'accounts')
  expect(removed.reduce((sum, proof) => sum + proof.removed, 0)).toBe(gone.length)
})

test('a warning of before a hold, or of before the rule was put back, does not count: they are warned again', async () => {
  travelDays(731)
  await purge()
  const { body: hold } = await app.call(retention.hold, { token: await again(), body: { user_id: ana.id, reason: 'Contentieux' } })
  travelDays(40)
  await app.call(retention.release, { token: await again(), params: { id: hold.id } })
  expect(await forecast()).toMatchObject({ removed: 0, warned: 1 })
  await purge()
  await rule({ accounts: null })
  travelDays(400)
  await rule({ accounts: 730 })
  expect(await forecast()).toMatchObject({ removed: 0, warned: 1 })
  await purge()
  travelDays(31)
  expect(await forecast()).toMatchObject({ removed: 1, warned: 0 })
})

test('a warning of a shorter rule does not count under a longer one: they are warned again, thirty days before', async () => {
  await rule({ accounts: 365 })
  travelDays(366)
  await purge()
  await rule({ accounts: 730 })
  travelDays(365)
  expect(await forecast()).toMatchObject({ removed: 0, warned: 1 })
  await purge()
  expect([await left(), mailsTo(ana)]).toEqual([[admin.id, ana.id].toSorted(), 2])
  travelDays(31)
  await purge()
  expect(await left()).toEqual([admin.id])
})

test('are warned after the answer, once however often it is asked; who signs in, or is held, before their turn is not', async () => {
  const [bea, eve] = [await app.createUser(), await app.createUser()]
  travelDays(731)
  // A relay that does not answer yet.
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  app.context.mailer = { ...relay, send: (mail) => answered.then(() => relay.send(mail)) }
  const token = await again()
  for (let time = 0; time < 2; time += 1) expect((await app.call(retention.purge, { token })).status).toBe(200)
  expect(sent).toEqual([])
  // A person whose warning is being sent counts as warned.
  const [first, second, third] = [ana, bea, eve].toSorted((one, other) => (one.id < other.id ? -1 : 1)) as [TestUser, TestUser, TestUser]
  await app.db.updateTable('app_user').set({ last_login: app.now() }).where('id', '=', second.id).execute()
  await app.call(retention.hold, { token, body: { user_id: third.id, reason: 'Contentieux' } })
  answer()
  await mailsSettled(app.context)
  expect([first, second, third].map(mailsTo)).toEqual([1, 0, 0])
})

test('who came back since they were read stays', async () => {
  travelDays(731)
  await purge()
  travelDays(31)
  const before = new Date(app.now().getTime() - 730 * dayMs)
  const bea = await app.createUser()
  const idle = { last_login: new Date(0), inactivity_warned_at: new Date(app.now().getTime() - 31 * dayMs) }
  await app.db.updateTable('app_user').set(idle).where('id', '=', bea.id).execute()
  // The others sign in while the first account is being erased.
  const signIn = async () => void (await app.db.updateTable('app_user').set({ last_login: app.now() }).where('id', 'in', [ana.id, bea.id]).execute())
  const mailer: Mailer = { ...relay, storedMails: { purge: async () => ({ removed: 0, held: 0 }), deleteMailsTo: signIn } }
  const removing = purges.accounts({ ...app.context, mailer }, before, { shouldDelete: true, isHeld: false, since: new Date(0).toISOString() })
  expect((await removing).removed).toBe(1)
  expect(await app.db.selectFrom('app_user').select('id').where('id', 'in', [ana.id, bea.id]).execute()).toHaveLength(1)
})

test('that are held stay, and are not warned', async () => {
  await app.call(retention.hold, { token: admin.token, body: { user_id: ana.id, reason: 'Contentieux' } })
  travelDays(800)
  expect(await forecast()).toMatchObject({ removed: 0, held: 1, warned: 0 })
  await purge()
  expect(mailsTo(ana)).toBe(0)
})
