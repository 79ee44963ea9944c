import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openChatBench } from '../../../testing/chat-bench.ts'
import { newCategory, people } from '../../../testing/open-test-app.ts'
import type { TestUser } from '../../../testing/test-users.ts'
import { addToLibrary, uploadPrivate } from '../../documents/documents.fixture.ts'

// Change of assistant in a conversation: who may choose which, the lines in the thread, who answers next, and the statistics.

const { assistants, conversations } = routes

const bench = openChatBench({ config: { chat: { maxRunning: 50, maxPerMinute: 10_000 } } })
const { admin } = people(bench.app, { admin: { is_admin: true } })
let category_id: string
const { ana } = people(bench.app, { ana: {} }, beforeEach)
beforeAll(async () => void (category_id = await newCategory(bench.app.db)))
beforeEach(async () => {
  await bench.app.db.deleteFrom('conversation').execute()
  await sql`truncate usage_entry`.execute(bench.app.db)
})

async function assistant(name: string, more: object = {}): Promise<string> {
  const body = { name, description: 'D', prompt_content: `CANARI-${name}`, category_id, ...more }
  return (await bench.app.call(assistants.create, { token: admin.token, body })).body.id
}
const change = ({ token }: TestUser, id: string, body: object) => bench.app.call(conversations.update, { token, params: { id }, body })
const get = async ({ token }: TestUser, id: string) => (await bench.app.call(conversations.get, { token, params: { id } })).body
const told = async (person: TestUser, id: string) => (await get(person, id)).changes.map(({ kind, former, name, after }) => [kind, former, name, after])
const gone = (id: string) => bench.app.call(assistants.remove, { token: admin.token, params: { id } })
const open = async ({ token }: TestUser, assistant_id: string) => (await bench.app.call(conversations.findOrCreate, { token, body: { assistant_id } })).body.id
async function ask(person: TestUser, id: string, content: string, more: object = {}) {
  await bench.ask(person, id, content, more)
  return JSON.stringify(bench.model.requests.at(-1)!.body)
}

describe('the next answer', () => {
  test('is of the assistant chosen since, with its own instructions and documents, another version of the last one too', async () => {
    await addToLibrary(bench.app, admin, 'halles.txt', 'Le marché couvert des halles ouvre à 7 heures.', { category: 'Marchés' })
    const category = await bench.app.db.selectFrom('document_category').where('name', '=', 'Marchés').select('id').executeTakeFirstOrThrow()
    const [one, two] = [await assistant('Notes'), await assistant('Halles', { document_category_ids: [category.id] })]
    const id = await bench.newConversation(ana, { assistant_id: one })
    const question = 'Quand ouvre le marché couvert des halles ?'
    const before = await ask(ana, id, question)
    expect([before.includes('CANARI-Notes'), before.includes('7 heures')]).toEqual([true, false])
    const { status, body } = await change(ana, id, { assistant_id: two })
    expect([status, body]).toMatchObject([
      200,
      {
        assistant_id: two,
        assistant_name: 'Halles',
        assistant_category: 'Actes',
        message_count: 2,
        changes: [{ kind: 'assistant', after: 2, former_icon: 'FileText' }],
      },
    ])
    const next = await ask(ana, id, question)
    expect([next.includes('CANARI-Halles'), next.includes('CANARI-Notes'), next.includes('7 heures')]).toEqual([true, false, true])
    await change(ana, id, { assistant_id: one })
    const again = await ask(ana, id, '', { action: 'regenerate' })
    expect([again.includes('CANARI-Notes'), again.includes('CANARI-Halles')]).toEqual([true, false])
    // No message was sent for the person, and the assistant did not introduce itself again.
    const { messages } = await get(ana, id)
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(await told(ana, id)).toEqual([
      ['assistant', 'Notes', 'Halles', 2],
      ['assistant', 'Halles', 'Notes', 3],
    ])
  })
})

