import { routes, type ModelLevel } from '@parvis/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openReply } from '../../testing/reply-client.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { addToLibrary } from '../documents/documents.fixture.ts'
import type { FaultMode } from '../../testing/fakes/fault-model-modes.ts'
import { createLevelsBench, newAssistant, newDocumentCategory, sentText, type LevelsBench } from '../../testing/levels-bench.ts'

const { chat, conversations } = routes

let bench: LevelsBench
let ana: TestUser

/** Opens a bench with model servers of these levels. */
const open = async (...levels: ModelLevel[]) => {
  bench = await createLevelsBench(levels)
  ana = await bench.app.createUser({ is_admin: true })
}
beforeEach(() => {
  onTestFinished(() => bench.close())
})

const converse = async (body: object): Promise<string> => (await bench.app.call(conversations.findOrCreate, { token: ana.token, body })).body.id
const turn = (content: string) => ({ messageHistory: [{ role: 'user' as const, content }] })
const ask = (conversation_id: string, content: string, more: object = {}) =>
  bench.app.call(chat.stream, { token: ana.token, body: { conversation_id, ...turn(content), ...more } })
const messagesOf = async (id: string) => (await bench.app.call(conversations.get, { token: ana.token, params: { id } })).body.messages
const lastOf = async (id: string) => (await messagesOf(id)).at(-1)!
const receivedBy = (level: ModelLevel) => bench.serverOf(level).requests.map(sentText)
const choose = (id: string, body: object) => bench.app.call(conversations.update, { token: ana.token, params: { id }, body })
const ledger = async () =>
  (
    await sql<{ model: string; replies: number }>`select model, sum(replies)::int as replies from usage_entry group by model order by model`.execute(
      bench.app.db,
    )
  ).rows

describe('an assistant of level 3', () => {
  it('is refused while its only server is stopped, by name and without a byte elsewhere; started again, it answers', async () => {
    await open(1, 3)
    await bench.serverOf(3).stop()
    const id = await converse({ assistant_id: await newAssistant(bench, ana.token, { min_level: 3, prompt_content: 'FAIT-30001 est la règle.' }) })
    const client_message_id = crypto.randomUUID()
    const refused = await ask(id, 'Mon dossier FAIT-30002 ?', { client_message_id })
    expect(refused.status).toBe(409)
    expect(refused.error).toMatchObject({ code: 'llm.no_model_for_level', level: 3 })
    expect(refused.error.error).toMatch(/niveau «\u00a0interne\u00a0», et aucun ne répond.*prévenez votre administrateur/)
    // As after a reload of the page.
    expect((await lastOf(id)).error).toBe(refused.error.error)
    const events = await openReply(`${bench.url}/api/chat/mistral/stream`, ana.token, {
      body: { conversation_id: id, client_message_id, ...turn('Mon dossier FAIT-30002 ?') },
    })
    expect(events.status).toBe(409)
    expect((await messagesOf(id)).map(({ role, content, status }) => [role, content, status])).toEqual([
      ['user', 'Mon dossier FAIT-30002 ?', 'complete'],
      ['assistant', '', 'erreur'],
    ])
    await bench.serverOf(3).start()
    const answered = await ask(id, 'Mon dossier FAIT-30002 ?', { client_message_id })
    expect(answered.text).toContain('FAIT-30001')
    const messages = await messagesOf(id)
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(messages[1]).toMatchObject({ status: 'complete', model: 'modele-3', level: 3 })
    expect(messages[1]).not.toHaveProperty('model_reason')
    expect(receivedBy(1)).toEqual([])
    expect((await ledger()).filter(({ model }) => model.startsWith('modele'))).toEqual([{ model: 'modele-3', replies: 1 }])
    const dashboard = await bench.app.call(routes.dashboards.read, { token: ana.token })
    expect(dashboard.body.consumption.models).toMatchObject([{ model_id: 'modele-3', label: 'Modèle 3' }])
  })

  it('is answered by regenerate too, with one user turn', async () => {
    await open(1, 3)
    await bench.serverOf(3).stop()
    const id = await converse({ assistant_id: await newAssistant(bench, ana.token, { min_level: 3 }) })
    expect((await ask(id, 'Bonjour ?')).status).toBe(409)
    await bench.serverOf(3).start()
    expect((await ask(id, '', { action: 'regenerate', messageHistory: [] })).status).toBe(200)
    expect((await messagesOf(id)).map(({ role, status }) => [role, status])).toEqual([
      ['user', 'complete'],
      ['assistant', 'complete'],
    ])
    expect(receivedBy(1)).toEqual([])
  })

  it('says that no model is installed where none has the level, for the question, the opening, and calls that save nothing', async () => {
    await open(1)
    const assistant_id = await newAssistant(bench, ana.token, { min_level: 2 })
    const id = await converse({ assistant_id })
    const { token } = ana
    expect((await ask(id, 'Bonjour ?')).error.error).toBe((await lastOf(id)).error)
    const refusals = [
      await ask(id, 'Bonjour ?'),
      await ask(await converse({ assistant_id }), '', { action: 'opening', messageHistory: [] }),
      await bench.app.call(chat.stream, { token, body: { assistant_id, ...turn('Bonjour ?') } }),
    ]
    for (const { status, error } of refusals) {
      expect(status).toBe(409)
      expect(error).toMatchObject({ code: 'llm.no_model_for_level', level: 2 })
      expect(error.error).toContain('niveau «\u00a0souverain\u00a0», et aucun n’est installé')
    }
    const { body: project } = await bench.app.call(routes.projects.create, { token, body: { name: 'Projet', content: 'Contexte', min_level: 3 } })
    const inProject = await bench.app.call(chat.stream, { token, body: { project_id: project.id, ...turn('Bonjour ?') } })
    expect(inProject.error).toMatchObject({ code: 'llm.no_model_for_level', level: 3 })
    expect(receivedBy(1)).toEqual([])
  })
})

