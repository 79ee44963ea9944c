import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { messageVersions } from '../../../platform/db/migrations/2026-11-25-message-versions.ts'
import { openChatBench } from '../../../testing/chat-bench.ts'
import { people } from '../../../testing/open-test-app.ts'

const bench = openChatBench()
// A new person for each test: messages per minute are limited.
const { ana } = people(bench.app, { ana: {} }, beforeEach)

const messages = (id: string) => bench.messages(ana, id)

async function say(id: string, content: string, more: object = {}): Promise<void> {
  const reply = await bench.send(ana, id, content, more)
  expect(reply.status).toBe(content.includes('mode:502') ? 502 : 200)
  await reply.ended
  await bench.settled(ana, id)
}

const show = (id: string, message_id: string, token = ana.token) => bench.app.call(routes.conversations.showVersion, { token, params: { id, message_id } })

const shown = async (id: string) => (await messages(id)).map(({ id }) => id)

async function conversationOf(...questions: string[]): Promise<string> {
  const id = await bench.newConversation(ana)
  for (const question of questions) await say(id, question)
  return id
}

describe('versions of a question and of an answer', () => {
  it('what is alone has none', async () => {
    const id = await conversationOf('Une', 'Deux')
    expect((await messages(id)).flatMap(({ versions }) => versions ?? [])).toEqual([])
  })

  it('another answer is the second version, shown; each can be shown again', async () => {
    const id = await conversationOf('Une')
    const first = (await messages(id))[1]!
    await say(id, '', { action: 'regenerate' })
    const second = (await messages(id))[1]!
    expect(second).toMatchObject({ versions: [first.id, second.id] })
    expect((await show(id, first.id)).status).toBe(200)
    expect((await messages(id))[1]).toMatchObject({ id: first.id, content: first.content, versions: [first.id, second.id] })
    // Asking for the current version again does nothing.
    expect((await show(id, first.id)).status).toBe(200)
    await say(id, '', { action: 'regenerate' })
    const third = (await messages(id))[1]!
    expect(third.versions).toEqual([first.id, second.id, third.id])
  })

  it('an edited question keeps what followed it, and brings it back', async () => {
    const id = await conversationOf('Une', 'Deux')
    await say(id, '', { action: 'regenerate' })
    const before = await shown(id)
    await say(id, 'Une, corrigée', { action: 'edit', message_id: before[0] })
    const after = await messages(id)
    expect(after[0]).toMatchObject({ content: 'Une, corrigée', versions: [before[0], after[0]!.id] })
    await say(id, 'Trois')
    const longer = await shown(id)
    await show(id, before[0]!)
    expect(await shown(id)).toEqual(before)
    await show(id, after[0]!.id)
    expect(await shown(id)).toEqual(longer)
  })

  it('the model reads what is shown, and nothing of the versions beside', async () => {
    const id = await conversationOf('Avant', 'Ensuite')
    const [first] = await shown(id)
    await say(id, 'Autrement', { action: 'edit', message_id: first })
    await show(id, first!)
    await say(id, 'Enfin')
    const read = JSON.stringify(bench.model.requests.at(-1))
    for (const said of ['Avant', 'Ensuite', 'Enfin']) expect(read).toContain(said)
    expect(read).not.toContain('Autrement')
  })

  it('a search finds the words of what is shown alone', async () => {
    const id = await conversationOf('Une première question', 'Parlons du cimetière')
    const first = (await shown(id))[0]!
    const found = async (search: string) => (await bench.app.call(routes.conversations.list, { token: ana.token, query: { search } })).body.map(({ id }) => id)
    await say(id, 'Parlons plutôt du marronnier', { action: 'edit', message_id: first })
    expect([await found('cimetière'), await found('marronnier')]).toEqual([[], [id]])
    await show(id, first)
    expect([await found('cimetière'), await found('marronnier')]).toEqual([[id], []])
  })

  it('a reply that went on is one version, and one that failed without a word is none', async () => {
    const id = await conversationOf('mode:coupure Une')
    const cut = (await messages(id)).at(-1)!
    expect(cut.status).toBe('interrompue')
    await say(id, '', { action: 'continue' })
    expect((await messages(id)).at(-1)!.versions).toBeUndefined()
    const other = await conversationOf('mode:502 Une')
    expect((await messages(other)).at(-1)!).toMatchObject({ status: 'erreur', content: '' })
    bench.model.next('normal')
    await say(other, '', { action: 'regenerate' })
    expect((await messages(other)).at(-1)!.versions).toBeUndefined()
  })

  it('is refused while a reply is written, to a stranger, and for what is no version', async () => {
    const id = await conversationOf('Une')
    const [question, first] = await shown(id)
    await say(id, '', { action: 'regenerate' })
    const stranger = await bench.app.createUser()
    expect((await show(id, first!, stranger.token)).status).toBe(404)
    expect((await show(id, crypto.randomUUID())).status).toBe(404)
    const elsewhere = await conversationOf('Autre')
    expect((await show(elsewhere, first!)).status).toBe(404)
    const running = await bench.send(ana, id, 'mode:lent:400 Deux')
    expect(await show(id, first!)).toMatchObject({ status: 409, error: { code: 'conversations.reply_running' } })
    await bench.app.call(routes.chat.stop, { token: ana.token, params: { stream_id: running.stream_id } })
    await bench.settled(ana, id)
    await say(id, 'Autre branche', { action: 'edit', message_id: question })
    // A version of a reply to a superseded question.
    expect((await show(id, first!)).status).toBe(404)
  })

  it('shown by two tabs at once, one of them is, whole', async () => {
    const id = await conversationOf('Une')
    for (let count = 0; count < 3; count += 1) await say(id, '', { action: 'regenerate' })
    const { versions } = (await messages(id)).at(-1)!
    for (let round = 0; round < 5; round += 1) {
      expect((await Promise.all(versions!.map((version) => show(id, version)))).map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(await messages(id)).toHaveLength(2)
    }
  })
})

it('a database of before knows the same versions', async () => {
  const id = await conversationOf('Une', 'mode:coupure Deux')
  await say(id, '', { action: 'continue' })
  await say(id, '', { action: 'regenerate' })
  await say(id, 'Une, corrigée', { action: 'edit', message_id: (await shown(id))[0] })
  await say(id, 'Trois')
  const { db } = bench.app
  const links = async () => (await sql`select id, parent_position, continued from message where conversation_id = ${id} order by position`.execute(db)).rows
  const written = await links()
  expect(written).toHaveLength(10)
  await sql`drop function message_follows cascade`.execute(db)
  await sql`alter table message drop column parent_position, drop column continued`.execute(db)
  for (const statement of messageVersions.sql.split(/;\n(?=\n|create|--)/)) await sql.raw(statement).execute(db)
  expect(await links()).toEqual(written)
})

describe('another form of the last answer', () => {
  it('the model reads the answer and what is asked of it; the sources stay; the first form is kept', async () => {
    const id = await conversationOf('Une')
    const first = (await messages(id)).at(-1)!
    const sources = [{ number: 1, document_id: crypto.randomUUID(), document: 'Statut', page: 2, section: null, extract: 'Trois jours.', score: 1 }]
    await sql`update message set sources = ${JSON.stringify(sources)}::jsonb where id = ${first.id}`.execute(bench.app.db)
    await say(id, '', { action: 'regenerate', rewrite: 'shorter', message_id: first.id })
    const turns = bench.model.requests.at(-1)!.body.messages!
    expect(turns.slice(-3)).toEqual([
      { role: 'user', content: 'Une' },
      { role: 'assistant', content: first.content },
      { role: 'user', content: expect.stringMatching(/^Réécrivez votre dernière réponse en deux à trois fois plus court/) },
    ])
    const second = (await messages(id)).at(-1)!
    expect(second).toMatchObject({ versions: [first.id, second.id], sources })
    expect(await messages(id)).toHaveLength(2)
  })

  it('is refused where there is no answer, and for a form that does not exist', async () => {
    const id = await bench.newConversation(ana)
    expect((await bench.send(ana, id, '', { action: 'regenerate', rewrite: 'table' })).status).toBe(409)
    await say(id, 'mode:502 Une')
    expect((await bench.send(ana, id, '', { action: 'regenerate', rewrite: 'table' })).status).toBe(409)
    expect((await bench.send(ana, id, '', { action: 'regenerate', rewrite: 'slang' })).status).toBe(422)
    expect((await messages(id)).at(-1)).toMatchObject({ status: 'erreur' })
  })
})