describe('what is refused changes nothing', () => {
  test('an assistant that is unknown, deleted or not shown, but for who manages them; a conversation of somebody else', async () => {
    const [one, two, hidden, deleted] = [await assistant('A'), await assistant('B'), await assistant('C', { is_active: false }), await assistant('D')]
    await gone(deleted)
    const id = await bench.newConversation(ana, { assistant_id: one })
    for (const assistant_id of [hidden, deleted, crypto.randomUUID()]) {
      const refused = await change(ana, id, { assistant_id, library: null, title: 'Pris' })
      expect([refused.status, refused.error.code, refused.error.error]).toEqual([
        404,
        'request.not_found',
        'Cet assistant n’existe pas, ou n’est plus proposé.',
      ])
    }
    for (const assistant_id of [null, 'rien', '']) expect((await change(ana, id, { assistant_id })).status).toBe(422)
    const bob = await bench.app.createUser()
    for (const person of [bob, admin]) {
      const refused = await change(person, id, { assistant_id: two })
      expect([refused.status, refused.error.error]).toEqual([404, expect.stringContaining('Ce que vous demandez')])
    }
    expect(await get(ana, id)).toMatchObject({ assistant_id: one, title: 'A', changes: [] })
    const own = await bench.newConversation(admin, { assistant_id: one })
    expect((await change(admin, own, { assistant_id: hidden })).body).toMatchObject({ assistant_id: hidden })
  })

  test('while a reply is written, and not the one that is there', async () => {
    const [one, two] = [await assistant('A'), await assistant('B')]
    const id = await bench.newConversation(ana, { assistant_id: one })
    const reply = await bench.send(ana, id, 'mode:lent')
    await reply.until((events) => events.some(({ type }) => type === 'delta'))
    const refused = await change(ana, id, { assistant_id: two, title: 'Pris' })
    expect([refused.status, refused.error.code, refused.error.error]).toEqual([
      409,
      'conversations.reply_running',
      expect.stringContaining('changer d’assistant'),
    ])
    expect((await change(ana, id, { assistant_id: one, title: 'Renommée' })).body).toMatchObject({ assistant_id: one, title: 'Renommée', changes: [] })
    await bench.app.call(routes.chat.stop, { token: ana.token, params: { stream_id: reply.stream_id } })
    await bench.settled(ana, id)
    expect((await change(ana, id, { assistant_id: two })).status).toBe(200)
  })

  test('one and the other of what is asked together, where one of them is refused', async () => {
    const [one, two] = [await assistant('A'), await assistant('B')]
    const id = await bench.newConversation(ana, { assistant_id: one })
    expect((await change(ana, id, { assistant_id: two, project_id: crypto.randomUUID() })).error.error).toContain('Ce projet')
    const document = await uploadPrivate(bench.app, ana, 'seul.txt', 'Seul.')
    const alone = await bench.newConversation(ana, { documents: [document] })
    expect((await change(ana, alone, { assistant_id: two })).error.code).toBe('conversations.documents_alone')
    expect([(await get(ana, id)).changes, (await get(ana, alone)).assistant_id]).toEqual([[], null])
  })

  test('a question asked at the same instant is answered by the one or the other, and the thread says by which', async () => {
    const [one, two] = [await assistant('A'), await assistant('B')]
    const id = await bench.newConversation(ana, { assistant_id: one })
    const [changed, reply] = await Promise.all([change(ana, id, { assistant_id: two }), bench.send(ana, id, 'Qui répond ?')])
    await reply.ended
    const asked = JSON.stringify(bench.model.requests.at(-1)!.body)
    expect([
      [200, 'CANARI-B', 0],
      [409, 'CANARI-A', undefined],
      [200, 'CANARI-A', 2],
    ]).toContainEqual([changed.status, asked.match(/CANARI-\w/)?.[0], (await get(ana, id)).changes[0]?.after])
  })
})

describe('the thread', () => {
  test('says once what changes several times between two messages; nothing of what comes back, whatever the names', async () => {
    const [one, two, same] = [await assistant('Un'), await assistant('Deux'), await assistant('Un')]
    const id = await bench.newConversation(ana, { assistant_id: one })
    await ask(ana, id, 'Bonjour, le budget ?')
    await Promise.all([two, same, two, same].map((assistant_id) => change(ana, id, { assistant_id })))
    await change(ana, id, { assistant_id: same })
    expect(await told(ana, id)).toEqual([['assistant', 'Un', 'Un', 2]])
    await change(ana, id, { assistant_id: one })
    expect(await told(ana, id)).toEqual([])
    const { body } = await bench.app.call(routes.projects.create, { token: ana.token, body: { name: 'Gymnase', content: '' } })
    await change(ana, id, { project_id: body.id, assistant_id: two, title: 'Tout' })
    expect(await told(ana, id)).toEqual([
      ['assistant', 'Un', 'Deux', 2],
      ['project', null, 'Gymnase', 2],
    ])
    expect((await get(ana, id)).title).toBe('Tout')
  })

  test('keeps the names of then, of assistants renamed and deleted since', async () => {
    const [one, two] = [await assistant('Ancien'), await assistant('Nouveau')]
    const id = await bench.newConversation(ana, { assistant_id: one })
    await ask(ana, id, 'Bonjour, le budget ?')
    await change(ana, id, { assistant_id: two })
    await bench.app.call(assistants.update, { token: admin.token, params: { id: two }, body: { name: 'Renommé' } as never })
    await gone(one)
    expect(await get(ana, id)).toMatchObject({ assistant_name: 'Renommé', changes: [{ former: 'Ancien', name: 'Nouveau', former_icon: null }] })
    await gone(two)
    const three = await assistant('Troisième')
    await ask(ana, id, 'Sans assistant ?')
    expect((await change(ana, id, { assistant_id: three })).body).toMatchObject({ assistant_id: three })
    expect((await told(ana, id)).at(-1)).toEqual(['assistant', 'Nouveau', 'Troisième', 4])
  })
})

