import { routes } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { newCategory, openTestApp, people } from '../../testing/open-test-app.ts'

const { assistants, assistantVersions } = routes

const app = openTestApp()
const { admin } = people(app, { admin: { is_admin: true, first_name: 'Inès', last_name: 'Roux' } })
let category_id: string
beforeAll(async () => void (category_id = await newCategory(app.db)))

const create = async () => {
  const body = { name: 'Actes', description: 'Rédige.', prompt_content: 'Tu rédiges.', category_id }
  return (await app.call(assistants.create, { body, token: admin.token })).body.id
}
const update = (id: string, body: object, token = admin.token) => app.call(assistants.update, { params: { id }, body, token })
const list = async (id: string) => (await app.call(assistantVersions.list, { params: { id }, token: admin.token })).body
const get = async (id: string, number: number) => app.call(assistantVersions.get, { params: { id, number: String(number) }, token: admin.token })
const restore = async (id: string, number: number) => app.call(assistantVersions.restore, { params: { id, number: String(number) }, token: admin.token })

test('refuses whoever is not an administrator, and what does not exist', async () => {
  const id = await create()
  const { token } = await app.createUser()
  for (const route of [assistantVersions.list, assistantVersions.get, assistantVersions.restore]) {
    expect((await app.call(route, { params: { id, number: '1' } })).status).toBe(401)
    expect((await app.call(route, { params: { id, number: '1' }, token })).status).toBe(403)
    expect((await app.call(route, { params: { id: randomUUID(), number: '1' }, token: admin.token })).status).toBe(404)
  }
  for (const number of ['2', '0', '-1', 'un', '9999999999'])
    expect((await app.call(assistantVersions.get, { params: { id, number }, token: admin.token })).status).toBe(404)
})

test('keeps who changed which text, and when', async () => {
  const id = await create()
  app.travel(60_000)
  const other = await app.createUser({ is_admin: true, username: 'second.admin' })
  await update(id, { prompt_content: 'Tu rédiges des actes.', description: 'Rédige les actes.' }, other.token)
  const [second, first] = await list(id)
  expect(first).toMatchObject({ number: 1, changed: [], author: 'Inès Roux', restored_from: null })
  expect(second).toMatchObject({ number: 2, changed: ['description', 'prompt_content'], author: 'second.admin' })
  expect(Date.parse(second!.created_at) - Date.parse(first!.created_at)).toBeGreaterThanOrEqual(60_000)
  expect((await get(id, 1)).body).toMatchObject({ prompt_content: 'Tu rédiges.', description: 'Rédige.' })
  await app.db.deleteFrom('app_user').where('id', '=', other.id).execute()
  expect((await list(id))[0]).toMatchObject({ number: 2, author: null })
})

test('what is not a text makes no version, nor does the same text', async () => {
  const id = await create()
  await update(id, { is_active: false, icon: 'Heart' })
  await update(id, { name: 'Actes', prompt_content: 'Tu rédiges.' })
  expect(await list(id)).toHaveLength(1)
})

test('a refused change leaves no version', async () => {
  const id = await create()
  expect((await update(id, { name: 'Autre', category_id: randomUUID() })).error.code).toBe('assistants.category_unknown')
  expect(await list(id)).toHaveLength(1)
})

test('restoring makes a new version and touches nothing but the texts', async () => {
  const id = await create()
  await update(id, { name: 'Nouveau nom', prompt_content: 'Autre chose.', icon: 'Heart' })
  const restored = await restore(id, 1)
  expect(restored.body).toMatchObject({ name: 'Actes', prompt_content: 'Tu rédiges.', icon: 'Heart' })
  expect((await list(id)).map(({ number, restored_from }) => [number, restored_from])).toEqual([
    [3, 1],
    [2, null],
    [1, null],
  ])
  await restore(id, 1)
  expect(await list(id)).toHaveLength(3)
  expect(app.logs.some((line) => line.includes('"audit":"assistant.restore"') && line.includes(id))).toBe(true)
  expect(app.logs.join('')).not.toContain('Tu rédiges')
})

test('two changes at once take two numbers', async () => {
  const id = await create()
  await Promise.all(Array.from({ length: 6 }, (_, index) => update(id, { name: `Nom ${index}` })))
  expect((await list(id)).map(({ number }) => number)).toEqual([7, 6, 5, 4, 3, 2, 1])
})

test('an assistant that the installation made has its first text, and loses nothing at its first change', async () => {
  const sown = { name: 'Semé', description: 'D', prompt_content: 'Premier texte', category_id }
  const { id } = await app.db.insertInto('assistant').values(sown).returning('id').executeTakeFirstOrThrow()
  await update(id, { prompt_content: 'Second texte' })
  expect((await list(id)).map(({ number, author }) => [number, author])).toEqual([
    [2, 'Inès Roux'],
    [1, null],
  ])
  expect((await get(id, 1)).body.prompt_content).toBe('Premier texte')
})