describe('the model of an answer', () => {
  it('is the chosen one where the assistant allows it, and the assistant’s elsewhere; the message says why it is another', async () => {
    await open(1, 2, 3)
    const free = await converse({ assistant_id: await newAssistant(bench, ana.token, { model_choice: true, model_id: 'modele-2' }) })
    const bound = await converse({ assistant_id: await newAssistant(bench, ana.token, { model_id: 'modele-2' }) })
    for (const id of [free, bound]) {
      await choose(id, { model_id: 'modele-3' })
      expect((await ask(id, 'Bonjour ?')).status).toBe(200)
    }
    expect(await lastOf(free)).toMatchObject({ model: 'modele-3', level: 3 })
    expect(await lastOf(bound)).toMatchObject({ model: 'modele-2', level: 2 })
    await bench.serverOf(2).stop()
    await ask(bound, 'Et après ?')
    expect(await lastOf(bound)).toMatchObject({ model: 'modele-1', level: 1, model_reason: 'unavailable', expected_model: 'modele-2', needed_level: 1 })
    const confidential = await converse({})
    await choose(confidential, { confidential: true, model_id: 'modele-1' })
    await ask(confidential, 'Bonjour ?')
    expect(await lastOf(confidential)).toMatchObject({ model: 'modele-3', level: 3, model_reason: 'level', expected_model: 'modele-1', needed_level: 3 })
  })

  it('is the first one of the level where the settings no longer have the preferred one', async () => {
    await open(1, 2, 3)
    const assistant_id = await newAssistant(bench, ana.token, { min_level: 2 })
    await bench.app.db.updateTable('assistant').set({ model_id: 'disparu' }).where('id', '=', assistant_id).execute()
    const id = await converse({ assistant_id })
    await ask(id, 'Bonjour ?')
    expect(await lastOf(id)).toMatchObject({ model: 'modele-2', level: 2 })
    expect(await lastOf(id)).not.toHaveProperty('model_reason')
  })

  it('keeps the level at which it began when the category rises; the next one has the new level', async () => {
    await open(1, 3)
    const category = await newDocumentCategory(bench, ana.token, 'Règlement', 1)
    await addToLibrary(bench.app, ana, 'piscine.md', 'Le tarif de la piscine : FAIT-10001 vaut 3 euros.', { category: category.name })
    const id = await converse({ library: category.name })
    const running = await openReply(`${bench.url}/api/chat/mistral/stream`, ana.token, {
      body: { conversation_id: id, ...turn('Quel tarif de la piscine ? mode:lent:20') },
    })
    await running.until((events) => events.some(({ type }) => type === 'delta'))
    await bench.app.call(routes.documentCategories.update, { token: ana.token, params: { id: category.id }, body: { min_level: 3 } })
    await running.ended
    expect(await lastOf(id)).toMatchObject({ status: 'complete', model: 'modele-1', level: 1 })
    await ask(id, 'Et quel est le tarif de la piscine ?')
    expect(await lastOf(id)).toMatchObject({ model: 'modele-3', level: 3, model_reason: 'level', expected_model: 'modele-1', needed_level: 3 })
  })

  it('is of the level of the assistant that is being tried, before it is saved', async () => {
    await open(1, 2, 3)
    const tried = async (more: object) => {
      const { text } = await bench.app.call(chat.stream, {
        token: ana.token,
        headers: { accept: 'text/event-stream' },
        body: { messageHistory: [{ role: 'system', content: 'Vous aidez.' }, ...turn('Bonjour ?').messageHistory], ...more },
      })
      return JSON.parse(/^event: done\ndata: (.*)$/m.exec(text)![1]!)
    }
    expect(await tried({ min_level: 2 })).toMatchObject({ model: 'modele-2', level: 2 })
    expect(await tried({ min_level: 2, model_id: 'modele-3' })).toMatchObject({ model: 'modele-3', level: 3 })
    expect(await tried({ min_level: 3, model_id: 'modele-1' })).toMatchObject({
      model: 'modele-3',
      model_reason: 'level',
      expected_model: 'modele-1',
      needed_level: 3,
    })
    expect(receivedBy(1)).toEqual([])
  })

  it('is of the level that a category was created with', async () => {
    await open(1, 3)
    const { token } = ana
    const { body } = await bench.app.call(routes.documentCategories.create, { token, body: { name: 'Paie', min_level: 3 } })
    expect(body).toMatchObject({ min_level: 3 })
    for (const min_level of [0, 4, '3'] as never[])
      expect((await bench.app.call(routes.documentCategories.create, { token, body: { name: 'Primes', min_level } })).status).toBe(422)
    await addToLibrary(bench.app, ana, 'primes.md', 'La prime de nuit : FAIT-10001 vaut 3 euros.', { category: 'Paie' })
    const id = await converse({ library: 'Paie' })
    await ask(id, 'Combien vaut la prime de nuit ?')
    expect(await lastOf(id)).toMatchObject({ model: 'modele-3', level: 3, needed_level: 3 })
    expect(receivedBy(1)).toEqual([])
  })

  it('does not depend on other people: they set no level of a file that is not theirs', async () => {
    await open(1, 3)
    const bea = await bench.app.createUser({ is_admin: true })
    const withFile = async ({ token }: TestUser) => {
      const { id } = (await bench.app.call(conversations.findOrCreate, { token, body: {} })).body
      const form = new FormData()
      form.append('document', new Blob(['La prime.']), 'prime.md')
      const { body } = await bench.app.call(conversations.addFiles, { token, params: { id }, form })
      return { id, document_id: body.files[0]!.document_id! }
    }
    const [own, others] = [await withFile(ana), await withFile(bea)]
    const setLevel = ({ token }: TestUser, params: typeof own, min_level: 1 | 3) =>
      bench.app.call(conversations.setDocumentLevel, { token, params, body: { min_level } })
    expect((await setLevel(ana, own, 3)).status).toBe(200)
    for (const params of [own, { ...others, document_id: own.document_id }, { ...own, document_id: others.document_id }])
      expect((await setLevel(bea, params, 1)).status).toBe(404)
    expect((await bench.app.db.selectFrom('document').where('id', '=', own.document_id).select('min_level').executeTakeFirstOrThrow()).min_level).toBe(3)
  })

  it('has the level that its own request needed, while an administrator changes it under two at once', async () => {
    await open(1, 3)
    const assistant_id = await newAssistant(bench, ana.token, {})
    for (const min_level of [3, 1, 3] as const) {
      const ids = [await converse({ assistant_id }), await converse({ assistant_id, project_id: null, library: 'autre' })]
      await Promise.all([
        ...ids.map((id) => ask(id, 'Bonjour ?')),
        bench.app.call(routes.assistants.update, { token: ana.token, params: { id: assistant_id }, body: { min_level } }),
      ])
    }
    const rows = await bench.app.db.selectFrom('message').where('role', '=', 'assistant').select(['level', 'needed_level']).execute()
    expect(rows).toHaveLength(6)
    expect(rows.filter(({ level, needed_level }) => level! < needed_level!)).toEqual([])
    expect(receivedBy(1)).toHaveLength(rows.filter(({ level }) => level === 1).length)
  })
})

