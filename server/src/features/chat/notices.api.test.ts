import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { silentLog } from '../../platform/log.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { messageNotices } from '../../platform/db/migrations/0072-message-notices.ts'
import { migrations } from '../../platform/db/migrations/index.ts'
import type { ReplyNotice } from '../../platform/db/schema/conversations.ts'
import { openChatBench } from '../../testing/chat-bench.ts'
import { createTestDatabase } from '../../testing/databases/database.ts'
import { people } from '../../testing/open-test-app.ts'
import { fixedNotices } from './notices.ts'

const bench = openChatBench()
const { ana } = people(bench.app, { ana: {} })
const { refused, question, cut } = fixedNotices

const noticesOf = async (id: string) => (await bench.app.db.selectFrom('message').where('id', '=', id).select('notices').executeTakeFirstOrThrow()).notices
const lastPrompt = () => bench.model.requests.at(-1)!.body.messages!

// Sentences that no version of the application writes: only the column tells that they are notices.
const leftOut: ReplyNotice = { kind: 'left_out', text: '_Un fichier manque._\n\n' }
const partial: ReplyNotice = { kind: 'reading_partial', text: '\n\n_Lu à moitié._' }

async function conversationWith(content: string, notices: readonly ReplyNotice[], status: 'complete' | 'interrompue' = 'complete'): Promise<string> {
  const conversation_id = await bench.newConversation(ana)
  await bench.app.db.insertInto('message').values({ conversation_id, role: 'user', content: 'Quel est le loyer ?' }).execute()
  const reply = { conversation_id, role: 'assistant', content, status, finish_reason: status === 'complete' ? 'stop' : 'cut' } as const
  await bench.app.db
    .insertInto('message')
    .values({ ...reply, notices: JSON.stringify(notices) })
    .execute()
  return conversation_id
}

it('a rewritten reply inherits the notices of the original, whatever their wording, and the model reads none', async () => {
  const id = await conversationWith(`${leftOut.text}Le loyer est de 4 000 euros.${partial.text}`, [leftOut, partial])
  const inherited = [leftOut, { ...partial, text: '_Lu à moitié._\n\n' }]
  for (const rewrite of ['shorter', 'formal']) {
    const rewritten = await bench.ask(ana, id, '', { action: 'regenerate', rewrite })
    expect(rewritten.text().startsWith('_Un fichier manque._\n\n_Lu à moitié._\n\n')).toBe(true)
    expect(await noticesOf(rewritten.stream_id)).toEqual(inherited)
    expect(lastPrompt().at(-2)!.content).not.toMatch(/manque|moitié/)
  }
  await bench.ask(ana, id, 'Et la durée ?')
  expect(JSON.stringify(lastPrompt())).not.toMatch(/manque|moitié/)
})

it('a continued reply keeps its notices; once rewritten, it says that the original was interrupted', async () => {
  const id = await conversationWith(`${leftOut.text}Le loyer`, [leftOut], 'interrompue')
  bench.model.next('coupure:3')
  const continued = await bench.ask(ana, id, '', { action: 'continue' })
  expect(continued.text().startsWith(`${leftOut.text}Le loyer`)).toBe(true)
  expect(lastPrompt().at(-2)).toEqual({ role: 'assistant', content: 'Le loyer' })
  expect(await noticesOf(continued.stream_id)).toEqual([leftOut])
  const rewritten = await bench.ask(ana, id, '', { action: 'regenerate', rewrite: 'table' })
  expect(rewritten.text().startsWith(cut.text + leftOut.text)).toBe(true)
  expect(await noticesOf(rewritten.stream_id)).toEqual([cut, leftOut])
})

