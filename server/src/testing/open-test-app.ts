import { afterAll, beforeAll } from 'vitest'
import { createTestApp } from './test-app.ts'
import type { TestApp, TestAppOptions } from './test-app.ts'

/** `createTestApp` for the tests of a file, made before the first and closed after the last. @returns the application, from the first hook on */
export function openTestApp(options?: TestAppOptions): TestApp {
  const app = {} as TestApp
  beforeAll(async () => void Object.assign(app, await createTestApp(options)))
  // One that could not be made has nothing to close.
  afterAll(() => ('close' in app ? app.close() : undefined))
  return app
}
