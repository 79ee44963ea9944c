import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const api = 'server/src/**/*.api.test.ts'

/** Timeout of `expect.poll`, in milliseconds: a busy machine delays a process longer than the default of one second. */
const pollTimeout = { poll: { timeout: 15_000 } }

/** Whether every test runs (`npm run prove -- tests`). `npm test` leaves out slow tests that repeat others. */
const isWhole = Boolean(process.env['PARVIS_WHOLE'])

/** Whether the fault journeys run at full length (`npm run prove -- faults`). */
const isProof = Boolean(process.env['PARVIS_PROVE'])

/** API tests that may depend on the database engine. `npm test` runs only these on PostgreSQL. */
const engineMatters = [
  'start',
  'platform/db',
  'platform/jobs',
  // Many streams at once say the same of both engines.
  'replies/!(many-streams)',
  // A dump goes from one engine to the other, wherever it begins.
  'operations/!(dump)',
  'features/audit',
  'features/auth/elsewhere/groups',
  'features/auth/sessions/openings',
  'features/changes/changes',
  'features/quotas',
  'features/retention',
  'features/projects/managed-projects',
  'features/rights',
  'features/library/!(demonstration|attacks|conversation-files|document-conversations)',
  'features/conversations/!(context)',
  'features/documents/documents',
  'features/documents/reading/indexing',
  'features/documents/pages',
  'features/shares/subjects',
  'features/teams',
  'features/users/import-users',
  'features/users/pages',
  'testing/matrix/!(strangers|matrix-tricks)',
  'testing/test-app',
].map((place) => `server/src/${place}{/**/*,*,}.api.test.ts`)

/** API tests that `npm test` runs on PostgreSQL only: restoring a whole backup takes twice as long on the embedded engine. */
const slowerEmbedded = ['server/src/operations/erasures/erasures.api.test.ts', 'server/src/operations/stored-files/stored-files.api.test.ts']

/** Number of workers: one more than the two cores, because tests often wait for a database, a slow reply or a starting server. */
const maxWorkers = 3

/** Vitest project of the API tests on one database engine. */
const apiProject = (engine: 'embedded' | 'postgres') => ({
  test: {
    name: `api-${engine}`,
    include: engine === 'embedded' || isWhole ? [api] : engineMatters,
    exclude: engine === 'embedded' && !isWhole ? slowerEmbedded : [],
    env: { TEST_ENGINE: engine, NODE_ENV: 'test' },
    globalSetup: ['server/src/testing/global-setup.ts'],
    setupFiles: ['tools/testing/fail-on-console-error.ts'],
    pool: 'forks' as const,
    // No module keeps a state of its own: a worker goes from one file to the next as it is.
    isolate: false,
    maxWorkers,
    // Twice what the longest take beside the other workers, on two cores.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // As for journeys: a machine that stands still for seconds fails what waits no longer, and the report says what needed it.
    retry: 1,
    expect: pollTimeout,
    sequence: { groupOrder: 0 },
  },
})

/**
 * Journeys left to a full proof: several processes on one PostgreSQL, slow readers, the single sign-on demonstration, and a server that stops or is
 * killed. They are long, and shorter tests cover the same code.
 */
const leftToProof = [
  'faults/several-instances',
  'faults/several-instances-base-away',
  'faults/faults-slow-clients',
  'accounts/demo-sso',
  'administration/server-life',
].map((name) => `e2e/${name}.e2e.ts`)

/** Returns the journeys that this run leaves out. A full proof runs the fault journeys separately, at full length. */
function leftOut(): string[] {
  if (process.env['PARVIS_FAULTS_APART']) return ['e2e/faults/**']
  return isWhole || isProof ? [] : leftToProof
}

/** Journeys also run in Firefox: daily actions, and features on which browsers differ (files, streams, focus, downloads). */
const everyBrowser = ['page-watch', 'journeys', 'chat', 'library', 'documents', 'exports', 'administration']

