import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { silentLog } from '../../platform/log.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { migrations } from '../../platform/db/migrations/index.ts'
import { filledAtOnce } from '../../platform/db/migrations/2026-11-26-usage.ts'
import { whatWasUsed } from '../../platform/db/migrations/2026-11-26-what-was-used.ts'
import { countConsumption } from '../dashboard/consumption.ts'
import { createTestDatabase } from '../../testing/databases/database.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { newCategory, openTestApp, people } from '../../testing/open-test-app.ts'
import { queueFormerRepliesCount, countFormerReplies } from './former-replies.ts'

const app = openTestApp()
beforeEach(async () => {
  await sql`truncate message, conversation, usage_entry, usage_backlog, usage_backlog_gone, job cascade`.execute(app.db)
})
const { ana } = people(app, { ana: {} }, beforeEach)

type Message = { created_at?: Date; prompt_tokens?: number; completion_tokens?: number; content?: string; status?: 'complete' | 'en_cours' }

async function conversationOf(owner: TestUser, replies: readonly Message[], more: { assistant_id?: string; assistant_name?: string } = {}): Promise<string> {
  const conversation = { owner_id: owner.id, title: 'T', started: true, ...more }
  const { id } = await app.db.insertInto('conversation').values(conversation).returning('id').executeTakeFirstOrThrow()
  for (const reply of replies) {
    const running = reply.status === 'en_cours'
    const ended = running ? { writer_id: randomUUID() } : { status: 'complete', finish_reason: 'stop', model: 'grand' }
    const message = { conversation_id: id, role: 'assistant', content: '', ...ended, ...reply } as never
    await app.db.insertInto('message').values(message).execute()
  }
  return id
}
/** Puts the database in the state that follows the update. */
const update = () => sql`insert into usage_backlog (upto) select max(position) from message`.execute(app.db)
async function countAll(messages?: number): Promise<number> {
  for (let steps = 1; ; steps += 1) if ((await countFormerReplies(app.db, messages)) === 'done') return steps
}
const totals = async (user: TestUser) => {
  const { prompt_tokens, completion_tokens, replies, uncounted, is_counting } = (await app.call(routes.quotas.own, { token: user.token })).body
  return { prompt_tokens, completion_tokens, replies, uncounted, is_counting }
}

/** Durations of former replies, which were not measured. */
const untimed = { kind: 'reply', model_ms: 0, timed_replies: 0 }

it('the ledger takes in the replies that were there, those without a count for what they wrote, under the assistant that wrote them', async () => {
  const assistant = { name: 'Second', description: 'D', prompt_content: 'P', category_id: await newCategory(app.db, `Actes ${randomUUID()}`) }
  const { id: assistant_id } = await app.db.insertInto('assistant').values(assistant).returning('id').executeTakeFirstOrThrow()
  const conversation_id = await conversationOf(
    ana,
    [
      // A month of Paris begins before that of the server's clock.
      { created_at: new Date('2026-03-31T22:30:00Z'), prompt_tokens: 100, completion_tokens: 20 },
      { created_at: new Date('2026-04-02T10:00:00Z'), prompt_tokens: 7, completion_tokens: 3 },
      { created_at: new Date('2026-04-02T11:00:00Z'), content: 'x'.repeat(10) },
    ],
    { assistant_id, assistant_name: 'Second' },
  )
  // Another assistant answered first.
  const told = { after_position: 1, kind: 'assistant', former: 'Premier', name: 'Second', former_id: null } as const
  const change = { ...told, conversation_id, owner_id: ana.id, changed_at: new Date('2026-04-01T00:00:00Z') }
  await app.db.insertInto('conversation_change').values(change).execute()
  await update()
  expect(await countAll(1)).toBeGreaterThan(2)
  const rows = await app.db.selectFrom('usage_entry').where('user_id', '=', ana.id).orderBy('day').selectAll().execute()
  expect(rows.map(({ id: _, user_id: _of, team_id: _team, team_name: _name, ...row }) => row)).toEqual([
    { day: '2026-04-01', assistant_id: null, assistant_name: 'Premier', model: 'grand', ...counts(100, 20, 0), replies: 1, uncounted: 0, ...untimed },
    { day: '2026-04-02', assistant_id, assistant_name: 'Second', model: 'grand', ...counts(7, 6, 3), replies: 2, uncounted: 1, ...untimed },
  ])
  await expect(sql`update usage_entry set prompt_tokens = 0`.execute(app.db)).rejects.toThrow('never lowered')
})

