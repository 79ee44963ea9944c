import { routes } from '@parvis/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { openSession } from '../auth/sessions/sessions.ts'

const { grants, retention, writtenDocuments } = routes
const dayMs = 86_400_000

let app: TestApp
let admin: TestUser
let ana: TestUser
let bruno: TestUser
beforeEach(async () => {
  app = await createTestApp()
  ;[admin, ana, bruno] = [await app.createUser({ is_admin: true }), await app.createUser(), await app.createUser()]
})
afterEach(() => app?.close())

/** Signs the person in again, as sessions expire when the clock advances. */
async function again(user: TestUser): Promise<string> {
  const { password_hash } = await app.db.selectFrom('app_user').where('id', '=', user.id).select('password_hash').executeTakeFirstOrThrow()
  return (await openSession(app.context, user.id, { password_hash: password_hash!, is_alone: true }))!.access_token
}
const travelDays = (days: number) => app.travel(days * dayMs)
const create = async (title: string, who = ana) =>
  (await app.call(writtenDocuments.create, { token: await again(who), body: { title, markdown: `Texte de ${title}` } })).body.id
const exists = async (id: string, who = ana) => (await app.call(writtenDocuments.get, { token: await again(who), params: { id } })).status === 200
const rule = async (days: number | null) => app.call(retention.update, { token: await again(admin), body: { written_documents: days } })
const forecast = async () =>
  (await app.call(retention.forecast, { token: await again(admin) })).body.forecasts.find(({ kind }) => kind === 'written_documents')!
const purge = async () => (await app.call(retention.purge, { token: await again(admin) })).body.proofs.find(({ kind }) => kind === 'written_documents')
const expiring = async (who = ana) => (await app.call(retention.expiringDocuments, { token: await again(who) })).body
const exempt = async (id: string, value: boolean, who = ana) =>
  app.call(retention.exemptDocument, { token: await again(who), params: { id }, body: { exempt: value } })

test('without a rule, no document is announced or deleted', async () => {
  const id = await create('Ancien')
  travelDays(4_000)
  expect(await expiring()).toEqual({ documents: [], total: 0 })
  expect(await purge()).toBeUndefined()
  expect(await exists(id)).toBe(true)
  expect((await rule(29)).status).toBe(422)
})

test('documents are announced 30 days before, and go with their versions; those that their owner keeps or changes stay', async () => {
  await rule(90)
  const [old, spared, changed] = [await create('Secret de capucine'), await create('Gardé'), await create('Modifié')]
  expect((await exempt(spared, true)).body.message).toBe('Document conservé')
  expect((await exempt(spared, true, bruno)).status).toBe(404)
  travelDays(59)
  expect(await expiring()).toEqual({ documents: [], total: 0 })
  travelDays(2)
  expect(await expiring()).toMatchObject({ total: 2, documents: [{ id: old, title: 'Secret de capucine' }, { id: changed }] })
  expect((await expiring(bruno)).total).toBe(0)
  await app.call(writtenDocuments.update, { token: await again(ana), params: { id: changed }, body: { title: 'Modifié hier' } })
  travelDays(30)
  expect(await forecast()).toMatchObject({ removed: 1, held: 0, acts_from: null })
  expect(await purge()).toMatchObject({ days: 90, removed: 1, held: 0 })
  expect([await exists(old), await exists(spared), await exists(changed)]).toEqual([false, true, true])
  expect(await app.db.selectFrom('written_document_version').where('document_id', '=', old).selectAll().execute()).toEqual([])
  expect(app.logs.join('\n')).not.toContain('capucine')
  await exempt(spared, false)
  expect(await purge()).toMatchObject({ removed: 1 })
})

test('a stricter rule waits for its notice; a colleague who reads a document neither keeps nor learns when it goes', async () => {
  const id = await create('Partagé')
  const shared = { grants: [{ subject: 'user' as const, id: bruno.id, level: 'edit' as const }] }
  await app.call(grants.set, { token: ana.token, params: { kind: 'written_document', id }, body: shared })
  expect((await exempt(id, true, bruno)).error.code).toBe('written_documents.not_owner')
  travelDays(400)
  await rule(90)
  expect((await forecast()).acts_from).not.toBeNull()
  expect(await purge()).toBeUndefined()
  expect([(await expiring()).total, (await expiring(bruno)).total]).toEqual([1, 0])
  travelDays(31)
  await purge()
  expect([await exists(id), await exists(id, bruno)]).toEqual([false, false])
})

test('a legal hold suspends the rule for one account, or for all, and gives a new notice once it is lifted', async () => {
  await rule(90)
  const [held, free] = [await create('Gelé'), await create('Libre', bruno)]
  const hold = (await app.call(retention.hold, { token: admin.token, body: { user_id: ana.id, reason: 'Contentieux' } })).body
  travelDays(200)
  expect((await expiring()).total).toBe(0)
  expect(await forecast()).toMatchObject({ removed: 1, held: 1 })
  expect(await purge()).toMatchObject({ removed: 1, held: 1 })
  expect([await exists(held), await exists(free, bruno)]).toEqual([true, false])
  await app.call(retention.release, { token: await again(admin), params: { id: hold.id } })
  expect(await purge()).toBeUndefined()
  expect((await expiring()).total).toBe(1)
  const all = (await app.call(retention.hold, { token: await again(admin), body: { user_id: null, reason: 'Enquête' } })).body
  travelDays(31)
  expect(await purge()).toMatchObject({ removed: 0, held: 1 })
  await app.call(retention.release, { token: await again(admin), params: { id: all.id } })
  travelDays(31)
  await purge()
  expect(await exists(held)).toBe(false)
})
