import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '../../platform/log.ts'
import { createOutbox } from '../../platform/mail/outbox.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { fill } from './rights.fixture.ts'

const { rights, users, auth, conversations } = routes

let app: TestApp
let admin: TestUser
let outbox: string
beforeAll(async () => {
  outbox = await mkdtemp(path.join(tmpdir(), 'parvis-outbox-'))
  app = await createTestApp({ mailer: createOutbox(outbox, 'Parvis <parvis@localhost>', silentLog) })
  admin = await app.createUser({ username: 'zoe.admin', is_admin: true })
})
afterAll(async () => {
  await app?.close()
  await rm(outbox, { recursive: true, force: true })
})

const leave = (user: TestUser, shared_documents: 'keep' | 'delete' = 'keep', password = user.password) =>
  app.call(rights.deleteOwnAccount, { token: user.token, body: { password, shared_documents } })

/** Lists the tables that contain a word in any column. */
async function tablesWith(word: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(app.db)
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: hits } = await sql`select 1 from ${sql.table(name)} t where position(${word} in t::text) > 0 limit 1`.execute(app.db)
    if (hits.length > 0) found.push(name)
  }
  return found
}
const blobPath = (blob: string) => path.join(app.context.config.dataDir, 'fichiers', blob.slice(0, 2), blob)
const blobsOf = async (id: string) =>
  (
    await app.db
      .selectFrom('document')
      .where((where) => where.or([where('owner_id', '=', id), where('uploader_id', '=', id)]))
      .select(['blob_id', 'owner_id'])
      .execute()
  ).map(({ blob_id, owner_id }) => ({ file: blobPath(blob_id!), isShared: owner_id === null }))

describe('PRV-06 a person deletes their own account', () => {
  test('not signed in, a wrong password, a wrong choice: nothing goes', async () => {
    const ana = await app.createUser()
    expect((await app.call(rights.deleteOwnAccount, { body: { password: 'x', shared_documents: 'keep' } })).status).toBe(401)
    const wrong = await leave(ana, 'keep', 'pas-le-bon')
    expect([wrong.status, wrong.error.code, wrong.error.fields]).toEqual([400, 'auth.current_password', { password: 'Le mot de passe actuel est incorrect' }])
    expect((await leave(ana, 'autre' as never)).status).toBe(422)
    expect((await app.call(auth.me, { token: ana.token })).status).toBe(200)
  })

  test('says first what would go, in the numbers that the person knows', async () => {
    const ana = await app.createUser()
    await fill(app, ana, 'pervenche')
    // An empty conversation, hidden instructions, and a superseded version.
    const { body: left } = await app.call(conversations.findOrCreate, { token: ana.token, body: {} })
    const { id } = await app.db.selectFrom('conversation').where('owner_id', '=', ana.id).where('started', '=', true).select('id').executeTakeFirstOrThrow()
    const unseen = { role: 'assistant' as const, content: 'Autrement', superseded_at: app.now() }
    for (const message of [{ role: 'system' as const, content: 'Consigne' }, unseen])
      await app.db
        .insertInto('message')
        .values({ conversation_id: id, ...message })
        .execute()
    await app.db.insertInto('message').values({ conversation_id: left.id, role: 'assistant', content: 'Bonjour' }).execute()
    expect((await app.call(conversations.stats, { token: ana.token })).body).toMatchObject({ total_conversations: 1, total_messages: 2 })
    expect((await app.call(rights.holdings, { token: ana.token })).body).toEqual({
      conversations: 1,
      messages: 2,
      projects: 1,
      written_documents: 1,
      personal_prompts: 1,
      own_assistants: 0,
      shared_assistants: 0,
      shared_projects: 0,
      inherited_projects: 0,
      private_documents: 2,
      shared_documents: 1,
      is_held: false,
      is_last_admin: false,
    })
    expect((await app.call(rights.holdings, { token: admin.token })).body.is_last_admin).toBe(true)
  })

  test('all of it goes at once: rows of every table, files, mails, sessions; nobody else loses anything', async () => {
    const ana = await app.createUser({ username: 'partante' })
    const bea = await app.createUser()
    const { shared } = await fill(app, ana, 'nigelle')
    await fill(app, bea, 'bleuet')
    await app.call(auth.login, { body: { username: ana.username, password: 'mauvais' } })
    await app.call(auth.forgotPassword, { body: { email: ana.email } })
    await expect.poll(async () => (await readdir(outbox)).filter((name) => name.includes(ana.email)).length).toBe(1)
    const [blobs, others] = [await blobsOf(ana.id), await blobsOf(bea.id)]
    expect((await leave(ana)).status).toBe(200)
    expect(await tablesWith(ana.id)).toEqual([])
    expect(await tablesWith(ana.email)).toEqual([])
    // The library document stays, without uploader.
    expect(await tablesWith('nigelle')).toEqual(expect.arrayContaining(['document']))
    expect(await app.db.selectFrom('document').where('id', '=', shared).select('uploader_id').executeTakeFirst()).toEqual({ uploader_id: null })
    expect(blobs.map(({ file, isShared }) => [isShared, existsSync(file)]).toSorted()).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ])
    expect(others.every(({ file }) => existsSync(file))).toBe(true)
    expect((await readdir(outbox)).filter((name) => name.includes(ana.email))).toEqual([])
    expect((await app.call(auth.me, { token: ana.token })).status).toBe(401)
    expect((await app.call(auth.refresh, { token: ana.refresh })).status).toBe(401)
    expect((await app.call(rights.holdings, { token: bea.token })).body).toMatchObject({ conversations: 1, private_documents: 2, shared_documents: 1 })
    const traces = app.logs.filter((line) => line.includes('rights.delete_account') && line.includes(ana.id))
    expect([traces.length > 0, traces.some((line) => line.includes(ana.email))]).toEqual([true, false])
  })

  test('shared documents go too when the person says so', async () => {
    const ana = await app.createUser()
    const { shared } = await fill(app, ana, 'gentiane')
    const blobs = await blobsOf(ana.id)
    expect((await leave(ana, 'delete')).status).toBe(200)
    expect(blobs.some(({ file }) => existsSync(file))).toBe(false)
    expect(await app.db.selectFrom('document').where('id', '=', shared).selectAll().execute()).toEqual([])
    expect(await tablesWith('gentiane')).toEqual([])
  })

  test('the last administrator, and whoever is held, stay', async () => {
    expect((await leave(admin)).error.code).toBe('users.last_admin')
    const ana = await app.createUser()
    const { id } = (await app.call(routes.retention.hold, { token: admin.token, body: { user_id: ana.id, reason: 'Contentieux 2026-14' } })).body
    expect((await leave(ana)).error.code).toBe('users.held')
    expect((await app.call(users.remove, { token: admin.token, params: { id: ana.id } })).error.code).toBe('users.held')
    await app.call(routes.retention.release, { token: admin.token, params: { id } })
    expect((await leave(ana)).status).toBe(200)
  })
})

