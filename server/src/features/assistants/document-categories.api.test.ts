import { limits, routes } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dropEmptyCategories } from '../documents/categories.ts'
import { textFile } from '../../testing/matrix/matrix-rule.ts'
import { anotherApp, openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

const { assistants, assistantVersions, documentCategories, packs } = routes

const app = openTestApp()
const { admin, agent } = people(app, { admin: { is_admin: true }, agent: {} })
let category_id: string
let id: string
/** Document categories, by name. */
let paie: string
let statut: string
const fields = { name: 'Actes', description: 'Rédige.', prompt_content: 'Tu rédiges.' }

beforeAll(async () => {
  category_id = (await app.db.insertInto('assistant_category').values({ name: 'Actes', icon: 'FileText' }).returning('id').executeTakeFirstOrThrow()).id
})
let count = 0
beforeEach(async () => {
  count += 1
  paie = await newCategory(`Paie ${count}`)
  statut = await newCategory(`Statut ${count}`)
  id = (await create({ document_category_ids: [statut, paie] })).body.id
})

const create = (more: object = {}) => app.call(assistants.create, { body: { ...fields, category_id, ...more }, token: admin.token })
const update = (body: object, token = admin.token) => app.call(assistants.update, { params: { id }, body, token })
const newCategory = async (name: string) => (await app.call(documentCategories.create, { token: admin.token, body: { name } })).body.id
const rename = (one: string, name: string) => app.call(documentCategories.update, { token: admin.token, params: { id: one }, body: { name } })
const remove = (one: string, move_to?: string) =>
  app.call(documentCategories.remove, { token: admin.token, params: { id: one }, query: move_to === undefined ? {} : { move_to } })
const read = async (token = agent.token) => (await app.call(assistants.get, { params: { id }, token })).body
const asked = async () => (await read()).document_categories
const versions = async () => (await app.call(assistantVersions.list, { params: { id }, token: admin.token })).body
const version = async (number: number) => (await app.call(assistantVersions.get, { params: { id, number: String(number) }, token: admin.token })).body
const restore = async (number: number) => (await app.call(assistantVersions.restore, { params: { id, number: String(number) }, token: admin.token })).body

describe('the documents of an assistant', () => {
  test('everybody reads which, as the library names them; only an administrator chooses them', async () => {
    await app.call(documentCategories.update, { token: admin.token, params: { id: paie }, body: { display_name: `Éléments de paie ${count}` } })
    expect((await read()).document_category_ids).toEqual([paie, statut].toSorted())
    expect(await asked()).toEqual([`Éléments de paie ${count}`, `Statut ${count}`])
    expect((await update({ document_category_ids: [] }, agent.token)).status).toBe(403)
    expect(await asked()).toHaveLength(2)
    expect((await create()).body).toMatchObject({ document_category_ids: [], document_categories: [] })
  })

  test('a change of other fields leaves them; an empty list takes them away', async () => {
    await update({ description: 'Autre.' })
    expect(await asked()).toHaveLength(2)
    expect((await update({ document_category_ids: [] })).body.document_categories).toEqual([])
  })

  test('ten at the most, each once, and each there: anything else is refused and changes nothing', async () => {
    const many: string[] = []
    for (let at = 0; at <= limits.assistantDocumentCategories; at += 1) many.push(await newCategory(`Série ${count} ${at}`))
    for (const [wrong, code] of [
      [many, 'request.invalid'],
      [[paie, paie], 'request.invalid'],
      [['paie'], 'request.invalid'],
      [[paie, randomUUID()], 'assistants.document_category_unknown'],
      [[paie, paie.toUpperCase()], null],
    ] as const) {
      const refused = await update({ name: 'Changé', document_category_ids: wrong })
      expect(refused.status, JSON.stringify(wrong)).toBe(422)
      if (code !== null) expect(refused.error.code).toBe(code)
      expect(Object.keys(refused.error.fields ?? {})[0]).toMatch(/^document_category_ids/)
    }
    expect((await create({ document_category_ids: [randomUUID()] })).error.code).toBe('assistants.document_category_unknown')
    expect(await read()).toMatchObject({ name: 'Actes', document_category_ids: [paie, statut].toSorted() })
    expect((await update({ document_category_ids: many.slice(1) })).status).toBe(200)
    expect(await asked()).toHaveLength(limits.assistantDocumentCategories)
  })

  test('the database refuses an eleventh, whatever a program does', async () => {
    const add = (place: number) => app.db.insertInto('assistant_document_category').values({ assistant_id: id, category_id, place }).execute()
    await expect(add(11)).rejects.toMatchObject({ code: '23514' })
    await expect(add(1)).rejects.toMatchObject({ code: '23505' })
    await expect(add(3)).rejects.toMatchObject({ code: '23503' })
  })

  test('whoever writes over what another saved is told so, with what is kept', async () => {
    const { updated_at } = await read()
    app.travel(1_000)
    await update({ document_category_ids: [paie] })
    const late = await update({ document_category_ids: [], expected_updated_at: updated_at })
    expect([late.status, late.error.code]).toEqual([409, 'request.stale'])
    expect((late.error as { changed?: unknown }).changed).toMatchObject({ current: { document_category_ids: [paie] } })
    expect((await read()).document_category_ids).toEqual([paie])
  })

  test('two changes at once leave the documents of one of them', async () => {
    const answers = await Promise.all([[paie], [statut], [], [statut, paie]].map((document_category_ids) => update({ document_category_ids })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(answers.map(({ body }) => JSON.stringify(body.document_category_ids))).toContain(JSON.stringify((await read()).document_category_ids))
  })
})

describe('a category that changes', () => {
  test('renamed, it is asked by its new name, without a version', async () => {
    await rename(paie, `Salaires ${count}`)
    await app.call(documentCategories.update, { token: admin.token, params: { id: paie }, body: { display_name: `Salaires ${count}` } })
    expect(await asked()).toEqual([`Salaires ${count}`, `Statut ${count}`])
    await update({ icon: 'Heart' })
    expect(await versions()).toHaveLength(1)
  })

  test('deleted, it is asked no more; moved, the one that received its documents is, once', async () => {
    const received = await newCategory(`Archives ${count}`)
    await remove(paie, received)
    expect(await asked()).toEqual([`Archives ${count}`, `Statut ${count}`])
    await remove(received, statut)
    expect(await asked()).toEqual([`Statut ${count}`])
    await remove(statut)
    expect(await asked()).toEqual([])
  })

  test('one that an assistant asks does not go with its last document; it does once it is asked no more', async () => {
    await app.db.updateTable('document_category').set({ is_known: false }).where('id', 'in', [paie, statut]).execute()
    await update({ document_category_ids: [paie] })
    await dropEmptyCategories(app.db)
    const left = async () => (await app.db.selectFrom('document_category').where('id', 'in', [paie, statut]).select('id').execute()).map((row) => row.id)
    expect(await left()).toEqual([paie])
    await app.call(assistants.remove, { params: { id }, token: admin.token })
    await dropEmptyCategories(app.db)
    expect(await left()).toEqual([])
  })

  test('removed while an assistant is given it, either has its way and nothing is left in between', async () => {
    const answers = await Promise.all([update({ document_category_ids: [paie] }), remove(paie, statut), update({ document_category_ids: [paie, statut] })])
    for (const { status } of answers) expect([200, 422]).toContain(status)
    expect((await read()).document_category_ids).not.toContain(paie)
  })
})

describe('the versions', () => {
  test('a change of them makes one, which gives them back', async () => {
    await update({ document_category_ids: [paie] })
    await update({ document_category_ids: [paie] })
    expect((await versions()).map(({ number, changed }) => [number, changed])).toEqual([
      [2, ['document_categories']],
      [1, []],
    ])
    expect((await version(1)).document_categories).toEqual([
      { name: `Paie ${count}`, is_gone: false },
      { name: `Statut ${count}`, is_gone: false },
    ])
    expect(await restore(1)).toMatchObject({ document_category_ids: [paie, statut].toSorted(), left_out: [] })
    expect((await versions())[0]).toMatchObject({ number: 3, restored_from: 1, changed: ['document_categories'] })
  })

  test('one deleted since is left out and said; one whose documents went elsewhere leads there', async () => {
    await update({ name: 'Autre nom', document_category_ids: [] })
    const archives = await newCategory(`Archives ${count}`)
    await remove(paie)
    await remove(statut, archives)
    expect((await version(1)).document_categories).toEqual([
      { name: `Paie ${count}`, is_gone: true },
      { name: `Statut ${count}`, is_gone: false },
    ])
    expect(await restore(1)).toMatchObject({ name: 'Actes', document_category_ids: [archives], left_out: [`Paie ${count}`] })
    expect(await asked()).toEqual([`Archives ${count}`])
  })
})

describe('a pack', () => {
  const formOf = (content: string, more: Record<string, string> = {}) => textFile('file', 'pack.json', content, more)
  type Written = { assistants: [{ name: string; document_categories?: string[] }]; document_categories: unknown[] }
  const exported = async (more: object = { document_category_ids: [] }) => {
    const answer = await app.call(packs.export, { token: admin.token, body: { assistant_ids: [id], prompt_ids: [], ...more } })
    return JSON.parse(answer.text) as Written
  }
  async function importIn(where: TestApp, by: TestUser, pack: Written) {
    const content = JSON.stringify(pack)
    const seen = (await where.call(packs.preview, { token: by.token, form: formOf(content) })).body
    const decisions = JSON.stringify(Object.fromEntries(seen.items.filter(({ state }) => state === 'conflict').map(({ path }) => [path, 'replace'])))
    const done = await where.call(packs.import, { token: by.token, form: formOf(content, { fingerprint: seen.fingerprint, decisions }) })
    return { item: seen.items.find(({ kind }) => kind === 'assistant')!, done }
  }
  beforeEach(async () => void (await update({ name: `Porteur ${count}` })))

  test('carries their names; the same assistant without them differs, and is given them back', async () => {
    const pack = await exported()
    expect([pack.assistants[0].document_categories, pack.document_categories]).toEqual([[`Paie ${count}`, `Statut ${count}`], []])
    await update({ document_category_ids: [paie] })
    const { item, done } = await importIn(app, admin, pack)
    expect(item).toMatchObject({
      state: 'conflict',
      differences: [{ field: 'document_categories', current: `Paie ${count}`, incoming: `Paie ${count}\nStatut ${count}` }],
      left_out: [],
    })
    expect([done.body.replaced, done.body.left_out]).toEqual([1, []])
    expect(await asked()).toEqual([`Paie ${count}`, `Statut ${count}`])
    expect((await importIn(app, admin, pack)).item.state).toBe('identical')
  })

  test('by a former name as well; without a word of them, leaves those that are here', async () => {
    const pack = await exported()
    await rename(paie, `Salaires ${count}`)
    expect((await importIn(app, admin, pack)).item.state).toBe('identical')
    const { document_categories: _, ...old } = pack.assistants[0]
    await importIn(app, admin, { ...pack, assistants: [{ ...old, name: `PORTEUR ${count}` }] })
    expect(await read()).toMatchObject({ name: `PORTEUR ${count}`, document_category_ids: [paie, statut].toSorted() })
  })

  test('leaves out those that are nowhere, and says so before and after; takes those that it brings', async () => {
    const pack = await exported({ document_category_ids: [paie] })
    const other = await anotherApp()
    const chief = await other.createUser({ is_admin: true })
    const { item, done } = await importIn(other, chief, pack)
    expect([item.state, item.left_out, done.body.left_out]).toEqual(['new', [`Statut ${count}`], [`Statut ${count}`]])
    const [made] = (await other.call(assistants.list, { token: chief.token })).body
    expect(made!.document_categories).toEqual([`Paie ${count}`])
    // A missing category does not make an identical assistant differ.
    expect((await importIn(other, chief, pack)).item.state).toBe('identical')
  })

  test('refuses a list that is none', async () => {
    const pack = await exported()
    pack.assistants[0].document_categories = Array.from({ length: 11 }, (_, at) => `Série ${at}`)
    const wrong = await app.call(packs.preview, { token: admin.token, form: formOf(JSON.stringify(pack)) })
    expect([wrong.status, wrong.error.fields]).toEqual([422, { 'assistants[0].document_categories': '10 catégories de documents au plus' }])
  })
})