/** Vitest project of the end-to-end journeys in one browser, through the built application. */
const browserProject = (browser: 'chromium' | 'firefox') => ({
  test: {
    name: browser === 'chromium' ? 'e2e' : browser,
    include: browser === 'chromium' ? ['e2e/**/*.e2e.ts'] : everyBrowser.map((name) => `e2e/**/${name}.e2e.ts`),
    exclude: leftOut(),
    env: { E2E_BROWSER: browser },
    globalSetup: ['e2e/support/servers/global-setup.ts'],
    setupFiles: ['tools/testing/fail-on-console-error.ts'],
    pool: 'forks' as const,
    isolate: false,
    // A worker keeps a browser and a server from one file to the next (e2e/support/servers/shared-server.ts), until this one ends.
    environment: './e2e/support/servers/environment.ts',
    // One more than there are cores: journeys often wait, for a reply that is slow or a server that starts. Four last as long.
    maxWorkers: browser === 'chromium' ? 3 : 2,
    testTimeout: browser === 'firefox' || isProof ? 300_000 : 180_000,
    // Waits time out when a busy machine freezes. The report lists second attempts, because each may be a race of the product.
    retry: 1,
    hookTimeout: 300_000,
    // As long as a locator waits: one second is short for a page that loads on a busy machine.
    // Looking twenty times a second, as by default, is work for the very processor that is waited for.
    expect: { poll: { timeout: browser === 'chromium' ? 15_000 : 40_000, interval: 100 } },
    sequence: { groupOrder: browser === 'chromium' ? 3 : 4 },
  },
})

/** Longest journeys, longest first. They start first, because one started last would keep a single core busy at the end. */
const longest = ['tour', 'sobriety', 'chat', 'journeys', 'hostile-texts', 'packs', 'administration', 'announced-sentences']

/** Whether a file uses the shared server of its worker. Such files run last, one after the other, so that the shared server is not idle for long. */
const borrows = ({ moduleId }: TestSpecification) => /borrowServer|onePerson\(/.test(readFileSync(moduleId, 'utf8'))

/** Sequencer that runs journeys with their own server first, longest first, then those that use the shared server. */
class LongestFirst extends BaseSequencer {
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const length = ({ moduleId }: TestSpecification) => longest.findIndex((name) => moduleId.endsWith(`/${name}.e2e.ts`)) + 1 || longest.length + 1
    const rank = (file: TestSpecification) => length(file) + (borrows(file) ? longest.length + 1 : 0)
    const sorted = await super.sort(files)
    if (!sorted.some(({ moduleId }) => moduleId.endsWith('.e2e.ts'))) return sorted
    const ranks = new Map(sorted.map((file) => [file, rank(file)]))
    return sorted.toSorted((a, b) => ranks.get(a)! - ranks.get(b)!)
  }

  /** Splits the journeys into two shards (tools/test.ts): the second one is an eighth of the journeys that are not among the longest. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index } = this.ctx.config.shard!
    const isLong = ({ moduleId }: TestSpecification) => longest.some((name) => moduleId.endsWith(`/${name}.e2e.ts`))
    // The order in which two browsers give the same file is not the same in each run.
    const nameOf = ({ moduleId, project }: TestSpecification) => `${moduleId} ${project.name}`
    const byName = files.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)))
    return byName.filter((file, at) => (at % 8 === 0 && !isLong(file)) === (index === 2))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // What a worker of journeys closes when it ends takes its time on a busy machine.
    teardownTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,packages,seed,server,web,tools,bench}/**/*.test.{ts,tsx}', 'e2e/support/**/*.test.ts'],
          exclude: ['**/node_modules/**', api],
          env: { NODE_ENV: 'test' },
          setupFiles: ['tools/testing/fail-on-console-error.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
          pool: 'forks',
          isolate: false,
          maxWorkers,
          testTimeout: 120_000,
          // As for those of the API: some start processes, which a busy machine keeps waiting.
          retry: 1,
          expect: pollTimeout,
          sequence: { groupOrder: 0 },
        },
      },
      apiProject('embedded'),
      apiProject('postgres'),
      browserProject('chromium'),
      browserProject('firefox'),
    ],
  },
})
