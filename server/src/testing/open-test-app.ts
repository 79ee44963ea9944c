import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { createTestApp, type TestApp, type TestAppOptions } from './test-app.ts'
import type { NewTestUser, TestUser } from './test-users.ts'

/** Creates a test application for the tests of a file, closed after the last one. @returns the application, usable from the first hook on */
export function openTestApp(options?: TestAppOptions): TestApp {
  const app = {} as TestApp
  beforeAll(async () => void Object.assign(app, await createTestApp(options)))
  // It may have failed to start.
  afterAll(() => ('close' in app ? app.close() : undefined))
  return app
}

/** Creates a test application within one test, closed when the test ends. */
export async function anotherApp(options?: TestAppOptions): Promise<TestApp> {
  const app = await createTestApp(options)
  onTestFinished(() => app.close())
  return app
}

type Hook = (make: () => Promise<void>) => void

/** Creates accounts on the application of `openTestApp`, in order, in a hook. @returns the accounts by name, usable from the next hook on */
export function people<N extends string>(app: TestApp, wanted: Record<N, NewTestUser>, hook: Hook = beforeAll): Record<N, TestUser> {
  const made = {} as Record<N, TestUser>
  const names = Object.keys(wanted) as N[]
  for (const name of names) made[name] = {} as TestUser
  hook(async () => {
    for (const name of names) Object.assign(made[name], await app.createUser(wanted[name]))
  })
  return made
}

/** Creates a category of assistants. @returns its id */
export async function newCategory(db: TestApp['db'], name = 'Actes', icon = 'FileText'): Promise<string> {
  return (await db.insertInto('assistant_category').values({ name, icon }).returning('id').executeTakeFirstOrThrow()).id
}
