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
    // No module keeps a state of its own: a worker goes from one file to the next as it is.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    sequence: { groupOrder: engine === 'embedded' ? 1 : 2 },
  },
})

/** Journeys that measure, starve, kill or drown a server: another one beside them would change what they see. */
const alone = ['e2e/{documents-queue,egress,faults*,journeys,operations,server-life,several-instances*,sobriety}.e2e.ts']

/** In a browser. The two projects share what their global setup makes, once. */
const browserProject = (
  name: string,
  { include, exclude, maxWorkers, groupOrder }: { include: string[]; exclude: string[]; maxWorkers: number; groupOrder: number },
) => ({
  test: {
    name,
    include,
    exclude,
    globalSetup: ['e2e/support/global-setup.ts'],
    setupFiles: ['tools/testing/fail-on-console-error.ts'],
    pool: 'forks' as const,
    maxWorkers,
    testTimeout: 120_000,
    // A click lost to a busy machine is not a broken product: one more try, and the report still shows both.
    retry: 1,
    hookTimeout: 180_000,
    // As long as a locator waits: one second is short for a page that loads on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    sequence: { groupOrder },
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
      browserProject('e2e', { include: ['e2e/**/*.e2e.ts'], exclude: alone, maxWorkers: 2, groupOrder: 3 }),
      browserProject('e2e-alone', { include: alone, exclude: [], maxWorkers: 1, groupOrder: 4 }),
    ],
  },
})
