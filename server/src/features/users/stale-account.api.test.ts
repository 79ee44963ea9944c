import { routes, type ConcurrentChange } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'

const { users } = routes

const app = openTestApp()
const { admin, colleague } = people(app, {
  admin: { is_admin: true, first_name: 'Inès', last_name: 'Roux' },
  colleague: { is_admin: true, first_name: 'Ada', last_name: 'Martin' },
})

const password = 'Falaise-Ocre-5512'
async function newAccount() {
  const username = `agent-${randomUUID().slice(0, 8)}`
  return (await app.call(users.create, { token: admin.token, body: { username, email: `${username}@exemple.fr`, password, first_name: 'Zoé' } })).body
}
const write = (id: string, body: object, by = admin) => app.call(users.update, { token: by.token, params: { id }, body })
const keptSince = (answer: { body: unknown }) => (answer.body as { changed: ConcurrentChange }).changed

test('an account written on what is no longer kept is refused, with who changed what and when, and no secret', async () => {
  const read = await newAccount()
  const theirs = await write(read.id, { first_name: 'Zoë', expected_updated_at: read.updated_at }, colleague)
  expect(theirs.status).toBe(200)
  expect(theirs.body.updated_at).not.toBe(read.updated_at)

  const mine = { first_name: 'Zo', email: 'autre@exemple.fr', password: 'Bruyère-74-Cascade', expected_updated_at: read.updated_at }
  const refused = await write(read.id, mine)
  expect([refused.status, refused.error.code]).toEqual([409, 'request.stale'])
  expect(keptSince(refused)).toMatchObject({ at: theirs.body.updated_at, by: 'Ada Martin', is_own: false, current: { first_name: 'Zoë', email: read.email } })
  expect(Object.keys(keptSince(refused).current).sort()).toEqual(Object.keys(read).sort())
  expect((await app.call(routes.auth.login, { body: { username: read.username, password } })).status).toBe(200)
  expect(app.mails.filter(({ to }) => to === read.email)).toEqual([])

  const agreed = await write(read.id, { ...mine, expected_updated_at: keptSince(refused).at })
  expect(agreed).toMatchObject({ status: 200, body: { first_name: 'Zo', email: 'autre@exemple.fr' } })
})

test('of two written at once on the same reading, one is kept and the other refused; who says nothing writes as before', async () => {
  const read = await newAccount()
  const answers = await Promise.all(['Une', 'Deux'].map((first_name) => write(read.id, { first_name, expected_updated_at: read.updated_at })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await write(read.id, { first_name: 'Trois' })).status).toBe(200)
})

test('what its person changed, and a password given meanwhile, are seen; a sign-in is not', async () => {
  const read = await newAccount()
  await app.call(routes.auth.login, { body: { username: read.username, password } })
  expect((await write(read.id, { last_name: 'Diop', expected_updated_at: read.updated_at })).status).toBe(200)

  const { users: found } = (await app.call(users.list, { token: admin.token, query: { search: read.username } })).body
  await app.call(users.resetPassword, { token: colleague.token, params: { id: read.id }, body: { password: 'Bruyère-74-Cascade' } })
  const given = await write(read.id, { last_name: 'Sow', expected_updated_at: found[0]!.updated_at })
  expect([given.status, keptSince(given).by]).toEqual([409, 'Ada Martin'])

  const self = await app.createUser({ last_name: 'Petit' })
  const before = (await app.call(users.list, { token: admin.token, query: { search: self.username } })).body.users[0]!
  await app.call(routes.profile.update, { token: self.token, body: { first_name: 'Zelda' } })
  const late = await write(self.id, { first_name: 'Z', expected_updated_at: before.updated_at })
  expect(keptSince(late)).toMatchObject({ by: 'Zelda Petit', is_own: false, current: { first_name: 'Zelda' } })
})

test('an administrator who changed their own account in their profile reads that they did', async () => {
  const self = await app.createUser({ is_admin: true, first_name: 'Nora', last_name: 'Petit' })
  const before = (await app.call(users.list, { token: self.token, query: { search: self.username } })).body.users[0]!
  await app.call(routes.profile.update, { token: self.token, body: { last_name: 'Roux' } })
  const late = await write(self.id, { first_name: 'N', expected_updated_at: before.updated_at }, self)
  expect(keptSince(late)).toMatchObject({ by: 'Nora Roux', is_own: true })
})

test('what an administrator who is gone has changed is said of nobody', async () => {
  const gone = await app.createUser({ is_admin: true })
  const read = await newAccount()
  await write(read.id, { first_name: 'Zoë' }, gone)
  await app.call(users.remove, { token: admin.token, params: { id: gone.id } })
  const late = await write(read.id, { first_name: 'Z', expected_updated_at: read.updated_at })
  expect(keptSince(late)).toMatchObject({ by: null, is_own: false })
})

test('what is no date and what does not exist are refused', async () => {
  const read = await newAccount()
  expect((await write(read.id, { first_name: 'X', expected_updated_at: 'hier' })).status).toBe(422)
  expect((await write(randomUUID(), { first_name: 'X', expected_updated_at: read.updated_at })).status).toBe(404)
})
