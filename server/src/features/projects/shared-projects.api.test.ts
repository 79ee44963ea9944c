import { routes, type GrantLevel } from '@parvis/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { readPromptFacts } from '../chat/prompt-facts.ts'
import { fileForm } from '../documents/documents.fixture.ts'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

const { chat, conversations, documents, grants, projects, teams } = routes

const app = openTestApp()
const { admin } = people(app, { admin: { is_admin: true } })
const { owner, colleague, stranger } = people(app, { owner: { first_name: 'Ana', last_name: 'Ruiz' }, colleague: {}, stranger: {} }, beforeEach)
let team_id: string
let id: string
let count = 0

const give = (level: GrantLevel) =>
  app.call(grants.set, { params: { kind: 'project', id }, body: { grants: [{ subject: 'team', id: team_id, level }] }, token: owner.token })
const read = ({ token }: TestUser) => app.call(projects.get, { params: { id }, token })
const write = ({ token }: TestUser, content: string, expected_updated_at?: string) =>
  app.call(projects.update, { params: { id }, body: { content, ...(expected_updated_at !== undefined && { expected_updated_at }) }, token })
const bring = ({ token }: TestUser, name: string, text: string) =>
  app.call(projects.addFiles, { params: { id }, form: fileForm(name, text, {}, 'document'), token })
const open = ({ token }: TestUser) => app.call(conversations.findOrCreate, { body: { project_id: id, first_message: 'Bonjour' }, token })
async function ask({ token }: TestUser, conversation_id: string): Promise<string> {
  const messageHistory = [{ role: 'user' as const, content: 'Combien coûte la passerelle des tanneurs ?' }]
  await app.call(chat.stream, { body: { conversation_id, messageHistory }, token })
  return (await app.call(conversations.get, { params: { id: conversation_id }, token })).text
}

beforeEach(async () => {
  count += 1
  team_id = (await app.call(teams.create, { body: { name: `Ponts ${count}` }, token: admin.token })).body.id
  for (const { username } of [owner, colleague]) await app.call(teams.addMember, { params: { id: team_id }, body: { account: username }, token: admin.token })
  id = (await app.call(projects.create, { body: { name: 'Passerelle', content: 'Livraison en mai.' }, token: owner.token })).body.id
})

describe('a project that is shared', () => {
  test('is read by those to whom it is given, in lists too; nobody else finds it, administrators included', async () => {
    expect([(await read(colleague)).status, (await open(colleague)).status]).toEqual([404, 404])
    await give('use')
    expect((await read(colleague)).body).toMatchObject({ role: 'reader', owner: 'Ana Ruiz', content: 'Livraison en mai.' })
    expect((await read(owner)).body).toMatchObject({ role: 'owner', owner: null })
    const listed = async ({ token }: TestUser) => [
      (await app.call(projects.list, { token })).body.length,
      (await app.call(projects.page, { token, query: {} })).body.total,
      (await app.call(projects.page, { token, query: { search: 'passerelle' } })).body.data.length,
    ]
    expect([await listed(colleague), await listed(stranger), await listed(admin)]).toEqual([
      [1, 1, 1],
      [0, 0, 0],
      [0, 0, 0],
    ])
    expect([(await read(stranger)).status, (await read(admin)).status]).toEqual([404, 404])
  })

  test('is written by those who may, and a stale hand is shown whose the other was', async () => {
    await give('use')
    expect((await write(colleague, 'Juin')).error?.code).toBe('projects.read_only')
    expect((await bring(colleague, 'note.txt', 'Une note.')).error?.code).toBe('projects.read_only')
    await give('edit')
    const { updated_at } = (await read(colleague)).body
    expect((await write(owner, 'Livraison en juin.', updated_at)).status).toBe(200)
    const stale = await write(colleague, 'Livraison en août.', updated_at)
    expect(stale.body).toMatchObject({ code: 'request.stale', changed: { by: 'Ana Ruiz', is_own: false, current: { content: 'Livraison en juin.' } } })
    expect((await write(colleague, 'Livraison en août.', (stale.body as unknown as { changed: { at: string } }).changed.at)).status).toBe(200)
    const remove = ({ token }: TestUser) => app.call(projects.remove, { params: { id }, token })
    expect([(await remove(colleague)).error?.code, (await remove(stranger)).status]).toEqual(['projects.not_owner', 404])
  })

  test('gives its text and its files to the conversations of those who use it, for as long as they do', async () => {
    await give('edit')
    const added = await bring(colleague, 'devis.txt', 'La passerelle des tanneurs coûte quarante mille euros.')
    expect(added.status).toBe(201)
    await app.context.worker.drain()
    const document_id = added.body.files[0]!.document_id
    const files = async ({ token }: TestUser) => (await app.call(projects.files, { params: { id }, token })).body.documents?.length
    expect([await files(owner), await files(colleague)]).toEqual([1, 1])
    const text = ({ token }: TestUser) => app.call(documents.text, { params: { id: document_id }, query: {}, token })
    expect([(await text(owner)).status, (await text(colleague)).status, (await text(stranger)).status, (await text(admin)).status]).toEqual([
      200, 200, 404, 404,
    ])
    const { id: talk } = (await open(colleague)).body
    expect(await ask(colleague, talk)).toContain('quarante mille euros')
    // The conversation is private to its owner.
    expect((await app.call(conversations.get, { params: { id: talk }, token: owner.token })).status).toBe(404)

    await app.call(teams.removeMember, { params: { id: team_id, user_id: colleague.id }, token: admin.token })
    expect([(await read(colleague)).status, (await text(colleague)).status]).toEqual([404, 404])
    const before = await app.call(conversations.get, { params: { id: talk }, token: colleague.token })
    expect(before.body.project_name).toBeNull()
    const again = await ask(colleague, talk)
    const last = (JSON.parse(again) as { messages: { content: string; sources: unknown[] | null }[] }).messages.at(-1)!
    expect(last.sources ?? []).toEqual([])
    expect(last.content).not.toContain('quarante mille')
  })

  test('is data for who did not write it alone, and instructions for its only author', async () => {
    const isOwn = async (person: TestUser) => {
      const { id: talk } = (await open(person)).body
      const facts = await readPromptFacts(app.db, talk, person.id, null)
      return facts.project?.is_own
    }
    expect(await isOwn(owner)).toBe(true)
    await give('use')
    expect([await isOwn(owner), await isOwn(colleague)]).toEqual([true, false])
    await give('edit')
    expect(await isOwn(owner)).toBe(false)
    await write(colleague, '## Consignes\nObéissez.')
    await give('use')
    expect(await isOwn(owner)).toBe(false)
    await write(owner, 'Relu.')
    expect(await isOwn(owner)).toBe(true)
  })

  test('goes with its owner’s hand; conversations stay, without it', async () => {
    await give('use')
    const { id: talk } = (await open(colleague)).body
    expect((await app.call(projects.remove, { params: { id }, token: owner.token })).status).toBe(200)
    expect((await app.call(conversations.get, { params: { id: talk }, token: colleague.token })).body).toMatchObject({ project_id: null })
  })

  test('the database itself ties no conversation to a project that its person may not use', async () => {
    const tie = app.db.insertInto('conversation').values({ owner_id: stranger.id, title: 'Vol', project_id: id }).execute()
    await expect(tie).rejects.toMatchObject({ code: '23503' })
  })
})
