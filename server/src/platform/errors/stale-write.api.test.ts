import { routes, type Assistant, type ConcurrentChange, type Project, type Prompt } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { newCategory, openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

const { assistants, projects, prompts } = routes

const app = openTestApp()
const { admin, colleague } = people(app, {
  admin: { is_admin: true, first_name: 'Inès', last_name: 'Roux' },
  colleague: { is_admin: true, first_name: 'Ada', last_name: 'Martin' },
})
let category_id: string
beforeAll(async () => {
  category_id = await newCategory(app.db)
})

type Kept = Assistant | Project | Prompt
type Written = { status: number; body: unknown }
type Subject = {
  name: string
  create: () => Promise<Kept>
  write: (id: string, name: string, by: TestUser, expected?: string) => Promise<Written>
  /** The other writer: a colleague, or the same person elsewhere for what is one's own. */
  other: () => TestUser
  by: string | null
  is_own: boolean
}

const subjects: Subject[] = [
  {
    name: 'an assistant',
    create: async () =>
      (await app.call(assistants.create, { token: admin.token, body: { name: 'A', description: 'D', prompt_content: 'P', category_id } })).body,
    write: (id, name, by, expected_updated_at) => app.call(assistants.update, { token: by.token, params: { id }, body: { name, expected_updated_at } }),
    other: () => colleague,
    by: 'Ada Martin',
    is_own: false,
  },
  {
    name: 'a prompt',
    create: async () => (await app.call(prompts.save, { token: admin.token, body: { name: 'A', content: 'P' } })).body,
    write: (id, name, by, expected_updated_at) => app.call(prompts.save, { token: by.token, body: { id, name, content: 'P', expected_updated_at } }),
    other: () => colleague,
    by: 'Ada Martin',
    is_own: false,
  },
  {
    name: 'a project',
    create: async () => (await app.call(projects.create, { token: admin.token, body: { name: 'A' } })).body,
    write: (id, name, by, expected_updated_at) => app.call(projects.update, { token: by.token, params: { id }, body: { name, expected_updated_at } }),
    other: () => admin,
    by: null,
    is_own: true,
  },
]

describe.each(subjects)('$name', ({ create, write, other, by, is_own }) => {
  test('written on what is no longer kept is refused, with who changed what and when', async () => {
    const read = await create()
    const theirs = await write(read.id, 'La leur', other(), read.updated_at)
    expect(theirs.status).toBe(200)
    const { updated_at } = theirs.body as Kept
    expect(updated_at).not.toBe(read.updated_at)

    const refused = await write(read.id, 'La mienne', admin, read.updated_at)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'request.stale', changed: { at: updated_at, by, is_own, current: { name: 'La leur' } } })

    const agreed = await write(read.id, 'La mienne', admin, (refused.body as { changed: ConcurrentChange }).changed.at)
    expect(agreed).toMatchObject({ status: 200, body: { name: 'La mienne' } })
  })

  test('of two written at once on the same reading, one is kept and the other refused', async () => {
    const read = await create()
    const statuses = await Promise.all(['Une', 'Deux'].map(async (name) => (await write(read.id, name, admin, read.updated_at)).status))
    expect(statuses.sort()).toEqual([200, 409])
  })

  test('is written as before by whoever says nothing of what they read', async () => {
    const read = await create()
    await write(read.id, 'La leur', other())
    expect((await write(read.id, 'La mienne', admin)).status).toBe(200)
  })

  test('refuses what is no date, and what does not exist', async () => {
    const read = await create()
    expect((await write(read.id, 'X', admin, 'hier')).status).toBe(422)
    expect((await write(randomUUID(), 'X', admin, read.updated_at)).status).toBe(404)
  })
})

describe('the header of a version', () => {
  const { path } = projects.update
  const send = (id: string, method: 'GET' | 'PUT', tag?: string, body?: object) =>
    app.http.inject({
      method,
      url: `/api${path.replace(':id', id)}`,
      headers: { authorization: `Bearer ${admin.token}`, ...(tag !== undefined && { 'if-match': tag }) },
      ...(body && { payload: body }),
    })
  const create = async () => (await app.call(projects.create, { token: admin.token, body: { name: 'A' } })).body.id

  test('a project is read and written with its ETag, and refused with 412 and what changed once it is stale', async () => {
    const id = await create()
    const tag = (await send(id, 'GET')).headers['etag'] as string
    const first = await send(id, 'PUT', tag, { name: 'B' })
    expect([first.statusCode, first.headers['etag']]).toEqual([200, `"${first.json<Project>().updated_at}"`])
    expect(first.headers['etag']).not.toBe(tag)

    const late = await send(id, 'PUT', tag, { name: 'C' })
    expect([late.statusCode, late.json()]).toMatchObject([412, { code: 'request.precondition', changed: { is_own: true, current: { name: 'B' } } }])
    expect((await send(id, 'PUT', `W/${String(first.headers['etag'])}`, { name: 'C' })).statusCode).toBe(200)
  })

  test('any version will do for a star, one of several is enough, and what is no version of ours matches none', async () => {
    const id = await create()
    const tag = (await send(id, 'GET')).headers['etag'] as string
    expect((await send(id, 'PUT', '*', { name: 'B' })).statusCode).toBe(200)
    const now = (await send(id, 'GET')).headers['etag'] as string
    expect((await send(id, 'PUT', `${tag}, ${now}`, { name: 'C' })).statusCode).toBe(200)
    for (const wrong of ['"abc"', 'abc', '""', tag]) expect((await send(id, 'PUT', wrong, { name: 'D' })).statusCode, wrong).toBe(412)
    expect((await send(id, 'GET')).json()).toMatchObject({ name: 'C' })
  })

  test('where both are said, the body is what counts; what takes no version takes the header for nothing', async () => {
    const id = await create()
    const { updated_at } = (await send(id, 'GET')).json<Project>()
    expect((await send(id, 'PUT', '"abc"', { name: 'B', expected_updated_at: updated_at })).statusCode).toBe(200)
    expect((await send(id, 'GET', '"abc"')).statusCode).toBe(200)
    expect((await send(id, 'PUT', '"abc"')).statusCode).toBe(422)
  })
})

test('somebody else’s project says nothing of itself', async () => {
  const project = await app.call(projects.create, { token: admin.token, body: { name: 'Secret' } })
  const asked = { name: 'X', expected_updated_at: '2020-01-01T00:00:00.000Z' }
  const { status, body } = await app.call(projects.update, { token: colleague.token, params: { id: project.body.id }, body: asked })
  expect(status).toBe(404)
  expect(JSON.stringify(body)).not.toContain('Secret')
})
