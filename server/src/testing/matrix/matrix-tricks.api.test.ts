import { routes } from '@parvis/contract'
import { request } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { canary, everyRow, openWorld } from './matrix-world.ts'

const world = openWorld()
let port: number
beforeAll(() => {
  ;({ port } = world.app.http.server.address() as { port: number })
})

/** Requests a raw path, which clients would normalise. */
function rawStatus(method: string, path: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, method, path, headers }, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode ?? 0, text })
    })
      .on('error', reject)
      .end()
  })
}

const paths = [
  '/api/users',
  '//api/users',
  '/api//users',
  '/API/USERS',
  '/api/Users',
  '/api/users/',
  '/api/users//',
  '/api/%75sers',
  '/api/./users',
  '/api/x/../users',
  '/api/health/../users',
  '/api/health/..%2fusers',
  '/api/%2e/users',
  '/api/%2e%2e/api/users',
  '/api/users;a=b',
  '/api/users%2f',
  '/api/users%00',
  '/api/users.json',
  '/api/users?is_admin=true',
  '/api/users%3f',
  '/api/users%20',
  '/api\\users',
  '/api/users/test',
  '/api/users/test/',
  '/api/users/%74est',
  '/api/metrics/',
  '/api/%6detrics/',
]

test.each(paths)('ACC-08 %s gives nobody else the accounts', async (path) => {
  const { people } = world
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']) {
    const { status, text } = await rawStatus(method, path, { authorization: `Bearer ${people.other.token}` })
    expect([400, 403, 404, 405], `${method} ${path}: ${text}`).toContain(status)
    expect(text).not.toContain(people.owner.email)
  }
})

test.each([
  ['x-http-method-override', 'DELETE'],
  ['x-method-override', 'PUT'],
  ['x-http-method', 'DELETE'],
  ['x-original-url', '/api/health'],
  ['x-rewrite-url', '/api/health'],
  ['x-forwarded-for', '127.0.0.1'],
  ['x-real-ip', '127.0.0.1'],
  ['x-forwarded-host', 'localhost'],
  ['forwarded', 'for=127.0.0.1'],
  ['x-forwarded-user', 'admin'],
])('ACC-08 the header %s changes neither the call nor who makes it', async (header, value) => {
  const { app, people } = world
  const before = await everyRow(app)
  const headers = { [header]: value }
  expect((await app.call(routes.users.list, { token: people.other.token, headers })).status).toBe(403)
  expect((await app.call(routes.users.remove, { token: people.other.token, params: { id: people.owner.id }, headers })).status).toBe(403)
  expect((await app.call(routes.instance.metrics, { headers, ip: '10.2.3.4' })).status).toBe(401)
  expect(await everyRow(app)).toEqual(before)
})

const intruder = '00000000-0000-4000-8000-000000000bad'
const stolen = {
  is_admin: true,
  role: 'admin',
  owner_id: intruder,
  owner: intruder,
  user_id: intruder,
  uploader_id: intruder,
  usage_count: 987_654,
  created_at: '1999-01-01T00:00:00Z',
  updated_at: '1999-01-01T00:00:00Z',
  password_hash: 'intruder',
  status: 'archived',
  superseded_at: '1999-01-01T00:00:00Z',
  writer_id: intruder,
  awaiting_validation: false,
  must_change_password: true,
}

test('ACC-10 fields that a call does not take are ignored or refused, and the database is as without them', async () => {
  const { app, people, category_id } = world
  const { other, admin } = people
  const { token } = other
  const project = (await app.call(routes.projects.create, { token, body: { ...stolen, name: 'Voie verte', status: 'valid', id: intruder } as never })).body
  const { id } = (await app.call(routes.conversations.findOrCreate, { token, body: { ...stolen, id: intruder, title: 'Pris' } as never })).body
  await app.call(routes.conversations.addMessage, { token, params: { id }, body: { ...stolen, role: 'user', content: 'Bonjour', id: intruder } as never })
  await app.call(routes.conversations.update, { token, params: { id }, body: { ...stolen, title: 'Titre' } as never })
  await app.call(routes.conversations.update, { token, params: { id }, body: { ...stolen, title: 'Pris', project_id: await world.project() } as never })
  await app.call(routes.projects.update, { token, params: { id: project.id }, body: { ...stolen, name: 'Autre', status: 'valid', id: intruder } as never })
  await app.call(routes.profile.update, { token, body: { ...stolen, email: 'pris@exemple.fr', username: 'pris', is_active: false } as never })
  await app.call(routes.auth.register, {
    body: { ...stolen, username: 'nouvelle', email: 'nouvelle@exemple.fr', password: 'Genêt-82-Torrent', id: intruder } as never,
  })
  const form = { ...stolen, name: 'Actes', description: 'Rédige', prompt_content: 'Tu rédiges.', category_id, id: intruder }
  const assistant = (await app.call(routes.assistants.create, { token: admin.token, body: form as never })).body
  await app.call(routes.assistants.update, { token: admin.token, params: { id: assistant.id }, body: { ...stolen, name: 'Autre', id: intruder } as never })
  for (const mark of [intruder, '1999-01-01', '987654', '"intruder"', 'pris@'])
    expect(Object.entries(await everyRow(app, mark)).filter(([, held]) => held !== '0 0')).toEqual([])
  expect(await app.db.selectFrom('app_user').where('is_admin', '=', true).select('id').execute()).toEqual([{ id: admin.id }])
  expect(await app.db.selectFrom('project').where('id', '=', project.id).select(['owner_id', 'name', 'status']).executeTakeFirst()).toEqual({
    owner_id: other.id,
    name: 'Autre',
    status: 'valid',
  })
  expect((await app.call(routes.conversations.get, { token, params: { id } })).body).toMatchObject({ title: 'Titre', project_id: null })
})

