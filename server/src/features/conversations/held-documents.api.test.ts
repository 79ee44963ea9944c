import { limits, routes } from '@parvis/contract'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withoutHolder } from '../../platform/db/migrations/2026-11-26-without-holder.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { testEngine } from '../../testing/databases/database.ts'
import { newCategory, openTestApp, people } from '../../testing/open-test-app.ts'

// A file uploaded with a conversation, project or assistant is deleted with the last one to which it is attached.

const app = openTestApp()
const { ana } = people(app, { ana: {} }, beforeEach)
let category_id: string
beforeAll(async () => void (category_id = await newCategory(app.db)))

async function file(): Promise<string> {
  const row = { blob_id: randomUUID(), size: 1, format: 'txt' as const, original_filename: 'note.txt', owner_id: ana.id, uploader_id: ana.id, attached: true }
  return (await app.db.insertInto('document').values(row).returning('id').executeTakeFirstOrThrow()).id
}
/** Creates a conversation with these documents, in order. */
async function conversation(...documents: string[]): Promise<string> {
  const { id } = await app.db.insertInto('conversation').values({ owner_id: ana.id, title: 'T', started: true }).returning('id').executeTakeFirstOrThrow()
  for (const document_id of documents) await tie(app.db, id, document_id)
  return id
}
async function project(document_id: string): Promise<string> {
  const { id } = await app.db.insertInto('project').values({ owner_id: ana.id, name: 'Quai' }).returning('id').executeTakeFirstOrThrow()
  await app.db.insertInto('project_document').values({ project_id: id, owner_id: ana.id, document_id }).execute()
  return id
}
async function assistant(...documents: string[]): Promise<string> {
  const values = { owner_id: ana.id, name: 'Voirie', description: 'Aide', prompt_content: 'Tu aides.', category_id }
  const { id } = await app.db.insertInto('assistant').values(values).returning('id').executeTakeFirstOrThrow()
  for (const document_id of documents) await app.db.insertInto('assistant_document').values({ assistant_id: id, owner_id: ana.id, document_id }).execute()
  return id
}
const tie = (db: Db, conversation_id: string, document_id: string) =>
  db.insertInto('conversation_document').values({ conversation_id, owner_id: ana.id, document_id, filename: 'note.txt' }).execute()
/** Detaches all documents. One statement at a time: the per-person counts are locked. */
const empty = (db: Db, place: 'conversation' | 'project' | 'assistant', id: string) =>
  sql`delete from ${sql.table(`${place}_document`)} where ${sql.ref(`${place}_id`)} = ${id}`.execute(db)
const isThere = async (id: string) => (await app.db.selectFrom('document').where('id', '=', id).select('id').execute()).length === 1
const heldBy = async (id: string) => (await app.db.selectFrom('conversation_document').where('conversation_id', '=', id).select('document_id').execute())[0]

it('goes with the last of a conversation, a project and an assistant, and what was loaded for oneself stays', async () => {
  const [one, own] = [await file(), await file()]
  await app.db.updateTable('document').set({ attached: false }).where('id', '=', own).execute()
  const [held, quai, voirie] = [await conversation(one, own), await project(one), await assistant(one, own)]
  await app.db.deleteFrom('conversation').where('id', '=', held).execute()
  expect([await isThere(one), await isThere(own)]).toEqual([true, true])
  await app.db.deleteFrom('assistant').where('id', '=', voirie).execute()
  expect([await isThere(one), await isThere(own)]).toEqual([true, true])
  await app.db.deleteFrom('project').where('id', '=', quai).execute()
  expect([await isThere(one), await isThere(own)]).toEqual([false, true])
})

it('stays with an assistant that the last conversation leaves, and goes when it is taken out of it', async () => {
  const one = await file()
  const [held, voirie] = [await conversation(one), await assistant(one)]
  await empty(app.db, 'conversation', held)
  expect(await isThere(one)).toBe(true)
  await empty(app.db, 'assistant', voirie)
  expect(await isThere(one)).toBe(false)
})

it('stays with its owner, whatever else holds it or not, when the assistant becomes somebody else’s or the organisation’s', async () => {
  const heir = await app.createUser()
  for (const owner_id of [heir.id, null]) {
    const one = await file()
    const voirie = await assistant(one)
    await app.db.updateTable('assistant').set({ owner_id }).where('id', '=', voirie).execute()
    const row = await app.db.selectFrom('document').where('id', '=', one).select(['owner_id', 'attached']).executeTakeFirst()
    expect([row, await app.db.selectFrom('assistant_document').where('assistant_id', '=', voirie).selectAll().execute()]).toEqual([
      { owner_id: ana.id, attached: false },
      [],
    ])
  }
})

