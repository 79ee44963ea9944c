import { routes, type PackDecision, type PackPreview } from '@parvis/contract'
import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { seedInstance } from '../../setup/seed-instance.ts'
import { textFile } from '../../testing/matrix/matrix-rule.ts'
import { anotherApp, openTestApp, people } from '../../testing/open-test-app.ts'

const { packs, assistants, prompts, assistantCategories, assistantVersions } = routes

const app = openTestApp()
const { admin } = people(app, { admin: { username: 'administratrice', is_admin: true } })
beforeAll(async () => {
  await app.db.transaction().execute((db) => seedInstance(db, 'administratrice'))
})
beforeEach(() => void (app.logs.length = 0))

const formOf = (content: unknown, fields: Record<string, string> = {}) => {
  const text = typeof content === 'string' ? content : content instanceof Uint8Array ? new Uint8Array(content) : JSON.stringify(content)
  return textFile('file', 'pack.json', text, fields)
}
const preview = (content: unknown) => app.call(packs.preview, { token: admin.token, form: formOf(content) })
const apply = (content: unknown, { fingerprint }: Pick<PackPreview, 'fingerprint'>, decisions: Record<string, PackDecision> = {}, more: object = {}) =>
  app.call(packs.import, { token: admin.token, form: formOf(content, { fingerprint, decisions: JSON.stringify(decisions), ...more }) })
const exported = async (selection: object = {}) => (await app.call(packs.export, { token: admin.token, body: selection })).text
const pack = (parts: object) => ({ format: 'parvis-pack', version: 1, ...parts })
const assistant = (name: string, more: object = {}) => ({ name, description: 'Aide', prompt_content: 'Tu aides.', category: 'Finances', ...more })
const everything = async () =>
  JSON.stringify(
    await Promise.all(
      (['assistant_category', 'document_category', 'document_category_alias', 'assistant', 'assistant_version', 'prompt'] as const).map((table) =>
        app.db.selectFrom(table).selectAll().execute(),
      ),
    ),
  )
const named = async (name: string) => (await app.call(assistants.list, { token: admin.token })).body.filter((one) => one.name === name)

test('ACC-08 nothing here answers without a session, nor to who is not an administrator', async () => {
  const agent = await app.createUser()
  for (const token of [undefined, agent.token]) {
    const status = token === undefined ? 401 : 403
    expect((await app.call(packs.export, { token, body: {} })).status).toBe(status)
    for (const route of [packs.preview, packs.import]) expect((await app.call(route, { token, form: formOf(pack({})) })).status).toBe(status)
  }
})

test('importing one’s own export changes nothing, twice', async () => {
  const file = await exported()
  const before = await everything()
  for (let time = 0; time < 2; time += 1) {
    const seen = (await preview(file)).body
    expect(seen.items.length).toBeGreaterThan(30)
    expect(new Set(seen.items.map(({ state }) => state))).toEqual(new Set(['identical']))
    const done = await apply(file, seen)
    expect([done.status, done.body.unchanged, done.body.created, done.body.replaced]).toEqual([200, seen.items.length, 0, 0])
  }
  expect(await everything()).toBe(before)
  expect(await exported()).toBe(file)
})

test('a commune gives its pack to another, which has nothing: the same catalogue arrives, and its own export is the same', async () => {
  const file = await exported()
  const other = await anotherApp()
  const chief = await other.createUser({ is_admin: true })
  const seen = (await other.call(packs.preview, { token: chief.token, form: formOf(file) })).body
  expect(seen.items.filter(({ state, kind }) => state !== 'new' && kind !== 'document_category')).toEqual([])
  const done = await other.call(packs.import, { token: chief.token, form: formOf(file, { fingerprint: seen.fingerprint }) })
  expect(done.status, done.text).toBe(200)
  expect((await other.call(packs.export, { token: chief.token, body: {} })).text).toBe(file)
  const [first] = (await other.call(assistants.list, { token: chief.token })).body
  const versions = (await other.call(assistantVersions.list, { token: chief.token, params: { id: first!.id } })).body
  expect(versions.map(({ number, author }) => [number, author === null])).toEqual([[1, false]])
})

