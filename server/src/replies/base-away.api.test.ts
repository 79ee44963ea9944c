import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createChatBench } from '../testing/chat-bench.ts'
import type { ChatBench } from '../testing/chat-bench.ts'

let bench: ChatBench
beforeAll(async () => {
  bench = await createChatBench()
})
afterAll(() => bench.close())

it('REL-27 a database that refuses the end of a reply for a moment gets it afterwards, and the reader is told only then', async () => {
  const ana = await bench.app.createUser()
  const id = await bench.newConversation(ana)
  const reply = await bench.send(ana, id, 'mode:lent:20')
  await reply.until((events) => events.length > 3)
  await sql`alter table message rename to message_away`.execute(bench.app.db)
  // The model has said everything; its reply cannot be closed.
  await bench.model.requests.at(-1)!.closed
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(reply.events.some(({ type }) => type === 'done')).toBe(false)
  await sql`alter table message_away rename to message`.execute(bench.app.db)
  expect(await reply.ended).toEqual({ cut: false })
  expect(reply.events.at(-1)).toMatchObject({ type: 'done', status: 'complete' })
  expect(await bench.settled(ana, id)).toMatchObject({ status: 'complete', content: reply.text() })
})