it('what stayed without a holder until the update goes with it', async () => {
  const [lost, kept, own] = [await file(), await file(), await file()]
  await app.db.updateTable('document').set({ attached: false }).where('id', '=', own).execute()
  await conversation(kept)
  await sql.raw(withoutHolder.sql).execute(app.db)
  expect([await isThere(lost), await isThere(kept), await isThere(own)]).toEqual([false, true, true])
})

it('those that were deleted leave their names in a conversation, and take no place there', async () => {
  const id = await conversation()
  const gone = Array.from({ length: limits.files + 2 }, (_, nth) => ({
    conversation_id: id,
    owner_id: ana.id,
    document_id: null,
    filename: `ancienne ${nth}.txt`,
  }))
  await app.db.insertInto('conversation_document').values(gone).execute()
  const answer = await app.call(routes.conversations.addDocuments, { token: ana.token, params: { id }, body: { documents: [await file()] } })
  expect([answer.status, answer.body.documents?.length]).toEqual([201, limits.files + 1])
  // The latest names are kept, up to the maximum.
  expect(answer.body.documents![0]!.filename).toBe('ancienne 2.txt')
})

// An embedded database has one session, where nothing waits.
describe.runIf(testEngine() === 'postgres')('of two at the same instant', () => {
  const open = () => app.db.startTransaction().execute()
  /** Waits until `count` statements wait for a lock. */
  const waiting = async (count: number) => {
    const locks = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await locks.execute(app.db)).rows[0]!.n).toBe(count)
  }

  it('who let go of it, the last takes it away', async () => {
    const id = await file()
    const [held, quai] = [await conversation(id), await project(id)]
    const [one, other] = [await open(), await open()]
    await empty(one, 'conversation', held)
    const late = empty(other, 'project', quai)
    await waiting(1)
    await one.commit().execute()
    await late
    await other.commit().execute()
    expect(await isThere(id)).toBe(false)
  })

  it('who let go of it with an assistant, the last takes it away', async () => {
    const id = await file()
    const [voirie, quai] = [await assistant(id), await project(id)]
    const [one, other] = [await open(), await open()]
    await empty(one, 'assistant', voirie)
    const late = empty(other, 'project', quai)
    await waiting(1)
    await one.commit().execute()
    await late
    await other.commit().execute()
    expect(await isThere(id)).toBe(false)
  })

  it('one who hands an assistant over and one who lets go of its file: it stays', async () => {
    const [id, heir] = [await file(), await app.createUser()]
    const [voirie, quai] = [await assistant(id), await project(id)]
    const [one, other] = [await open(), await open()]
    await one.updateTable('assistant').set({ owner_id: heir.id }).where('id', '=', voirie).execute()
    const late = empty(other, 'project', quai)
    await waiting(1)
    await one.commit().execute()
    await late
    await other.commit().execute()
    expect(await isThere(id)).toBe(true)
  })

  it('one who lets go of it and one who is given it first: it stays', async () => {
    const id = await file()
    const [held, next] = [await conversation(id), await conversation()]
    const [one, other] = [await open(), await open()]
    await tie(one, next, id)
    const late = empty(other, 'conversation', held)
    await waiting(1)
    await one.commit().execute()
    await late
    await other.commit().execute()
    expect([await isThere(id), await heldBy(next)]).toEqual([true, { document_id: id }])
  })

  it('one who lets go of it first and one who is given it: it is gone, and they are told', async () => {
    const id = await file()
    const [held, next] = [await conversation(id), await conversation()]
    const one = await open()
    await empty(one, 'conversation', held)
    const late = tie(app.db, next, id)
    late.catch(() => {})
    await waiting(1)
    await one.commit().execute()
    await expect(late).rejects.toMatchObject({ code: '23503' })
    expect(await isThere(id)).toBe(false)
  })

  it('who let go of the same two, in another order: neither waits for the other for ever', async () => {
    const [a, b] = [await file(), await file()]
    const [one, other] = [await conversation(a, b), await conversation(b, a)]
    const both = await open()
    await sql`select 1 from document where id in (${a}, ${b}) for update`.execute(both)
    const gone = Promise.allSettled([empty(app.db, 'conversation', one), empty(app.db, 'conversation', other)])
    await waiting(2)
    await both.commit().execute()
    expect((await gone).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect([await isThere(a), await isThere(b)]).toEqual([false, false])
  })
})
