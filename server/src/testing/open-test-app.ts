import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { createTestApp, type TestApp, type TestAppOptions } from './test-app.ts'
import type { NewTestUser, TestUser } from './test-users.ts'

/** `createTestApp` for the tests of a file, made before the first and closed after the last. @returns the application, from the first hook on */
export function openTestApp(options?: TestAppOptions): TestApp {
  const app = {} as TestApp
  beforeAll(async () => void Object.assign(app, await createTestApp(options)))
  // One that could not be made has nothing to close.
  afterAll(() => ('close' in app ? app.close() : undefined))
  return app
}

/** `createTestApp` for one test, within it: closed once the test is over. */
export async function anotherApp(options?: TestAppOptions): Promise<TestApp> {
  const app = await createTestApp(options)
  onTestFinished(() => app.close())
  return app
}

type Hook = (make: () => Promise<void>) => void

/** Accounts of `openTestApp`, by the names that tests give them, made in their order by `hook`: to be read from the next hook on. */
export function people<N extends string>(app: TestApp, wanted: Record<N, NewTestUser>, hook: Hook = beforeAll): Record<N, TestUser> {
  const made = {} as Record<N, TestUser>
  const names = Object.keys(wanted) as N[]
  for (const name of names) made[name] = {} as TestUser
  hook(async () => {
    for (const name of names) Object.assign(made[name], await app.createUser(wanted[name]))
  })
  return made
}

/** A category of assistants. @returns its id */
export async function newCategory(db: TestApp['db'], name = 'Actes', icon = 'FileText'): Promise<string> {
  return (await db.insertInto('assistant_category').values({ name, icon }).returning('id').executeTakeFirstOrThrow()).id
}