it('notices are saved with the first text, and a reply whose process dies keeps them', async () => {
  const { db } = bench.app
  const id = await bench.newConversation(ana)
  bench.model.next('trop-long-sans-limite:10', 'lent:100')
  const running = await bench.send(ana, id, 'Une longue question '.repeat(1_000))
  const saved = () => db.selectFrom('reply_chunk').where('message_id', '=', running.stream_id).select('text').orderBy('start_at').execute()
  await expect.poll(async () => (await saved())[0]?.text.startsWith(refused.text)).toBe(true)
  expect(await noticesOf(running.stream_id)).toEqual([refused, question])
  await running.ended
  expect(await noticesOf(running.stream_id)).toEqual([refused, question])

  const dead = { conversation_id: await bench.newConversation(ana), role: 'assistant', content: '', status: 'en_cours', writer_id: randomUUID() } as const
  const notices = JSON.stringify([refused])
  const { id: message_id } = await db
    .insertInto('message')
    .values({ ...dead, notices })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('reply_chunk')
    .values({ message_id, start_at: 0, text: `${refused.text}Le début` })
    .execute()
  await bench.app.context.replies.closeDeadReplies()
  const rest = await bench.ask(ana, dead.conversation_id, '', { action: 'continue' })
  expect(rest.text().startsWith(`${refused.text}Le début`)).toBe(true)
  expect(lastPrompt().at(-2)).toEqual({ role: 'assistant', content: 'Le début' })
})

it('the notices of replies written before the column existed are found in their text', async () => {
  const file = '***scan.pdf** n’a pas pu être lu (fichier abîmé)\u00a0: cette réponse n’en tient pas compte.*\n\n'
  const partialLine = '*Lecture partielle\u00a0: un document en 2\u00a0parties. N’a pas été lu\u00a0: **b.pdf**.*'
  const complete = '\n\n*Lecture complète\u00a0: un document en une partie.*'
  const examples: [content: string, notices: ReplyNotice[]][] = [
    [`Voici *la* note.\n\nLecture complète\u00a0: oui.`, []],
    [
      `${refused.text}${question.text}${file}Le loyer.\n\n${partialLine}`,
      [refused, question, { kind: 'left_out', text: file }, { kind: 'reading_partial', text: `\n\n${partialLine}` }],
    ],
    [`${cut.text}${file}${partialLine}\n\nLe loyer.`, [cut, { kind: 'left_out', text: file }, { kind: 'reading_partial', text: `${partialLine}\n\n` }]],
    [`Le début\n\n${refused.text}${file}la fin.`, [refused, { kind: 'left_out', text: file }]],
    [`Le loyer.${complete}`, [{ kind: 'reading_complete', text: complete }]],
  ]
  const database = await createTestDatabase()
  const { db } = database
  await sql`alter table message drop column notices`.execute(db)
  await sql`alter table conversation_share_message drop column notices`.execute(db)
  await sql`delete from schema_migrations where id = ${messageNotices.id}`.execute(db)
  const owner = { username: 'ana', username_key: 'ana', email: 'a@a.fr', email_key: 'a@a.fr', password_hash: 'x' }
  await db.insertInto('app_user').values(owner).execute()
  await sql`insert into conversation (owner_id, title) select id, 'T' from app_user`.execute(db)
  await sql`insert into conversation_share (conversation_id, owner_id, title, up_to, expires_at) select id, owner_id, 'T', 1, now() + interval '1 day' from conversation`.execute(
    db,
  )
  for (const [at, [content]] of examples.entries()) {
    await sql`insert into message (conversation_id, role, content, finish_reason) select id, 'assistant', ${content}, 'stop' from conversation`.execute(db)
    await sql`
      insert into conversation_share_message (share_id, place, role, content, status, created_at)
      select id, ${at + 1}::int, 'assistant', ${content}, 'complete', now() from conversation_share`.execute(db)
  }
  await sql`insert into message (conversation_id, role, content) select id, 'user', ${refused.text} from conversation`.execute(db)
  await sql`insert into message (conversation_id, role, content, status, writer_id) select id, 'assistant', '', 'en_cours', gen_random_uuid() from conversation`.execute(
    db,
  )
  const pieces = [file.slice(0, 20), `${file.slice(20)}Le`]
  for (const [at, text] of pieces.entries())
    await sql`insert into reply_chunk (message_id, start_at, text) select id, ${at * 20}::int, ${text} from message where status = 'en_cours'`.execute(db)

  expect(await migrate(database, migrations, silentLog)).toEqual({ applied: [messageNotices.id] })
  const found = await db.selectFrom('message').orderBy('position').select('notices').execute()
  const expected = examples.map(([, notices]) => notices)
  expect(found.map(({ notices }) => notices)).toEqual([...expected, [], [{ kind: 'left_out', text: file }]])
  const shared = await db.selectFrom('conversation_share_message').orderBy('place').select('notices').execute()
  expect(shared.map(({ notices }) => notices)).toEqual(expected)
  await database.close()
})