it('the ledger and the messages agree on the model in random failures', async () => {
  await open(1, 2, 3)
  const id = await converse({})
  const modes: FaultMode[] = ['normal', '503', '401', 'coupure-avant', 'coupure', 'html', 'vide', 'erreur-dans-flux', 'longueur', '429:60']
  let before = await ledger()
  const answered = new Set<string | null>()
  for (let asked = 0; asked < 40; asked += 1) {
    bench.advance(60_000)
    // A fixed walk through the pairs of failures: of the first model, then of the one that follows.
    const content = `Question ${asked}`
    bench.serverOf(1).fail(modes[asked % modes.length]!)
    bench.serverOf(2).fail(modes[(asked * 7 + (asked >> 2)) % modes.length]!)
    const reply = await openReply(`${bench.url}/api/chat/mistral/stream`, ana.token, { body: { conversation_id: id, ...turn(content) } })
    await reply.ended
    const { model } = await lastOf(id)
    const after = await ledger()
    const changed = after.filter((row) => row.replies !== (before.find((former) => former.model === row.model)?.replies ?? 0))
    if (model) expect(changed.map((row) => row.model)).toEqual([model])
    answered.add(model ?? null)
    before = after
  }
  expect(answered).toEqual(new Set(['modele-1', 'modele-2', 'modele-3']))
})

it('the list of models says which answer, within 30 s of a stop and 60 s of a start', async () => {
  await open(1, 3)
  const availability = async () =>
    Object.fromEntries((await bench.app.call(routes.models.list, { token: ana.token })).body.map(({ id, available }) => [id, available]))
  expect(await availability()).toEqual({ 'modele-1': true, 'modele-3': true })
  await bench.serverOf(3).stop()
  bench.advance(15_000)
  await availability()
  bench.advance(15_000)
  expect(await availability()).toEqual({ 'modele-1': true, 'modele-3': false })
  await bench.serverOf(3).start()
  bench.advance(30_000)
  await availability()
  bench.advance(30_000)
  expect(await availability()).toEqual({ 'modele-1': true, 'modele-3': true })
})
