import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openChatBench } from '../testing/chat-bench.ts'

const bench = openChatBench()

it('REL-27 a database that refuses the end of a reply for a moment gets it afterwards, and the reader is told only then', async () => {
  const ana = await bench.app.createUser()
  const id = await bench.newConversation(ana)
  const reply = await bench.send(ana, id, 'mode:lent:20')
  await reply.until((events) => events.length > 3)
  // Restores the table whatever the result, for the next tests and the retry of this one.
  onTestFinished(async () => void (await sql`alter table if exists message_away rename to message`.execute(bench.app.db)))
  await sql`alter table message rename to message_away`.execute(bench.app.db)
  // The model has finished, but the reply cannot be closed.
  await bench.model.requests.at(-1)!.closed
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(reply.events.some(({ type }) => type === 'done')).toBe(false)
  await sql`alter table message_away rename to message`.execute(bench.app.db)
  expect(await reply.ended).toEqual({ cut: false })
  expect(reply.events.at(-1)).toMatchObject({ type: 'done', status: 'complete' })
  expect(await bench.settled(ana, id)).toMatchObject({ status: 'complete', content: reply.text() })
})

it('REL-27 an end that the database refuses for good is told, gives its place back, and housekeeping closes it with its text', async () => {
  const { app } = bench
  const ben = await app.createUser()
  const id = await bench.newConversation(ben)
  const reply = await bench.send(ben, id, 'mode:lent:20')
  await reply.until((events) => events.length > 3)
  onTestFinished(async () => void (await sql`alter table message drop constraint if exists never`.execute(app.db)))
  await sql`alter table message add constraint never check (finish_reason is distinct from 'stop') not valid`.execute(app.db)
  expect(await reply.ended).toEqual({ cut: false })
  expect(reply.events.at(-1)).toMatchObject({ type: 'done', status: 'interrompue', finish_reason: 'cut' })
  expect(await app.db.selectFrom('usage_running').where('user_id', '=', ben.id).selectAll().execute()).toEqual([])
  await sql`update message set created_at = created_at - interval '1 minute' where conversation_id = ${id} and status = 'en_cours'`.execute(app.db)
  expect(await app.context.replies.closeDeadReplies()).toBe(1)
  await sql`alter table message drop constraint never`.execute(app.db)
  expect(await bench.settled(ben, id)).toMatchObject({ status: 'interrompue', finish_reason: 'crash', content: reply.text() })
})
