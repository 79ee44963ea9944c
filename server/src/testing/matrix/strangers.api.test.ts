import { routes, type Route } from '@parvis/contract'
import { beforeAll, expect, test } from 'vitest'
import { readPromptFacts } from '../../features/chat/prompt-facts.ts'
import { addToLibrary, fileForm } from '../../features/documents/documents.fixture.ts'
import { pathParams } from '../text-fields.ts'
import { newCategory, openTestApp, people } from '../open-test-app.ts'
import type { TestUser } from '../test-users.ts'

// Things shared with a team only: for a stranger, every reading route answers as if they did not exist.

const app = openTestApp()

/** A word in everything that the team has. */
const canary = 'jonquille'

const reading = Object.entries(routes).flatMap(([group, calls]) =>
  Object.entries(calls as Record<string, Route>)
    .filter(([, { method, kind }]) => method === 'GET' && kind !== 'text' && kind !== 'events')
    .map(([name, route]) => ({ name: `${group}.${name}`, route })),
)

/** Returns what a person reads by every route, by name, without times and request ids. */
async function everyAnswer({ token }: TestUser, id: string, query: Record<string, string> = {}): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const { name, route } of reading) {
    for (const kind of ['project', 'assistant', 'document_category', 'prompt']) {
      if (kind !== 'project' && !route.path.includes(':kind')) continue
      const { status, bytes } = await app.call(route, { params: { ...pathParams(id), kind }, query, token })
      // A copy of a person's data is an archive: its file names are uncompressed, its dates are the current time.
      answers.set(`${name} ${kind}`, `${status} ${bytes.toString('latin1').replaceAll(/"request_id":"[^"]*"/g, '')}`)
    }
  }
  return answers
}

const made = async <T extends { status: number; text: string; body: unknown }>(answer: Promise<T>): Promise<T['body']> => {
  const { status, text, body } = await answer
  if (status >= 300) throw new Error(`${status} ${text}`)
  return body
}

/** Creates one thing of each kind, shared with a team only. @returns their ids */
async function closeThings(admin: TestUser, member: TestUser, category_id: string): Promise<Record<string, string>> {
  const asAdmin = { token: admin.token }
  const { id: team } = await made(app.call(routes.teams.create, { body: { name: `Service ${canary}` }, ...asAdmin }))
  await made(app.call(routes.teams.addMember, { params: { id: team }, body: { account: member.username, role: 'member' }, ...asAdmin }))
  const grants = { grants: [{ subject: 'team' as const, id: team, level: 'use' as const }] }
  const close = (kind: string, id: string, token = admin.token) => made(app.call(routes.grants.set, { params: { kind, id }, body: grants, token }))
  const { id: category } = await made(app.call(routes.documentCategories.create, { body: { name: `Fonds ${canary}` }, ...asAdmin }))
  await close('document_category', category)
  const { id: document } = await addToLibrary(app, member, `${canary}.md`, `La ${canary} fleurit en mars.`, { category: `Fonds ${canary}` })
  const texts = { name: `Aide ${canary}`, description: canary, prompt_content: `Parle de la ${canary}.`, category_id, document_category_ids: [category] }
  const { id: assistant } = await made(app.call(routes.assistants.create, { body: texts, ...asAdmin }))
  await close('assistant', assistant)
  const { id: own } = await made(app.call(routes.ownAssistants.create, { body: { ...texts, name: `La mienne, ${canary}` }, token: member.token }))
  await close('assistant', own, member.token)
  const { id: prompt } = await made(app.call(routes.prompts.save, { body: { name: `Note ${canary}`, content: canary }, ...asAdmin }))
  await close('prompt', prompt)
  const { id: project } = await made(app.call(routes.projects.create, { body: { name: `Projet ${canary}`, content: canary }, token: member.token }))
  await close('project', project, member.token)
  const form = fileForm(`${canary}-projet.txt`, canary, {}, 'document')
  await made(app.call(routes.projects.addFiles, { params: { id: project }, form, token: member.token }))
  await app.context.worker.drain()
  const { id: conversation } = await made(app.call(routes.conversations.findOrCreate, { body: { assistant_id: assistant }, token: member.token }))
  const messageHistory = [{ role: 'user' as const, content: `Quand fleurit la ${canary} ?` }]
  await made(app.call(routes.chat.stream, { body: { conversation_id: conversation, messageHistory }, token: member.token }))
  const { id: share } = await made(app.call(routes.shares.create, { params: { id: conversation }, body: { teams: [team] }, token: member.token }))
  return { team, category, document, assistant, own, prompt, project, conversation, share }
}

const { admin, member, stranger } = people(app, { admin: { is_admin: true }, member: {}, stranger: {} })
let ids: Record<string, string>
/** Answers to a stranger before the things were created, and after. */
let before: Map<string, string>
let after: Map<string, string>
const nothing = crypto.randomUUID()

beforeAll(async () => {
  const category_id = await newCategory(app.db)
  before = await everyAnswer(stranger, nothing)
  ids = await closeThings(admin, member, category_id)
  after = await everyAnswer(stranger, nothing)
})

