import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { textFile } from '../../testing/matrix/matrix-rule.ts'
import { anotherApp, newCategory, openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

const { assistants, assistantVersions, packs } = routes

const app = openTestApp()
const { admin, agent } = people(app, { admin: { is_admin: true }, agent: {} })
let category_id: string
let id: string
const fields = { name: 'Actes', description: 'Rédige.', prompt_content: 'Tu rédiges.' }
const offered = ['Rédigez un arrêté.', 'Par où commencer\u00a0?']

beforeAll(async () => void (category_id = await newCategory(app.db)))
beforeEach(async () => {
  id = (await app.call(assistants.create, { body: { ...fields, category_id, starters: offered }, token: admin.token })).body.id
})

const update = (body: object, token = admin.token) => app.call(assistants.update, { params: { id }, body, token })
const startersFor = async ({ token }: TestUser) => (await app.call(assistants.get, { params: { id }, token })).body.starters
const versions = async () => (await app.call(assistantVersions.list, { params: { id }, token: admin.token })).body

test('everybody reads them, in their order; only an administrator writes them', async () => {
  expect(await startersFor(agent)).toEqual(offered)
  expect((await app.call(assistants.get, { params: { id } })).status).toBe(401)
  expect((await update({ starters: [] }, agent.token)).status).toBe(403)
  expect(await startersFor(agent)).toEqual(offered)
})

test('an assistant has none unless it is given some', async () => {
  const { body } = await app.call(assistants.create, { body: { ...fields, category_id }, token: admin.token })
  expect(body.starters).toEqual([])
})

test('four at the most, of one line and 200 characters, each once: anything else is refused and changes nothing', async () => {
  const four = ['  Un ? ', 'x'.repeat(200), 'Trois', 'Quatre']
  expect((await update({ starters: four })).body.starters).toEqual(four.map((text) => text.trim()))
  for (const starters of [[...four, 'Cinq'], ['x'.repeat(201)], ['Un', '  '], ['Deux\nlignes'], ['Même', ' Même '], 'Un', [1], null]) {
    const refused = await update({ starters })
    expect([refused.status, refused.error.code], JSON.stringify(starters)).toEqual([422, 'request.invalid'])
    expect(Object.keys(refused.error.fields ?? {})[0]).toMatch(/^starters/)
  }
  expect(await startersFor(agent)).toEqual(four.map((text) => text.trim()))
})

test('the database refuses as much by itself', async () => {
  for (const wrong of [['1', '2', '3', '4', '5'], [' '], ['x'.repeat(201)], ['Même', 'Même'], [null]]) {
    const write = (table: 'assistant' | 'assistant_version') => sql`update ${sql.table(table)} set starters = ${wrong}::text[]`.execute(app.db)
    await expect(write('assistant'), JSON.stringify(wrong)).rejects.toMatchObject({ code: '23514' })
    await expect(write('assistant_version'), JSON.stringify(wrong)).rejects.toMatchObject({ code: '23514' })
  }
})

test('a change of them makes a version, which gives them back', async () => {
  await update({ starters: ['Une autre\u00a0?'] })
  await update({ starters: ['Une autre\u00a0?'] })
  expect((await versions()).map(({ number, changed }) => [number, changed])).toEqual([
    [2, ['starters']],
    [1, []],
  ])
  const first = await app.call(assistantVersions.get, { params: { id, number: '1' }, token: admin.token })
  expect(first.body.starters).toEqual(offered)
  await app.call(assistantVersions.restore, { params: { id, number: '1' }, token: admin.token })
  expect(await startersFor(agent)).toEqual(offered)
})

test('whoever writes over what another saved is told so', async () => {
  const { updated_at } = (await app.call(assistants.get, { params: { id }, token: admin.token })).body
  app.travel(1_000)
  await update({ starters: ['Une autre\u00a0?'] })
  const late = await update({ starters: [], expected_updated_at: updated_at })
  expect([late.status, late.error.code]).toEqual([409, 'request.stale'])
  expect(await startersFor(agent)).toEqual(['Une autre\u00a0?'])
})

test('a pack carries them; one written before they existed leaves those that are here', async () => {
  await update({ name: 'Porteur' })
  const formOf = (content: string, more: Record<string, string> = {}) => textFile('file', 'pack.json', content, more)
  const preview = async (content: string) => (await app.call(packs.preview, { token: admin.token, form: formOf(content) })).body
  const replaceAll = async (content: string) => {
    const { fingerprint, items } = await preview(content)
    const decisions = JSON.stringify(Object.fromEntries(items.filter(({ state }) => state === 'conflict').map(({ path }) => [path, 'replace'])))
    expect((await app.call(packs.import, { token: admin.token, form: formOf(content, { fingerprint, decisions }) })).status).toBe(200)
  }
  const exported = (await app.call(packs.export, { token: admin.token, body: { assistant_ids: [id], prompt_ids: [], document_category_ids: [] } })).text
  const whole = JSON.parse(exported) as { assistants: [{ starters?: string[]; description: string }] }
  expect(whole.assistants[0].starters).toEqual(offered)

  await update({ starters: ['Une autre\u00a0?'] })
  const differences = (await preview(exported)).items.flatMap((item) => item.differences)
  expect(differences).toEqual([{ field: 'starters', current: 'Une autre\u00a0?', incoming: offered.join('\n') }])
  await replaceAll(exported)
  expect(await startersFor(agent)).toEqual(offered)

  const { starters: _, ...old } = whole.assistants[0]
  const before = { ...whole, assistants: [old] }
  expect((await preview(JSON.stringify(before))).items.map(({ state }) => state)).toEqual(['identical', 'identical'])
  before.assistants[0]!.description = 'Rédige les actes.'
  await replaceAll(JSON.stringify(before))
  expect(await startersFor(agent)).toEqual(offered)

  const fresh = await anotherApp()
  const chief = await fresh.createUser({ is_admin: true })
  const seen = (await fresh.call(packs.preview, { token: chief.token, form: formOf(JSON.stringify(before)) })).body
  await fresh.call(packs.import, { token: chief.token, form: formOf(JSON.stringify(before), { fingerprint: seen.fingerprint }) })
  expect((await fresh.call(assistants.list, { token: chief.token })).body.map(({ name, starters }) => [name, starters])).toEqual([['Porteur', []]])

  whole.assistants[0].starters = ['Même', 'Même']
  const wrong = await app.call(packs.preview, { token: admin.token, form: formOf(JSON.stringify(whole)) })
  expect([wrong.status, wrong.error.fields]).toEqual([422, { 'assistants[0].starters': 'Deux questions proposées sont les mêmes' }])
})