test('an export holds what is chosen, and the categories of its assistants', async () => {
  const [one] = (await app.call(assistants.list, { token: admin.token })).body
  const [note] = (await app.call(prompts.list, { token: admin.token })).body
  const answer = await app.call(packs.export, {
    token: admin.token,
    body: { assistant_ids: [one!.id], prompt_ids: [note!.id], assistant_category_ids: [], document_category_ids: [] },
  })
  const held = JSON.parse(answer.text) as Record<string, { name: string; category?: string }[]>
  expect([held['assistants']!.map(({ name }) => name), held['prompts']!.map(({ name }) => name), held['document_categories']]).toEqual([
    [one!.name],
    [note!.name],
    [],
  ])
  expect(held['assistant_categories']).toEqual([{ name: one!.category.name, icon: one!.category.icon }])
  expect(answer.headers['content-disposition']).toMatch(/^attachment; .*parvis-pack-\d{4}-\d\d-\d\d\.json/)
  // The pack contains no ids, people or counts.
  expect(answer.text).not.toMatch(/usage_count|created_at|author|"id"/)
  expect(answer.text).not.toContain(one!.id)
})

test('what differs is shown side by side, and is ignored, replaced or kept beside; a version is kept of what is replaced', async () => {
  const [category] = (await app.call(assistantCategories.list, { token: admin.token })).body
  const made = (
    await app.call(assistants.create, {
      token: admin.token,
      body: { name: 'Budget de ville', description: 'Ici', prompt_content: 'Tu comptes.', category_id: category!.id, is_active: false },
    })
  ).body
  const file = pack({ assistants: [{ ...assistant('BUDGET DE VILLE', { prompt_content: 'Tu recomptes.', category: category!.name }), is_active: true }] })
  const seen = (await preview(file)).body
  expect(seen.items).toEqual([
    {
      path: 'assistants[0]',
      kind: 'assistant',
      name: 'BUDGET DE VILLE',
      state: 'conflict',
      differences: [
        { field: 'name', current: 'Budget de ville', incoming: 'BUDGET DE VILLE' },
        { field: 'description', current: 'Ici', incoming: 'Aide' },
        { field: 'prompt_content', current: 'Tu comptes.', incoming: 'Tu recomptes.' },
      ],
      left_out: [],
      missing_model: null,
    },
  ])
  const before = await everything()
  expect((await apply(file, seen)).body).toMatchObject({ ignored: 1, replaced: 0 })
  expect((await apply(file, seen, { 'assistants[0]': 'create' })).body).toMatchObject({ ignored: 1, created: 0 })
  expect(await everything()).toBe(before)
  expect((await apply(file, seen, { 'assistants[0]': 'rename' }, { as_inactive: 'true' })).body.renamed).toBe(1)
  expect((await named('BUDGET DE VILLE (2)'))[0]).toMatchObject({ prompt_content: 'Tu recomptes.', is_active: false })
  expect((await named('Budget de ville'))[0]).toMatchObject({ prompt_content: 'Tu comptes.' })
  // A numbered copy is recognised: importing again makes no third one.
  expect((await preview(file)).body.items[0]!.state).toBe('identical')
  await app.call(assistants.remove, { token: admin.token, params: { id: (await named('BUDGET DE VILLE (2)'))[0]!.id } })
  const later = (await preview(file)).body
  expect((await apply(file, later, { 'assistants[0]': 'replace' })).body.replaced).toBe(1)
  // The same assistant, with its visibility unchanged and its previous text one version back.
  expect((await named('BUDGET DE VILLE'))[0]).toMatchObject({ id: made.id, prompt_content: 'Tu recomptes.', is_active: false })
  const versions = (await app.call(assistantVersions.list, { token: admin.token, params: { id: made.id } })).body
  expect(versions.map(({ number }) => number)).toEqual([2, 1])
})

