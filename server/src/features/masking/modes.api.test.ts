import { routes, type MaskingMode, type ModelLevel } from '@parvis/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { createLevelsBench, newAssistant, type LevelsBench } from '../../testing/levels-bench.ts'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

const { assistants, chat, conversations, masking, ownAssistants, shares } = routes

let bench: LevelsBench
let ana: TestUser
afterEach(() => bench?.close())

const open = async (mode: MaskingMode, belowLevel: ModelLevel | null = null, levels: readonly ModelLevel[] = [1, 3]) => {
  bench = await createLevelsBench(levels, 1, { masking: { mode, belowLevel, keep: ['Marie Curie'], filePatterns: [] } })
  ana = await bench.app.createUser({ is_admin: true })
}
const converse = async (body: object = {}) => (await bench.app.call(conversations.findOrCreate, { token: ana.token, body })).body.id
const ask = (conversation_id: string, content: string) =>
  bench.app.call(chat.stream, { token: ana.token, body: { conversation_id, messageHistory: [{ role: 'user', content }] } })
const lastSent = (level: ModelLevel = 1) => bench.serverOf(level).requests.at(-1)!.body.messages!
const messagesOf = async (id: string) => (await bench.app.call(conversations.get, { token: ana.token, params: { id } })).body.messages
const describeMasking = async (id: string) => (await bench.app.call(masking.get, { token: ana.token, params: { id } })).body
const question = 'Appelez le 06 39 98 27 43. mode:echo'

describe.each([
  ['non', null, 'non'],
  ['non', 'prevenir', 'prevenir'],
  ['non', 'masquer', 'masquer'],
  ['masquer', 'non', 'non'],
  ['masquer', null, 'masquer'],
  ['prevenir', null, 'prevenir'],
] as const)('settings %s, assistant %s', (mode, own, expected) => {
  it(`is ${expected}`, async () => {
    await open(mode)
    const id = await converse({ assistant_id: await newAssistant(bench, ana.token, { masking: own }) })
    expect((await describeMasking(id)).mode).toBe(expected)
    const preview = (await bench.app.call(masking.preview, { token: ana.token, body: { text: question, conversation_id: id } })).body
    expect([preview.mode, preview.found.length]).toEqual([expected, expected === 'non' ? 0 : 1])
    expect((await ask(id, question)).text).toBe(question)
    expect(lastSent().at(-1)!.content).toBe(expected === 'masquer' ? 'Appelez le [TELEPHONE_1]. mode:echo' : question)
    const [first] = await messagesOf(id)
    if (expected === 'non') expect(first).not.toHaveProperty('masked')
    else expect(first!.masked).toEqual(expected === 'masquer' ? [{ kind: 'telephone', label: '[TELEPHONE_1]', count: 1 }] : [])
  })
})

describe('an assistant of a person', () => {
  it('masks more than the settings, never less', async () => {
    await open('masquer')
    const { body } = await bench.app.call(assistants.get, { token: ana.token, params: { id: await newAssistant(bench, ana.token, { masking: 'non' }) } })
    expect(body.masking).toBe('non')
    const made = { name: 'Le mien', description: 'Essai', prompt_content: 'Vous aidez.', category_id: body.category_id, masking: 'non' as const }
    const { id } = (await bench.app.call(ownAssistants.create, { token: ana.token, body: made })).body
    expect((await describeMasking(await converse({ assistant_id: id }))).mode).toBe('masquer')
  })
})

describe('a level below which a model receives masked texts only', () => {
  it('decides whatever the assistant says, by the level of the model that is called', async () => {
    await open('non', 2)
    const assistant_id = await newAssistant(bench, ana.token, { masking: 'non', model_id: 'modele-3', model_choice: true })
    const id = await converse({ assistant_id })
    expect(await describeMasking(id)).toMatchObject({ mode: 'non', is_forced: false })
    await ask(id, question)
    expect(lastSent(3).at(-1)!.content).toBe(question)
    await bench.serverOf(3).stop()
    await ask(id, question)
    expect(lastSent(1).at(-1)!.content).toBe('Appelez le [TELEPHONE_1]. mode:echo')
    expect((await messagesOf(id)).at(-1)!.content).toBe(question)
    await bench.app.call(conversations.update, { token: ana.token, params: { id }, body: { model_id: 'modele-1' } })
    expect(await describeMasking(id)).toMatchObject({ mode: 'masquer', is_forced: true })
  })
})