test('a conversation in which nothing was asked is named after its assistant, and is no longer the one that is found', async () => {
  const [one, two] = [await assistant('Rédacteur'), await assistant('Juriste')]
  const [own, found] = [await open(ana, one), await open(ana, two)]
  expect((await change(ana, own, { assistant_id: two })).body).toMatchObject({ title: 'Juriste', assistant_name: 'Juriste' })
  expect([await open(ana, two), (await open(ana, one)) === own]).toEqual([found, false])
  await change(ana, own, { title: 'La mienne' })
  expect((await change(ana, own, { assistant_id: one })).body.title).toBe('La mienne')
})

describe('who is counted', () => {
  test('an opinion and tokens for the assistant that answered, the conversation for the one that it has now; a passage under its name', async () => {
    const [one, two] = [await assistant('Premier'), await assistant('Second')]
    const id = await bench.newConversation(ana, { assistant_id: one })
    await ask(ana, id, 'Une question sur les glycines ?')
    await change(ana, id, { assistant_id: two })
    await ask(ana, id, 'Une autre question ?')
    const { messages } = await get(ana, id)
    const rate = (message_id: string, body: object) =>
      bench.app.call(conversations.feedback, { token: ana.token, params: { id, message_id }, body: body as never })
    await rate(messages[1]!.id, { rating: 'negative', reasons: ['inexacte'], comment: 'À revoir.' })
    await rate(messages[3]!.id, { rating: 'positive' })

    const counts = (await bench.app.call(routes.feedback.counts, { token: admin.token })).body
    expect(counts.map(({ assistant_id, positive, negative, reasons }) => [assistant_id, positive, negative, reasons])).toEqual([
      [one, 0, 1, { inexacte: 1 }],
      [two, 1, 0, {}],
    ])
    expect((await bench.app.call(routes.feedback.comments, { token: admin.token })).body).toMatchObject([{ assistant_id: one, assistant_name: 'Premier' }])
    const shown = (await bench.app.call(routes.dashboards.read, { query: { days: '7' }, token: admin.token })).body
    expect(shown.assistants).toEqual([{ assistant_id: two, name: 'Second', conversations: 1 }])
    expect(shown.feedback.map(({ name, positive, negative }) => [name, positive, negative]).toSorted()).toEqual([
      ['Premier', 0, 1],
      ['Second', 1, 0],
    ])
    expect(shown.consumption.assistants.map(({ name, replies }) => [name, replies]).toSorted()).toEqual([
      ['Premier', 1],
      ['Second', 1],
    ])
    expect(shown.consumption.total.replies).toBe(2)
    expect(shown.consumption.accounts).toMatchObject([{ user_id: ana.id, replies: 2 }])
    const { conversations_by_assistant } = (await bench.app.call(conversations.stats, { token: ana.token })).body
    expect(conversations_by_assistant).toEqual([{ assistant_id: two, assistant_name: 'Second', count: 1 }])

    // Statistics keep a deleted assistant, under the name that it had.
    await gone(one)
    const after = (await bench.app.call(routes.dashboards.read, { query: { days: '7' }, token: admin.token })).body
    expect(after.consumption.assistants.map(({ name, assistant_id }) => [name, assistant_id]).toSorted()).toEqual([
      ['Premier', null],
      ['Second', two],
    ])
    const search = async (words: string) => (await bench.app.call(conversations.list, { token: ana.token, query: { search: words } })).body[0]?.match?.passage
    expect(await search('glycines')).toMatchObject({ role: 'user', author: null })
    await bench.app.db.updateTable('message').set({ content: 'Un mimosa.' }).where('id', '=', messages[1]!.id).execute()
    expect(await search('mimosa')).toMatchObject({ role: 'assistant', author: 'Premier' })
  })

  test('by which assistant was put away, which goes with the conversation', async () => {
    const [one, two] = [await assistant('A'), await assistant('B')]
    const id = await bench.newConversation(ana, { assistant_id: one })
    await change(ana, id, { assistant_id: two })
    const rows = () => bench.app.db.selectFrom('conversation_change').where('owner_id', '=', ana.id).select(['kind', 'former', 'former_id', 'name']).execute()
    expect(await rows()).toEqual([{ kind: 'assistant', former: 'A', former_id: one, name: 'B' }])
    await bench.app.call(conversations.remove, { token: ana.token, params: { id } })
    expect(await rows()).toEqual([])
  })
})