describe('PRV-06 an administrator deletes an account', () => {
  const remove = (id: string, query: object) => app.call(users.remove, { token: admin.token, params: { id }, query: query as never })

  test('and chooses: shared documents to somebody, to oneself, or gone; without a word they stay, without a name', async () => {
    const heir = await app.createUser()
    const [one, two, three] = [await app.createUser(), await app.createUser(), await app.createUser()]
    const [toHeir, toAdmin, gone] = [await fill(app, one, 'iris'), await fill(app, two, 'lilas'), await fill(app, three, 'muguet')]
    expect((await app.call(rights.userHoldings, { token: admin.token, params: { id: one.id } })).body.shared_documents).toBe(1)
    expect((await remove(one.id, { transfer_to: heir.id })).status).toBe(200)
    expect((await remove(two.id, { shared_documents: 'transfer' })).error.code).toBe('users.transfer_needed')
    expect((await app.call(rights.holdings, { token: two.token })).body).toMatchObject({ conversations: 1, shared_documents: 1 })
    expect((await remove(two.id, { transfer_to: admin.id })).status).toBe(200)
    const four = await app.createUser()
    const { shared } = await fill(app, four, 'pivoine')
    expect((await remove(four.id, {})).status).toBe(200)
    expect(await app.db.selectFrom('document').where('id', '=', shared).select('uploader_id').execute()).toEqual([{ uploader_id: null }])
    expect((await remove(three.id, { shared_documents: 'delete' })).status).toBe(200)
    const owners = await app.db.selectFrom('document').where('id', 'in', [toHeir.shared, toAdmin.shared, gone.shared]).select(['id', 'uploader_id']).execute()
    expect(Object.fromEntries(owners.map(({ id, uploader_id }) => [id, uploader_id]))).toEqual({ [toHeir.shared]: heir.id, [toAdmin.shared]: admin.id })
  })

  test('to nobody, to an inactive person, to themselves: refused, and nothing has gone', async () => {
    const ana = await app.createUser()
    await fill(app, ana, 'sauge')
    const inactive = await app.createUser({ is_active: false })
    expect((await remove(ana.id, { transfer_to: inactive.id })).error.code).toBe('users.transfer_unknown')
    expect((await remove(ana.id, { transfer_to: '00000000-0000-4000-8000-000000000000' })).error.code).toBe('users.transfer_unknown')
    expect((await remove(ana.id, { transfer_to: ana.id })).error.code).toBe('users.transfer_unknown')
    expect((await remove(ana.id, { transfer_to: 'x' })).status).toBe(422)
    expect((await app.call(rights.holdings, { token: ana.token })).body).toMatchObject({ conversations: 1, private_documents: 2, shared_documents: 1 })
  })
})
