import { routes, type PackPreview } from '@parvis/contract'
import { expect, test } from 'vitest'
import { createModels, DEFAULT_TIMEOUTS } from '../../platform/llm/index.ts'
import { textFile } from '../../testing/matrix/matrix-rule.ts'
import { anotherApp } from '../../testing/open-test-app.ts'

const { packs, assistants, assistantCategories } = routes

const formOf = (content: string, fields: Record<string, string> = {}) => textFile('file', 'pack.json', content, fields)
const assistant = (name: string, more: object = {}) => ({ name, description: 'Aide', prompt_content: 'Tu aides.', category: 'Finances', ...more })

test('version 2 carries levels, the choice of model and a preference by label; nothing of a server', async () => {
  const servers = (names: string[]) =>
    createModels({
      kind: 'openai',
      servers: names.map((label) => ({ base_url: 'https://modele.ville.example/v1', api_key: 'sk-secret', model: 'nom-interne', id: `id-${label}`, label })),
      timeouts: DEFAULT_TIMEOUTS,
    })
  const [ours, theirs] = [servers(['Premier', 'Grand modèle']), servers(['Grand modèle'])]
  const [here, there] = [await anotherApp({ models: ours }), await anotherApp({ models: theirs })]
  const [{ token }, { token: chief }] = [await here.createUser({ is_admin: true }), await there.createUser({ is_admin: true })]
  const category_id = (await here.call(assistantCategories.create, { token, body: { name: 'Finances', icon: 'Calculator' } })).body.id
  const fields = { description: 'Aide', prompt_content: 'Tu aides.', category_id }
  await here.call(assistants.create, { token, body: { ...fields, name: 'Paie', min_level: 3, model_id: 'id-Grand modèle', model_choice: true } })
  await here.call(assistants.create, { token, body: { ...fields, name: 'Agenda', model_id: 'id-Premier' } })
  const { id } = (await here.call(routes.documentCategories.create, { token, body: { name: 'RH' } })).body
  await here.call(routes.documentCategories.update, { token, params: { id }, body: { min_level: 2 } })

  const exportOf = async () => (await here.call(packs.export, { token, body: {} })).text
  const file = await exportOf()
  here.travel(60_000)
  expect(await exportOf()).toBe(file)
  expect(JSON.parse(file)).toMatchObject({
    version: 2,
    document_categories: expect.arrayContaining([{ name: 'RH', display_name: 'RH', min_level: 2 }]),
    assistants: [
      { name: 'Agenda', min_level: 1, model: 'Premier', model_choice: false, form_fields: [] },
      { name: 'Paie', min_level: 3, model: 'Grand modèle', model_choice: true, form_fields: [] },
    ],
  })
  expect(file).not.toMatch(/modele\.ville|sk-secret|nom-interne|id-/)

  const read = async (content: string) => (await there.call(packs.preview, { token: chief, form: formOf(content) })).body
  const write = (content: string, { fingerprint }: PackPreview, decisions: object = {}) =>
    there.call(packs.import, { token: chief, form: formOf(content, { fingerprint, decisions: JSON.stringify(decisions) }) })
  const seen = await read(file)
  expect(seen.items.flatMap(({ name, missing_model }) => (missing_model === null ? [] : [[name, missing_model]]))).toEqual([['Agenda', 'Premier']])
  expect(seen.items.flatMap(({ name, min_level }) => (min_level === undefined ? [] : [[name, min_level]]))).toEqual(
    expect.arrayContaining([
      ['RH', 2],
      ['Agenda', 1],
      ['Paie', 3],
    ]),
  )
  expect((await write(file, seen)).body.created).toBe(4)
  const modelsThere = async () =>
    (await there.db.selectFrom('assistant').select(['name', 'min_level', 'model_id', 'model_choice']).orderBy('name').execute()).map((row) =>
      Object.values(row),
    )
  const imported = [
    ['Agenda', 1, null, false],
    ['Paie', 3, 'id-Grand modèle', true],
  ]
  expect(await modelsThere()).toEqual(imported)
  expect((await there.db.selectFrom('document_category').where('name', '=', 'RH').select('min_level').execute()).map(({ min_level }) => min_level)).toEqual([2])
  expect(new Set((await read(file)).items.map(({ state }) => state))).toEqual(new Set(['identical']))

  // A pack of version 1 says nothing of them: what exists keeps its own.
  const { version: _, ...content } = JSON.parse(file) as { version: number; assistants: object[] }
  const first = JSON.stringify({
    ...content,
    version: 1,
    document_categories: [],
    assistants: [assistant('Paie', { prompt_content: 'Tu calcules.' }), assistant('Congés')],
  })
  const before = await read(first)
  expect(before.items.find(({ name }) => name === 'Paie')!.differences.map(({ field }) => field)).toEqual(['prompt_content'])
  expect((await write(first, before, { 'assistants[0]': 'replace' })).status).toBe(200)
  expect(await modelsThere()).toEqual([imported[0], ['Congés', 1, null, false], imported[1]])

  const lower = JSON.stringify({
    format: 'parvis-pack',
    version: 2,
    assistants: [assistant('Paie', { prompt_content: 'Tu calcules.', min_level: 1, model: null, model_choice: false })],
  })
  expect((await read(lower)).items[0]!.differences).toEqual([
    { field: 'min_level', current: '3', incoming: '1' },
    { field: 'model', current: 'Grand modèle', incoming: '' },
    { field: 'model_choice', current: 'true', incoming: 'false' },
  ])
})