const shapes = [
  '',
  'search[]=',
  'search=a&search=b',
  'search[$ne]=',
  'search=%25',
  'search=_',
  'search=%27%20or%201=1--',
  'search',
  'owner_id=',
  'owner_id=*',
  'user_id=all',
  'all=true',
  'is_admin=true',
  'category[]=',
  'category=a&category=b',
  'category[$gt]=',
  'category=',
  'category',
  'category=%',
  'is_active=',
  'is_active=0',
  'is_active=false',
  'is_active[]=0',
  'is_active=1&is_active=0',
  'ids=',
  'ids[]=',
  'ids=*',
  'ids=%',
  '__proto__[owner]=x',
  'constructor.prototype.owner=x',
  'page=-1&per_page=1e9',
  'limit=0&offset=-1',
]

test.each(shapes)('ACC-11 « %s » never gives more rows than the plain call', async (shape) => {
  const { app, people } = world
  await world.project()
  await world.conversation()
  await world.personalPrompt()
  await world.ownAssistant()
  const inactive = await world.assistant()
  await app.call(routes.assistants.update, { params: { id: inactive }, body: { is_active: false }, token: people.admin.token })
  const { conversations, projects, assistants, documents, library, prompts, personalPrompts, promptChoices, ownAssistants } = routes
  for (const route of [
    conversations.list,
    projects.list,
    assistants.list,
    assistants.catalogue,
    documents.list,
    documents.page,
    documents.states,
    library.uploads,
    prompts.list,
    personalPrompts.page,
    ownAssistants.list,
    promptChoices.list,
    conversations.stats,
    conversations.consumption,
  ]) {
    const ask = async (query: string) => {
      const { statusCode, body } = await app.http.inject({ url: `/api${route.path}${query}`, headers: { authorization: `Bearer ${people.other.token}` } })
      return { statusCode, body, ids: [...body.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id!) }
    }
    const plain = await ask('')
    const widened = await ask(`?${shape}`)
    expect([200, 400, 422], widened.body).toContain(widened.statusCode)
    expect(widened.ids.filter((id) => !plain.ids.includes(id))).toEqual([])
    expect(widened.body).not.toContain(canary)
    expect(widened.ids).not.toContain(inactive)
  }
})

test('ACC-12 a token is read in the Authorization header, as bearer, and nowhere else', async () => {
  const { app, people } = world
  const { other } = people
  const { token } = other
  const carriers: { url?: string; headers?: Record<string, string> }[] = [
    { url: `/api/auth/me?token=${token}` },
    { url: `/api/auth/me?access_token=${token}` },
    { url: `/api/auth/me?authorization=Bearer%20${token}` },
    { headers: { cookie: `accessToken=${token}; access_token=${token}; token=${token}; session=${token}` } },
    { headers: { 'x-api-key': token } },
    { headers: { 'x-access-token': token } },
    { headers: { 'x-auth-token': token } },
    { headers: { authorization: token } },
    { headers: { authorization: `Token ${token}` } },
    { headers: { authorization: `Basic ${Buffer.from(`${other.username}:${other.password}`).toString('base64')}` } },
    { headers: { authorization: `Bearer ${token}, Bearer ${token}` } },
    { headers: { 'proxy-authorization': `Bearer ${token}` } },
  ]
  for (const { url = '/api/auth/me', headers = {} } of carriers) {
    const answer = await app.http.inject({ url: url, headers })
    expect(answer.statusCode, JSON.stringify({ address: url, headers })).toBe(401)
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  expect((await app.call(routes.auth.me, { token })).status).toBe(200)
})

test.each([
  'per_page=1000000000',
  'per_page=-1',
  'per_page=NaN',
  'per_page=Infinity',
  'per_page=1e308',
  'per_page=',
  'per_page[]=5',
  'page=1e308',
  'page=-5',
  'page=0.5',
  'page=99999999999999999999',
  'page=0x10&per_page=%00',
])('ACC-15 %s is bounded', async (query) => {
  const { app, people } = world
  await Promise.all(Array.from({ length: 12 }, () => app.createUser()))
  const answer = await app.http.inject({ url: `/api/users?${query}`, headers: { authorization: `Bearer ${people.admin.token}` } })
  expect([200, 422], answer.body).toContain(answer.statusCode)
  const body = answer.json<{ users?: unknown[]; current_page?: number }>()
  expect(body.users?.length ?? 0).toBeLessThanOrEqual(100)
  if (answer.statusCode === 200) expect(Number.isSafeInteger(body.current_page)).toBe(true)
})
