import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

const { users } = routes

const app = openTestApp()
const { admin } = people(app, { admin: { username: 'administratrice', is_admin: true } })

const list = async (query: Record<string, string>, by = admin) => app.call(users.list, { token: by.token, query: { per_page: '3', ...query } })

test('pages follow one another by their cursor: accounts added above or removed meanwhile are neither repeated nor skipped over', async () => {
  const made: TestUser[] = []
  for (const letter of 'bcdefghij') made.push(await app.createUser({ username: `${letter}-agent` }))
  const seen: string[] = []
  let { body } = await list({ cursor: '' })
  expect([body.total, body.pages, body.current_page]).toEqual([10, 4, 1])
  for (let page = 2; ; page += 1) {
    seen.push(...body.users.map(({ username }) => username))
    if (body.next_cursor === null) break
    // One account added and one removed before the position: page numbers would shift.
    await app.createUser({ username: `a-${page}-agent` })
    if (page === 3) await app.call(users.remove, { token: admin.token, params: { id: made[0]!.id } })
    body = (await list({ page: String(page), cursor: body.next_cursor! })).body
    expect(body.current_page).toBe(page)
  }
  expect(seen).toEqual(['administratrice', ...made.map(({ username }) => username)])
})

test('a number still gives its page, and the cursor of what follows it', async () => {
  const { body } = await list({ page: '2', cursor: '' })
  const after = await list({ page: '3', cursor: body.next_cursor! })
  const numbered = await list({ page: '3' })
  expect(after.body.users).toEqual(numbered.body.users)
  expect(numbered.body).not.toHaveProperty('next_cursor')
  expect((await list({ page: '9999', cursor: '' })).body).toMatchObject({ users: [], next_cursor: null })
})

test('the page after a long name of another script follows', async () => {
  const made = [1, 2].map((at) => `${'ﷺ'.repeat(60)}-${at}`)
  for (const username of made) await app.createUser({ username })
  const first = await list({ per_page: '1', search: 'ﷺ', cursor: '' })
  const second = await list({ per_page: '1', search: 'ﷺ', page: '2', cursor: first.body.next_cursor! })
  expect([first, second].map(({ body }) => body.users[0]!.username)).toEqual(made)
})

test('people are found whatever the accents, the shape of an apostrophe and the order of their names', async () => {
  const names = { first_name: 'Hélène', last_name: 'D’Été-Cœur' }
  await app.createUser({ username: 'hdete', email: 'h.dete@exemple.fr', ...names })
  const usernames = async (search: string) => (await list({ search })).body.users.map(({ username }) => username)
  for (const search of ['helene', 'HÉLÈNE', 'He\u0301le\u0300ne', "d'ete-coeur", 'D’ÉTÉ', 'helene d’ete', 'coeur hélène', 'h.dete@'])
    expect([search, await usernames(search)]).toEqual([search, ['hdete']])
  expect(await usernames('helena')).toEqual([])
})

test('a cursor of another search or of another administrator is refused', async () => {
  const colleague = await app.createUser({ username: 'z-collègue', is_admin: true })
  const cursor = (await list({ search: 'agent', cursor: '' })).body.next_cursor!
  expect((await list({ search: 'agent', cursor })).status).toBe(200)
  for (const refused of [await list({ cursor }), await list({ search: 'agent', cursor }, colleague), await list({ cursor: 'x' })])
    expect([refused.status, refused.error.code]).toEqual([422, 'request.cursor'])
})