test('nothing of a service is in any answer to a stranger, counts and refusals included', async () => {
  const leaks = (text: string) => [canary, ...Object.values(ids)].filter((secret) => text.includes(secret))

  const changed = [...after].filter(([name, text]) => text !== before.get(name) && name !== 'rights.download project').map(([name]) => name)
  expect(changed).toEqual([])
  for (const [name, text] of after) expect([name, leaks(text)]).toEqual([name, []])

  // Requested by id, or by their own words.
  for (const id of Object.values(ids)) {
    for (const [name, text] of await everyAnswer(stranger, id))
      expect([name, text]).toEqual([name, name === 'rights.download project' ? text : after.get(name)])
  }
  const queries: Record<string, string>[] = [
    { search: canary },
    { category: `Fonds ${canary}` },
    { ids: ids['document']! },
    { conversation: ids['conversation']! },
    { assistant: ids['assistant']! },
    { project: ids['project']! },
  ]
  for (const query of queries) {
    for (const [name, text] of await everyAnswer(stranger, nothing, query)) expect([name, leaks(text)]).toEqual([name, []])
  }
  // A member finds each of them.
  const theirs = [...(await everyAnswer(member, nothing)).values()].join('\n')
  for (const [kind, id] of Object.entries(ids)) expect([kind, theirs.includes(id)]).toEqual([kind, true])
})

test('what a stranger asks of a category by its name rests on nothing of it', async () => {
  const { token } = stranger
  const { id } = await made(app.call(routes.conversations.findOrCreate, { body: {}, token }))
  const messageHistory = [{ role: 'user' as const, content: 'Que fleurit ?' }]
  for (const named of [{ library: `Fonds ${canary}` }, { library_category: `Fonds ${canary}` }])
    expect((await app.call(routes.chat.stream, { body: { conversation_id: id, messageHistory, ...named }, token })).text).not.toContain('en mars')
})

const join = (account: string) =>
  made(app.call(routes.teams.addMember, { params: { id: ids['team']! }, body: { account, role: 'member' }, token: admin.token }))
const shown = async (person: TestUser) => {
  const answers = [...(await everyAnswer(person, nothing)).values()].join('\n')
  return ['category', 'document', 'assistant', 'own', 'prompt', 'project', 'share'].filter((of) => answers.includes(ids[of]!))
}

test('who leaves a service is a stranger at the next call', async () => {
  const colleague = await app.createUser()
  const alone = await everyAnswer(colleague, nothing)
  await join(colleague.username)
  expect(await shown(colleague)).toHaveLength(7)
  await made(app.call(routes.teams.removeMember, { params: { id: ids['team']!, user_id: colleague.id }, token: colleague.token }))
  for (const id of [nothing, ...Object.values(ids)]) {
    for (const [name, text] of await everyAnswer(colleague, id)) {
      if (name !== 'rights.download project') expect([name, text]).toEqual([name, alone.get(name)])
    }
  }
  // A conversation keeps the name that the person knew, not the current one.
  const { token } = colleague
  const { id } = await made(app.call(routes.conversations.findOrCreate, { body: { library: `Fonds ${canary}` }, token }))
  await made(app.call(routes.documentCategories.update, { params: { id: ids['category']! }, body: { display_name: 'Fonds pivoine' }, token: admin.token }))
  const { text } = await app.call(routes.conversations.update, { params: { id }, body: { library: null }, token })
  expect(text).toContain(`Fonds ${canary}`)
  expect(text).not.toContain('pivoine')
})

test('a service that is deleted while conversations are open leaves them to their people, and nothing of its own in them', async () => {
  const colleague = await app.createUser()
  await join(colleague.username)
  const { token } = colleague
  const { id } = await made(app.call(routes.conversations.findOrCreate, { body: { assistant_id: ids['assistant']!, project_id: ids['project']! }, token }))
  const ask = (content: string) => app.call(routes.chat.stream, { body: { conversation_id: id, messageHistory: [{ role: 'user' as const, content }] }, token })
  const read = async () => (await app.call(routes.conversations.get, { params: { id }, token })).body
  await made(ask('Quand fleurit-elle ?'))
  expect(await read()).toMatchObject({ project_name: `Projet ${canary}`, messages: [{}, {}] })
  await made(app.call(routes.teams.remove, { params: { id: ids['team']! }, token: admin.token }))
  // By their ids, which the conversation stores.
  expect(await shown(colleague)).toEqual(['assistant', 'project'])
  expect((await ask('Et ensuite ?')).error.code).toBe('assistants.closed')
  expect(await read()).toMatchObject({ project_name: null, messages: [{}, {}] })
  const category_id = (await app.db.selectFrom('assistant_category').select('id').executeTakeFirstOrThrow()).id
  const body = { name: 'À moi', description: 'Aide', prompt_content: 'Tu aides.', category_id }
  const { id: own } = await made(app.call(routes.ownAssistants.create, { body, token }))
  await made(app.call(routes.conversations.update, { params: { id }, body: { assistant_id: own }, token }))
  await made(ask('Et ensuite ?'))
  expect(await readPromptFacts(app.db, id, colleague.id, null)).toMatchObject({ assistant_prompt: 'Tu aides.', project: null, assistant_categories: [] })
  // Things stay with their owners, and with the administrators who decide on them.
  expect((await app.call(routes.projects.get, { params: { id: ids['project']! }, token: member.token })).status).toBe(200)
  expect((await app.call(routes.grants.get, { params: { kind: 'document_category', id: ids['category']! }, token: admin.token })).body.grants).toEqual([])
})