describe('`prevenir`', () => {
  it('masks what the person chose before sending, and nothing else', async () => {
    await open('prevenir')
    const id = await converse()
    const put = (body: object) => bench.app.call(masking.update, { token: ana.token, params: { id }, body })
    expect((await put({ add: ['06 39 98 27 43'] })).body.values).toEqual([])
    await ask(id, 'Appelez le 06 39 98 27 43, pas le 06 39 98 27 44. mode:echo')
    expect(lastSent().at(-1)!.content).toBe('Appelez le [TELEPHONE_1], pas le 06 39 98 27 44. mode:echo')
    expect((await messagesOf(id)).map(({ masked }) => masked)).toEqual(
      Array.from({ length: 2 }, () => [{ kind: 'telephone', label: '[TELEPHONE_1]', count: 1 }]),
    )
    const { found } = (
      await bench.app.call(masking.preview, { token: ana.token, body: { text: 'Le 06.39.98.27.43 et le 06 39 98 27 45', conversation_id: id } })
    ).body
    expect(found.map(({ value }) => value)).toEqual(['06 39 98 27 45'])
  })
})

describe('when the masking fails', () => {
  it('nothing leaves, and the person is told', async () => {
    await open('masquer')
    const id = await converse()
    await bench.app.db.schema.alterTable('masking_label').renameTo('masking_label_away').execute()
    const { status, error } = await ask(id, question)
    await bench.app.db.schema.alterTable('masking_label_away').renameTo('masking_label').execute()
    expect([status, error.code]).toEqual([503, 'llm.masking_failed'])
    expect(error.error).toMatch(/n’ont pas pu être masquées.*rien n’a été envoyé/)
    expect(bench.servers.flatMap(({ requests }) => requests)).toEqual([])
    expect((await ask(id, question)).text).toContain(question)
  })
})

describe('a question about a masked value', () => {
  it('comes with the instruction to say that it is masked', async () => {
    await open('masquer')
    await ask(await converse(), 'Quelle est la clé de ce NIR : 2 69 05 49 588 157 80 ?')
    expect(lastSent().at(-1)!.content).toBe('Quelle est la clé de ce NIR : [NIR_1] ?')
    expect(lastSent()[0]).toMatchObject({
      role: 'system',
      content: expect.stringMatching(/calculer la clé d’un numéro.*dites que cette donnée vous est masquée/s),
    })
  })
})

describe('a copy of a shared conversation', () => {
  it('numbers its values again, from its own messages', async () => {
    await open('masquer')
    const bea = await bench.app.createUser()
    const id = await converse()
    await ask(id, 'Écrivez à a@exemple.fr.')
    await bench.app.db.deleteFrom('message').where('conversation_id', '=', id).where('content', 'like', 'Écrivez%').execute()
    await ask(id, 'Écrivez à b@exemple.fr. mode:echo')
    expect(lastSent().at(-1)!.content).toBe('Écrivez à [COURRIEL_2]. mode:echo')
    const share = await bench.app.call(shares.create, { token: ana.token, params: { id }, body: { people: [bea.id] } })
    const copied = await bench.app.call(shares.continue, { token: bea.token, params: { id: share.body.id } })
    const copy = copied.body.conversation.id
    await bench.app.call(chat.stream, { token: bea.token, body: { conversation_id: copy, messageHistory: [{ role: 'user', content: 'Et à b@exemple.fr ?' }] } })
    expect(lastSent().at(-1)!.content).toBe('Et à [COURRIEL_1] ?')
  })
})

describe('the demonstration model', () => {
  const app = openTestApp({ config: { masking: { mode: 'masquer', belowLevel: 3, keep: [], filePatterns: [] } } })
  const { user } = people(app, { user: {} })

  it('is not masked: nothing leaves', async () => {
    const { id } = (await app.call(conversations.findOrCreate, { token: user.token, body: {} })).body
    const body = { conversation_id: id, messageHistory: [{ role: 'user' as const, content: question }] }
    expect((await app.call(chat.stream, { token: user.token, body })).status).toBe(200)
    expect(await app.db.selectFrom('masking_label').selectAll().execute()).toEqual([])
    expect((await app.call(masking.get, { token: user.token, params: { id } })).body.mode).toBe('non')
  })
})