test('categories: replaced, kept beside with the assistants of the pack, or needed and ignored', async () => {
  const file = pack({
    assistant_categories: [{ name: 'finances', icon: 'Zap' }],
    document_categories: [{ name: 'Reglementation', display_name: 'Textes' }],
    assistants: [assistant('Dette', { category: 'FINANCES' })],
    prompts: [{ name: 'Note de dette', content: 'Résume.' }],
  })
  const seen = (await preview(file)).body
  expect(seen.items.map(({ state, differences }) => [state, differences.map(({ field }) => field).join()])).toEqual([
    ['conflict', 'name,icon'],
    ['conflict', 'name,display_name'],
    ['new', ''],
    ['new', ''],
  ])
  const done = await apply(file, seen, { 'assistant_categories[0]': 'rename', 'document_categories[0]': 'replace', 'prompts[0]': 'ignore' })
  expect(done.body).toMatchObject({ renamed: 1, replaced: 1, created: 1, ignored: 1, unchanged: 0 })
  expect((await named('Dette'))[0]!.category).toMatchObject({ name: 'finances (2)', icon: 'Zap' })
  const shown = (await app.call(routes.documentCategories.list, { token: admin.token })).body
  expect(shown.find(({ name }) => name === 'Reglementation')).toMatchObject({ display_name: 'Textes' })
  const orphan = pack({ assistant_categories: [{ name: 'Port de plaisance' }], assistants: [assistant('Amarres', { category: 'port de plaisance' })] })
  const harbour = (await preview(orphan)).body
  const before = await everything()
  const refused = await apply(orphan, harbour, { 'assistant_categories[0]': 'ignore' })
  expect([refused.status, refused.error.code]).toEqual([422, 'packs.category_needed'])
  expect(refused.error.error).toContain('assistants[0] a besoin de la catégorie «\u00a0port de plaisance\u00a0»')
  expect(await everything()).toBe(before)
  expect((await apply(orphan, harbour, { 'assistant_categories[0]': 'ignore', 'assistants[0]': 'ignore' })).body.ignored).toBe(2)
})

test('a preview that is no longer true is refused, and a failure half way leaves nothing', async () => {
  const file = pack({ assistants: [assistant('Deux fois')], document_categories: [{ name: 'Neuve', display_name: 'Code' }] })
  const seen = (await preview(file)).body
  const before = await everything()
  // Its displayed name is another category's, which is found only when the second item is written.
  expect([(await apply(file, seen)).error.code, await everything()]).toEqual(['library.category_taken', before])
  const fine = pack({ assistants: [assistant('Deux fois')] })
  const first = (await preview(fine)).body
  const both = await Promise.all([apply(fine, first), apply(fine, first)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)!.error.code).toBe('packs.changed')
  expect(await named('Deux fois')).toHaveLength(1)
})