it('each is counted once, however many count at once, whatever is deleted meanwhile, and those that begin later by their own end', async () => {
  const bob = await app.createUser()
  const reply = { prompt_tokens: 10, completion_tokens: 1 }
  const kept = await conversationOf(ana, [reply, reply, reply])
  const gone = await conversationOf(ana, [reply, reply])
  await conversationOf(bob, [reply, reply])
  await update()
  expect(await totals(ana)).toEqual({ prompt_tokens: 0, completion_tokens: 0, replies: 0, uncounted: 0, is_counting: true })
  expect((await app.call(routes.conversations.consumption, { token: ana.token })).body.is_counting).toBe(true)
  expect((await countConsumption(app.context, app.now(), 7)).is_counting).toBe(true)
  // Written after the update and counted when it ended: it must not be counted twice.
  await conversationOf(ana, [reply])
  expect(await countFormerReplies(app.db, 1)).toBe('more')
  await app.db.deleteFrom('conversation').where('id', '=', gone).execute()
  await app.db.deleteFrom('app_user').where('id', '=', bob.id).execute()
  const [first, second] = await Promise.all([countAll(1), countAll(1)])
  expect(first + second).toBeLessThanOrEqual(10)
  // Deleting a conversation already counted changes nothing.
  await app.db.deleteFrom('conversation').where('id', '=', kept).execute()
  expect(await totals(ana)).toEqual({ prompt_tokens: 50, completion_tokens: 5, replies: 5, uncounted: 0, is_counting: false })
  const everybody = await app.db
    .selectFrom('usage_entry')
    .select(sql<number>`sum(replies)::integer`.as('replies'))
    .executeTakeFirst()
  expect(everybody).toEqual({ replies: 7 })
  expect(await app.db.selectFrom('usage_backlog_gone').selectAll().execute()).toEqual([])
  expect(await countFormerReplies(app.db)).toBe('done')
})

it('waits for what the former version is still writing, is done by the queue, and goes on where a dead process left it', async () => {
  const running = await conversationOf(ana, [{ prompt_tokens: 10, completion_tokens: 1 }, { status: 'en_cours' }])
  await update()
  expect(await countFormerReplies(app.db)).toBe('later')
  await sql`update message set status = 'interrompue', finish_reason = 'crash', writer_id = null, content = 'abcd' where conversation_id = ${running} and status = 'en_cours'`.execute(
    app.db,
  )
  expect(await countFormerReplies(app.db, 1)).toBe('more')
  for (let starts = 0; starts < 2; starts += 1) {
    queueFormerRepliesCount(app.context)
    await expect.poll(() => app.db.selectFrom('job').select('kind').execute()).toEqual([{ kind: 'count_former' }])
  }
  await app.context.worker.drain()
  expect(await totals(ana)).toEqual({ prompt_tokens: 10, completion_tokens: 2, replies: 2, uncounted: 1, is_counting: false })
  expect(await app.db.selectFrom('job').selectAll().execute()).toEqual([])
})

it.each([true, false])('a database that received the ledger filled is not filled again, and one that did not is: %s', async (wasFilled) => {
  const database = await createTestDatabase()
  const { db } = database
  // The database before the migration.
  await sql`drop table usage_backlog, usage_backlog_gone cascade; drop function former_use; drop function leave_uncounted cascade`.execute(db)
  await sql`delete from schema_migrations where id = ${whatWasUsed.id}`.execute(db)
  if (wasFilled) await sql`update schema_migrations set checksum = ${filledAtOnce} where id = '2026-11-26-usage'`.execute(db)
  const ana = { username: 'ana', username_key: 'ana', email: 'a@a.fr', email_key: 'a@a.fr', password_hash: 'x' }
  await db.insertInto('app_user').values(ana).execute()
  await sql`insert into conversation (owner_id, title) select id, 'T' from app_user`.execute(db)
  await sql`insert into message (conversation_id, role, content, finish_reason) select id, 'assistant', 'abcd', 'stop' from conversation`.execute(db)
  await migrate(database, migrations, silentLog)
  while ((await countFormerReplies(db)) !== 'done');
  const rows = await db.selectFrom('usage_entry').select(['replies', 'completion_tokens', 'estimated_tokens']).execute()
  expect(rows).toEqual(wasFilled ? [] : [{ replies: 1, completion_tokens: 1, estimated_tokens: 1 }])
  expect(await migrate(database, migrations, silentLog)).toEqual({ applied: [] })
  await sql`delete from schema_migrations`.execute(db)
  await database.close()
})

const counts = (prompt_tokens: number, completion_tokens: number, estimated_tokens: number) => ({ prompt_tokens, completion_tokens, estimated_tokens })
