import { routes, type Route } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openTestApp, people } from './open-test-app.ts'

const app = openTestApp()
const { admin, other } = people(app, { admin: { is_admin: true }, other: { is_admin: true } })

const name = () => `Objet ${randomUUID().slice(0, 8)}`
const assistant = async () => {
  const [category] = await app.db.selectFrom('assistant_category').select('id').limit(1).execute()
  const { id } =
    category ?? (await app.db.insertInto('assistant_category').values({ name: name(), icon: 'sparkles' }).returning('id').executeTakeFirstOrThrow())
  return { name: name(), description: 'Aide', prompt_content: 'Vous aidez.', category_id: id }
}

/** Creation routes that accept a client id, with their table and a body. */
const creations: [string, Route, string, () => object | Promise<object>][] = [
  ['a project', routes.projects.create, 'project', () => ({ name: name() })],
  ['a personal prompt', routes.personalPrompts.create, 'personal_prompt', () => ({ name: name(), content: 'Texte' })],
  ['a prompt', routes.prompts.save, 'prompt', () => ({ name: name(), content: 'Texte' })],
  ['an assistant', routes.assistants.create, 'assistant', assistant],
  ['an assistant of one’s own', routes.ownAssistants.create, 'assistant', assistant],
  ['a team', routes.teams.create, 'team', () => ({ name: name() })],
  ['a category of assistants', routes.assistantCategories.create, 'assistant_category', () => ({ name: name() })],
  ['a category of documents', routes.documentCategories.create, 'document_category', () => ({ name: name() })],
  ['a conversation', routes.conversations.findOrCreate, 'conversation', () => ({})],
  ['an account', routes.users.create, 'app_user', () => ({ username: `u.${randomUUID().slice(0, 8)}`, email: `${randomUUID()}@ville.example`, invite: true })],
]

const count = async (table: string) =>
  Number(
    (
      await app.db
        .selectFrom(table as 'project')
        .select(({ fn }) => fn.countAll().as('all'))
        .executeTakeFirstOrThrow()
    ).all,
  )

test.each(creations)('%s sent again with the same client id, at once or later, is created once', async (_, route, table, bodyOf) => {
  const body = { ...(await bodyOf()), client_id: randomUUID() }
  const send = async (token = admin.token) => {
    const { status, body: created } = await app.call(route, { token, body: body as never })
    return { status, id: (created as unknown as { id?: string }).id }
  }
  const before = await count(table)
  const [first, twin] = await Promise.all([send(), send()])
  const again = await send()
  expect([first, twin, again].map(({ status }) => Math.floor(status / 100))).toEqual([2, 2, 2])
  expect([twin.id, again.id]).toEqual([first.id, first.id])
  expect(await count(table)).toBe(before + 1)
  // The client id of somebody else's creation reveals and returns nothing.
  expect((await send(other.token)).id).not.toBe(first.id)
})

test('a creation that cannot be read back is not done', async () => {
  const before = await count('project')
  const client_id = randomUUID()
  const send = () => app.call(routes.projects.create, { token: admin.token, body: { name: 'Coupé', client_id } })
  const { db } = app.context
  const failing = db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'SelectQueryNode') throw Object.assign(new Error('late'), { code: 'db.unavailable' })
      return node
    },
    transformResult: async ({ result }) => result,
  })
  app.context.db = failing
  const { status } = await send().finally(() => (app.context.db = db))
  expect(status).toBe(503)
  expect(await count('project')).toBe(before)
  expect((await send()).status).toBe(201)
})