test.each([
  ['no file', '', 'packs.file_required', ''],
  ['no JSON', '{"format":', 'packs.not_json', ''],
  ['bytes that are no UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), 'packs.not_json', ''],
  ['another file', { nom: 'x' }, 'packs.invalid', 'format'],
  ['a list', [1], 'packs.invalid', 'le fichier'],
  ['a later version', { format: 'parvis-pack', version: 3 }, 'packs.version', ''],
  ['a level that does not exist', pack({ assistants: [assistant('A', { min_level: 4 })] }), 'packs.invalid', 'assistants[0].min_level'],
  ['a level as text', pack({ document_categories: [{ name: 'A', display_name: 'A', min_level: '3' }] }), 'packs.invalid', 'document_categories[0].min_level'],
  ['a model that is no label', pack({ assistants: [assistant('A', { model: { base_url: 'x' } })] }), 'packs.invalid', 'assistants[0].model'],
  ['fields of a form', pack({ prompts: [{ name: 'A', content: 'x', form_fields: [{}] }] }), 'packs.invalid', 'prompts[0].form_fields'],
  ['no list', pack({ assistants: 'tous' }), 'packs.invalid', 'assistants'],
  ['a blank name', pack({ assistants: [assistant('A'), assistant('B'), assistant('C'), assistant(' ')] }), 'packs.invalid', 'assistants[3].name'],
  ['a huge text', pack({ assistants: [assistant('A', { prompt_content: 'x'.repeat(20_001) })] }), 'packs.invalid', 'assistants[0].prompt_content'],
  ['an icon from elsewhere', pack({ assistants: [assistant('A', { icon: 'https://ailleurs.invalid/x.svg' })] }), 'packs.invalid', 'assistants[0].icon'],
  ['a text that is none', pack({ prompts: [{ name: 'A', content: { $ne: null } }] }), 'packs.invalid', 'prompts[0].content'],
  ['a NUL', pack({ prompts: [{ name: 'A', content: 'a\0b' }] }), 'packs.invalid', 'prompts[0].content'],
  ['markup in a category', pack({ assistant_categories: [{ name: '<img src=x>' }] }), 'packs.invalid', 'assistant_categories[0].name'],
  [
    'the same category twice',
    pack({ document_categories: ['RH', 'rh'].map((name) => ({ name, display_name: name })) }),
    'packs.invalid',
    'document_categories[1].name',
  ],
  ['a category from nowhere', pack({ assistants: [assistant('A', { category: 'Nulle part' })] }), 'packs.invalid', 'assistants[0].category'],
  ['too many', pack({ prompts: Array.from({ length: 1_001 }, (_, i) => ({ name: `P${i}`, content: 'x' })) }), 'packs.invalid', 'prompts'],
  ['too much', `"${'x'.repeat(10 * 1024 * 1024)}"`, 'packs.too_large', ''],
])('a pack with %s is refused in French, and says where', async (_, content, code, place) => {
  const before = await everything()
  for (const answer of [await preview(content), await apply(content, { fingerprint: 'x' })]) {
    expect(answer.error.code).toBe(code)
    if (place !== '') {
      expect(Object.keys(answer.error.fields ?? {})).toContain(place)
      expect(answer.error.error).toContain(`${place}\u00a0: `)
    }
  }
  expect(await everything()).toBe(before)
})

test('INJ-11 a hostile pack is data: keys of the language, markup, formulas and SQL arrive as the texts they are', async () => {
  const words = `<script>alert(1)</script> ![x](https://ailleurs.invalid/?q=1) '; drop table assistant; -- =cmd|' /C calc'!A0 \${7*7}`
  const file = `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"format":"parvis-pack","version":1,
    "assistants":[${JSON.stringify({ ...assistant('Hostile'), description: words, prompt_content: words, id: admin.id, usage_count: 9, created_at: 'x' })}],
    "prompts":[{"name":"__proto__","content":${JSON.stringify(words)},"__proto__":{"polluted":1}}],"app_user":[{"is_admin":true}]}`
  const seen = await preview(file)
  expect(seen.status, seen.text).toBe(200)
  expect((await apply(file, seen.body, { __proto__: 'ignore', 'toString()': 'replace' } as never)).body.created).toBe(2)
  const [made] = await named('Hostile')
  expect(made).toMatchObject({ description: words, prompt_content: words, usage_count: 0 })
  expect(made!.id).not.toBe(admin.id)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  // The log contains nothing of the pack: ids and outcomes only.
  expect(app.logs.join()).not.toMatch(/alert|Hostile|ailleurs/)
  expect(app.logs.join()).toContain('"audit":"packs.import"')
})

test('the choices of an import are read with the same care', async () => {
  const file = pack({ prompts: [{ name: 'Choix', content: 'x' }] })
  const { fingerprint } = (await preview(file)).body
  const send = (fields: Record<string, string>) => app.call(packs.import, { token: admin.token, form: formOf(file, fields) })
  for (const decisions of ['{', '[]', '"x"', '{"prompts[0]":"delete"}', '{"prompts[0]":null}', '1'])
    expect((await send({ fingerprint, decisions })).status).toBe(422)
  expect((await send({})).error.fields).toHaveProperty('fingerprint')
  expect((await send({ fingerprint, as_inactive: 'peut-être' })).status).toBe(422)
  expect((await app.call(packs.export, { token: admin.token, body: { assistant_ids: ['x'] } })).status).toBe(422)
})

test('NET-05 whatever the file holds, it is read or refused', async () => {
  const odd = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>(null, '', '\ud800', '\0', [], {}, 1e308, 'x'.repeat(300)))
  const item = fc.dictionary(
    fc.constantFrom('name', 'description', 'prompt_content', 'category', 'icon', 'is_active', 'content', 'display_name', '__proto__'),
    odd,
  )
  const list = fc.oneof(fc.array(item, { maxLength: 4 }), odd)
  const file = fc.record({
    format: fc.constant('parvis-pack'),
    version: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, odd),
    assistants: list,
    prompts: list,
    assistant_categories: list,
    document_categories: list,
  })
  await fc.assert(
    fc.asyncProperty(fc.oneof(file, odd), async (content) => {
      const answer = await preview(content)
      expect([200, 422], answer.text).toContain(answer.status)
    }),
    { numRuns: 150, seed: 20261121 },
  )
  for (const content of ['['.repeat(100_000), `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`, '\ufeff{}', 'null'])
    expect((await preview(content)).status).toBe(422)
  expect(app.logs.filter((line) => line.includes('unexpected error'))).toEqual([])
})
