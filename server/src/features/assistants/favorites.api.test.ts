import { routes } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { newCategory, openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

const { assistants, assistantFavorites, users } = routes

const app = openTestApp()
const { admin } = people(app, { admin: { is_admin: true } })
let category_id: string
beforeAll(async () => void (category_id = await newCategory(app.db)))

const create = async (more: object = {}) => {
  const body = { name: 'Actes', description: 'Rédige.', prompt_content: 'Tu rédiges.', category_id, ...more }
  return (await app.call(assistants.create, { body, token: admin.token })).body.id
}
const add = (id: string, token?: string) => app.call(assistantFavorites.add, { params: { id }, token })
const remove = (id: string, token?: string) => app.call(assistantFavorites.remove, { params: { id }, token })
const favorites = async ({ token }: TestUser) => (await app.call(assistantFavorites.list, { token })).body.map(({ assistant_id }) => assistant_id)

test('refuses a visitor, an identifier that cannot be, and an assistant that the person may not see', async () => {
  const agent = await app.createUser()
  const [id, hidden] = [await create(), await create({ is_active: false })]
  for (const answer of [await add(id), await remove(id), await app.call(assistantFavorites.list, {})]) expect(answer.status).toBe(401)
  expect([(await add('un', agent.token)).status, (await remove('un', agent.token)).status]).toEqual([404, 404])
  for (const one of [hidden, randomUUID()]) expect((await add(one, agent.token)).status).toBe(404)
  expect(await favorites(agent)).toEqual([])
  expect((await add(hidden, admin.token)).status).toBe(200)
  expect(await favorites(admin)).toEqual([])
})

test('each has their own, in the order in which they chose them; saying so twice changes nothing', async () => {
  const [one, other] = [await app.createUser(), await app.createUser()]
  const [first, second] = [await create(), await create()]
  for (const id of [second, first, second]) {
    expect((await add(id, one.token)).status).toBe(200)
    app.travel(1_000)
  }
  await add(first, other.token)
  expect(await favorites(one)).toEqual([second, first])
  expect(await favorites(other)).toEqual([first])
  for (let time = 0; time < 2; time += 1) expect((await remove(first, one.token)).status).toBe(200)
  expect(await favorites(one)).toEqual([second])
  expect(await favorites(other)).toEqual([first])
})

test('nothing is left of an assistant, nor of a person, that is gone', async () => {
  const agent = await app.createUser()
  const [kept, gone] = [await create(), await create()]
  for (const id of [kept, gone]) await add(id, agent.token)
  await app.call(assistants.remove, { params: { id: gone }, token: admin.token })
  expect(await favorites(agent)).toEqual([kept])
  expect((await app.call(users.remove, { params: { id: agent.id }, token: admin.token })).status).toBe(200)
  expect(await app.db.selectFrom('assistant_favorite').where('owner_id', '=', agent.id).selectAll().execute()).toEqual([])
})
