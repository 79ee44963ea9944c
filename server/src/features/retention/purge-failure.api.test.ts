import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anotherApp } from '../../testing/open-test-app.ts'
import { purgeWhenDue } from './purge.ts'

// A rule that cannot be applied to the end: what the others take, what is kept of it, and when it is tried again.

const hourMs = 3_600_000

test('PRV-08 a kind that fails holds no other back, leaves a proof of what had gone, and is tried again the same day', async () => {
  const app = await anotherApp()
  const proofs = async (since: Date) => {
    const rows = await app.db.selectFrom('purge_proof').where('ran_at', '>=', since.toISOString()).select(['kind', 'removed']).execute()
    return Object.fromEntries(rows.map(({ kind, removed }) => [kind, removed]))
  }
  const { id: owner_id } = await app.createUser()
  const counts = { model: '', prompt_tokens: 1, completion_tokens: 1, estimated_tokens: 0, replies: 1, uncounted: 0 }
  await app.db
    .insertInto('usage_entry')
    .values({ ...counts, user_id: owner_id, day: app.now().toISOString() })
    .execute()
  // One batch, then one that the database refuses to lose.
  await sql`insert into conversation (owner_id, title, updated_at) select ${owner_id}, 'ancienne', ${new Date(0)} from generate_series(1, 500)`.execute(app.db)
  await app.db
    .insertInto('conversation')
    .values({ owner_id, title: 'tenace', updated_at: new Date(1_000) })
    .execute()
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(app.db)
  await sql`create trigger refusal before delete on conversation for each row when (old.title = 'tenace') execute function refuse()`.execute(app.db)
  app.travel(800 * 24 * hourMs)

  const begun = app.now()
  await expect(purgeWhenDue(app.context)).rejects.toThrow('refused')
  expect(await proofs(begun)).toEqual({ conversations: 500, journal: 1 })
  const left = app.db.selectFrom('conversation').select('title')
  expect(await left.execute()).toEqual([{ title: 'tenace' }])

  await sql`drop trigger refusal on conversation`.execute(app.db)
  // Another process may still be at it.
  app.travel(hourMs)
  await purgeWhenDue(app.context)
  expect(await left.execute()).toHaveLength(1)
  app.travel(hourMs)
  const again = app.now()
  await purgeWhenDue(app.context)
  expect(await left.execute()).toEqual([])
  expect(await proofs(again)).toEqual({ conversations: 1 })

  // Done, it is done for the day.
  await app.db
    .insertInto('conversation')
    .values({ owner_id, title: 'autre', updated_at: new Date(0) })
    .execute()
  app.travel(20 * hourMs)
  await purgeWhenDue(app.context)
  expect(await left.execute()).toHaveLength(1)
})
