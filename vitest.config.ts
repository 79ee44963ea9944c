import { defineConfig } from 'vitest/config'

const api = 'server/src/**/*.api.test.ts'

/** The API tests run twice, the same files, on the two engines that the product accepts. */
const apiProject = (engine: 'embedded' | 'postgres') => ({
  test: {
    name: `api-${engine}`,
    include: [api],
    env: { TEST_ENGINE: engine, NODE_ENV: 'test' },
    globalSetup: ['server/src/testing/global-setup.ts'],
    setupFiles: ['tools/testing/fail-on-console-error.ts'],
    pool: 'forks' as const,
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    sequence: { groupOrder: engine === 'embedded' ? 1 : 2 },
  },
})

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,seed,server,web,tools,bench}/**/*.test.{ts,tsx}', 'e2e/support/*.test.ts'],
          exclude: ['**/node_modules/**', api],
          env: { NODE_ENV: 'test' },
          setupFiles: ['tools/testing/fail-on-console-error.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      apiProject('embedded'),
      apiProject('postgres'),
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['e2e/support/global-setup.ts'],
          setupFiles: ['tools/testing/fail-on-console-error.ts'],
          pool: 'forks',
          maxWorkers: 1,
          fileParallelism: false,
          testTimeout: 120_000,
          // A click lost to a busy machine is not a broken product: one more try, and the report still shows both.
          retry: 1,
          hookTimeout: 180_000,
          // As long as a locator waits: one second is short for a page that loads on a busy machine.
          expect: { poll: { timeout: 15_000 } },
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
