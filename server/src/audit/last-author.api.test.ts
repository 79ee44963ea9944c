import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { newCategory, openTestApp, people } from '../testing/open-test-app.ts'
import type { TestUser } from '../testing/test-users.ts'

const { assistants, grants } = routes

const app = openTestApp()
const { admin, colleague } = people(app, { admin: { is_admin: true }, colleague: { is_admin: true, first_name: 'Ada', last_name: 'Martin' } })

test('who opens a thing to others has not changed what it says', async () => {
  const body = { name: 'Actes', description: 'Rédige.', prompt_content: 'Tu rédiges.', category_id: await newCategory(app.db) }
  const { id, updated_at } = (await app.call(assistants.create, { token: admin.token, body })).body
  const write = ({ token }: TestUser, name: string) => app.call(assistants.update, { token, params: { id }, body: { name, expected_updated_at: updated_at } })
  expect((await write(colleague, 'La leur')).status).toBe(200)
  expect((await app.call(grants.set, { token: admin.token, params: { kind: 'assistant', id }, body: { grants: [] } })).status).toBe(200)
  const refused = await write(admin, 'La mienne')
  expect([refused.status, refused.error.changed]).toMatchObject([409, { by: 'Ada Martin', is_own: false, current: { name: 'La leur' } }])
})
