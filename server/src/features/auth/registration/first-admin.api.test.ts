import { routes } from '@parvis/contract'
import { afterEach, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestAppOptions } from '../../../testing/test-app.ts'
import { createFirstAdmin } from './create-first-admin.ts'

let app: TestApp
afterEach(() => app.close())

const start = async (options?: TestAppOptions) => {
  app = await createTestApp(options)
  return createFirstAdmin(app.context)
}

test('an empty instance receives an administrator whose generated password must be changed', async () => {
  const made = await start()
  expect(made!.username).toBe('admin')
  expect(made!.password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
  const { status, body } = await app.call(routes.auth.login, { body: { username: 'admin', password: made!.password! } })
  expect(status).toBe(200)
  expect(body.user).toMatchObject({ is_admin: true, must_change_password: true, password_weak: false })
  expect(await createFirstAdmin(app.context)).toBeNull()
  expect(app.logs.join('')).not.toContain(made!.password)
})

test('what a new instance is given comes with its administrator, or neither does', async () => {
  app = await createTestApp()
  const cut = () => Promise.reject(new Error('the start is cut'))
  await expect(createFirstAdmin(app.context, cut)).rejects.toThrow('the start is cut')
  expect(await app.db.selectFrom('app_user').select('id').execute()).toEqual([])
  const furnished: string[] = []
  await createFirstAdmin(app.context, async (db, username) => {
    await db.insertInto('prompt').values({ name: 'Donné', content: 'Résume.' }).execute()
    furnished.push(username)
  })
  expect(furnished).toEqual(['admin'])
  expect(await app.db.selectFrom('prompt').select('name').execute()).toEqual([{ name: 'Donné' }])
})

test('AUT-04 instances that start together make one administrator', async () => {
  app = await createTestApp()
  const made = await Promise.all(Array.from({ length: 8 }, () => createFirstAdmin(app.context)))
  expect(made.filter((one) => one !== null)).toHaveLength(1)
  expect(await app.db.selectFrom('app_user').select('id').execute()).toHaveLength(1)
})

test('the settings choose name, address and password', async () => {
  const made = await start({ config: { firstAdmin: { username: 'chef@ville.fr', email: 'admin@localhost', password: 'Bruyère-74-Cascade' } } })
  expect(made).toEqual({ username: 'chef@ville.fr', password: null })
  const { body } = await app.call(routes.auth.login, { body: { username: 'chef@ville.fr', password: 'Bruyère-74-Cascade' } })
  expect(body.user).toMatchObject({ email: 'chef@ville.fr', is_admin: true, must_change_password: false })
})

test('AUT-03 a password of the settings that is too weak for an administrator is to be changed', async () => {
  await start({ config: { firstAdmin: { username: 'chef', email: 'chef@ville.fr', password: 'motdepasse123' } } })
  const { body } = await app.call(routes.auth.login, { body: { username: 'chef', password: 'motdepasse123' } })
  expect(body.user).toMatchObject({ must_change_password: true, password_weak: true, password_weakness: 'common' })
})
