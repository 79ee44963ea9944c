import { routes } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createChatBench } from '../testing/chat-bench.ts'
import type { ChatBench } from '../testing/chat-bench.ts'
import { openReply } from '../testing/reply-client.ts'
import { createTestApp } from '../testing/test-app.ts'
import type { TestApp } from '../testing/test-app.ts'
import type { TestUser } from '../testing/test-users.ts'
import { closeOrphans } from './reply-store.ts'

let bench: ChatBench
let second: TestApp
let secondUrl: string
let ana: TestUser
beforeAll(async () => {
  bench = await createChatBench()
  second = await createTestApp({ database: bench.app.database })
  secondUrl = await second.listen()
  ana = await bench.app.createUser()
})
afterAll(async () => {
  await second.close()
  await bench.close()
})

it('a reply written by one process is followed from another with the same numbers', async () => {
  const id = await bench.newConversation(ana)
  const here = await bench.send(ana, id, 'mode:lent:20')
  await here.until((events) => events.length > 3)
  const there = await openReply(`${secondUrl}/api/streams/${here.stream_id}`, ana.token)
  expect(await there.ended).toEqual({ cut: false })
  await here.ended
  expect(there.text()).toBe(here.text())
  expect(there.events.at(-1)).toEqual(here.events.at(-1))
})

it('and stopped from another within a second', async () => {
  const id = await bench.newConversation(ana)
  const here = await bench.send(ana, id, 'mode:sans-fin:10')
  await here.until((events) => events.length > 3)
  expect((await second.call(routes.chat.stop, { params: { stream_id: here.stream_id }, token: ana.token })).status).toBe(200)
  await here.ended
  expect(here.events.at(-1)).toMatchObject({ type: 'done', status: 'interrompue', finish_reason: 'stopped' })
})

it('REL-04 the reply of a dead process is closed with the text it had saved, and can be taken up', async () => {
  const id = await bench.newConversation(ana)
  const writer_id = randomUUID()
  await bench.app.db.insertInto('message').values({ conversation_id: id, role: 'user', content: 'Rédigez' }).execute()
  const reply = await bench.app.db
    .insertInto('message')
    .values({ conversation_id: id, role: 'assistant', content: '', status: 'en_cours', writer_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await bench.app.db
    .insertInto('reply_chunk')
    .values([
      { message_id: reply.id, start_at: 0, text: 'Le conseil ' },
      { message_id: reply.id, start_at: 11, text: 'municipal' },
    ])
    .execute()
  await bench.app.db.insertInto('writer').values({ id: writer_id }).execute()
  // A live writer on a shared base keeps its reply.
  expect(await closeOrphans(bench.app.db, bench.app.context.instanceId, false)).toBe(0)
  await bench.app.db
    .updateTable('writer')
    .set({ heartbeat_at: new Date(Date.now() - 60_000) })
    .where('id', '=', writer_id)
    .execute()
  expect(await closeOrphans(bench.app.db, bench.app.context.instanceId, false)).toBe(1)
  expect((await bench.messages(ana, id)).at(-1)).toMatchObject({
    content: 'Le conseil municipal',
    status: 'interrompue',
    finish_reason: 'crash',
    stream_id: null,
  })
  expect(await bench.app.db.selectFrom('reply_chunk').where('message_id', '=', reply.id).selectAll().execute()).toEqual([])
  const rest = await bench.send(ana, id, '', { action: 'continue' })
  await rest.ended
  expect(rest.text().startsWith('Le conseil municipal')).toBe(true)
})

it('what was saved while the reply ran is never more than 250 ms behind what readers saw', async () => {
  const id = await bench.newConversation(ana)
  const reply = await bench.send(ana, id, 'mode:lent:10')
  await reply.until((events) => events.length > 20)
  const seen = reply.text()
  await new Promise((resolve) => setTimeout(resolve, 250))
  const pieces = await bench.app.db.selectFrom('reply_chunk').where('message_id', '=', reply.stream_id).orderBy('start_at').select('text').execute()
  const saved = pieces.map((piece) => piece.text).join('')
  expect(saved === '' ? (await bench.settled(ana, id)).content.startsWith(seen) : saved.length >= seen.length).toBe(true)
  await reply.ended
})
