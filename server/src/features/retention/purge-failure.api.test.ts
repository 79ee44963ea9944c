import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { writeAuditEvent } from '../../audit/write-audit-event.ts'
import { anotherApp } from '../../testing/open-test-app.ts'
import { purgeWhenDue } from './purge.ts'

// A rule that fails midway: the other rules, the proof, and the time of the retry.

const hourMs = 3_600_000

/** Opens an application with a trigger function that refuses deletions. */
async function openApp() {
  const app = await anotherApp()
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(app.db)
  return app
}
type App = Awaited<ReturnType<typeof openApp>>

const use = (app: App, user_id: string) => {
  const counts = { model: '', prompt_tokens: 1, completion_tokens: 1, estimated_tokens: 0, replies: 1, uncounted: 0 }
  const entry = { ...counts, user_id, day: app.now().toISOString() }
  return app.db.insertInto('usage_entry').values(entry).execute()
}

test('PRV-08 a kind that fails holds no other back, leaves a proof of what had gone, and is tried again the same day', async () => {
  const app = await openApp()
  const proofs = async (since: Date) => {
    const rows = await app.db.selectFrom('purge_proof').where('ran_at', '>=', since.toISOString()).select(['kind', 'removed']).execute()
    return Object.fromEntries(rows.map(({ kind, removed }) => [kind, removed]))
  }
  const { id: owner_id } = await app.createUser()
  await use(app, owner_id)
  // One batch, then one that the database refuses to delete.
  await sql`insert into conversation (owner_id, title, updated_at) select ${owner_id}, 'ancienne', ${new Date(0)} from generate_series(1, 500)`.execute(app.db)
  await app.db
    .insertInto('conversation')
    .values({ owner_id, title: 'tenace', updated_at: new Date(1_000) })
    .execute()
  await sql`create trigger refusal before delete on conversation for each row when (old.title = 'tenace') execute function refuse()`.execute(app.db)
  app.travel(800 * 24 * hourMs)

  const begun = app.now()
  await expect(purgeWhenDue(app.context)).rejects.toThrow('refused')
  expect(await proofs(begun)).toEqual({ conversations: 500, journal: 1 })
  const left = app.db.selectFrom('conversation').select('title')
  expect(await left.execute()).toEqual([{ title: 'tenace' }])

  await sql`drop trigger refusal on conversation`.execute(app.db)
  // Another process may still be running it.
  app.travel(hourMs)
  await purgeWhenDue(app.context)
  expect(await left.execute()).toHaveLength(1)
  app.travel(hourMs)
  const again = app.now()
  await purgeWhenDue(app.context)
  expect(await left.execute()).toEqual([])
  expect(await proofs(again)).toEqual({ conversations: 1 })

  // Once completed, it is done for the day.
  await app.db
    .insertInto('conversation')
    .values({ owner_id, title: 'autre', updated_at: new Date(0) })
    .execute()
  app.travel(20 * hourMs)
  await purgeWhenDue(app.context)
  expect(await left.execute()).toHaveLength(1)
})

test('PRV-08 one that goes on failing tells once what holds keep, and what the journal lost before it failed', async () => {
  const app = await openApp()
  const { id: owner_id } = await app.createUser()
  const { id: held } = await app.createUser()
  await use(app, owner_id)
  await writeAuditEvent(app.db, app.now(), { act: 'operator.backup', outcome: 'done' })
  await app.db.insertInto('conversation').values({ owner_id: held, title: 'retenue' }).execute()
  await app.db.insertInto('legal_hold').values({ user_id: held, reason: 'Contentieux' }).execute()
  await sql`create trigger refusal before delete on audit_event for each statement execute function refuse()`.execute(app.db)
  app.travel(800 * 24 * hourMs)
  const told = async () => [
    await app.db.selectFrom('purge_proof').select(['kind', 'removed', 'held']).orderBy('kind').execute(),
    await app.db.selectFrom('audit_event').select('target_name').where('act', '=', 'retention.purge').orderBy('target_name').execute(),
  ]
  const proofs = [
    { kind: 'conversations', removed: 0, held: 1 },
    { kind: 'journal', removed: 1, held: 0 },
  ]
  const once = [proofs, proofs.map(({ kind }) => ({ target_name: kind }))]
  await expect(purgeWhenDue(app.context)).rejects.toThrow('refused')
  expect(await told()).toEqual(once)
  app.travel(2 * hourMs)
  await expect(purgeWhenDue(app.context)).rejects.toThrow('refused')
  expect(await told()).toEqual(once)
})

test('PRV-08 one whose turn could not be kept is not done for the day', async () => {
  const app = await openApp()
  const { id: owner_id } = await app.createUser()
  await app.db.insertInto('conversation').values({ owner_id, title: 'ancienne' }).execute()
  app.travel(800 * 24 * hourMs)
  await sql`create trigger refusal before update on throttle for each row when (new.key = 'retention') execute function refuse()`.execute(app.db)
  await expect(purgeWhenDue(app.context)).rejects.toThrow('refused')
  await sql`drop trigger refusal on throttle`.execute(app.db)
  await purgeWhenDue(app.context)
  expect(await app.db.selectFrom('conversation').select('id').execute()).toEqual([])
})
