import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const api = 'server/src/**/*.api.test.ts'

/** As long as a journey waits: a busy machine may keep a process from the processor for longer than the second that is usual. */
const patience = { poll: { timeout: 15_000 } }

/** Everything, as a full proof runs it (`npm run prove -- tests`); `npm test` leaves it what costs much and finds the same twice. */
const isWhole = Boolean(process.env['PARVIS_WHOLE'])

/** A fault at its full length (`npm run prove -- faults`), beside others and what endures. */
const isProof = Boolean(process.env['PARVIS_PROVE'])

/** What depends on the engine of the database: the rest has nothing to learn from a second one. */
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

/** What PostgreSQL is asked in the same run, and takes twice as long to say of the embedded engine: a back-up brought back whole. */
const slowerEmbedded = ['server/src/operations/erasures/erasures.api.test.ts']

/** One more than there are cores: tests often wait, for a database, a reply that is slow or a server that starts. */
const maxWorkers = 3

/** The API tests, on one of the two engines that the product accepts. */
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
    // Three times what the longest take alone: others may want the processor.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // As for journeys: a machine that stands still for seconds fails what waits no longer, and the report says what needed it.
    retry: 1,
    expect: patience,
    sequence: { groupOrder: 0 },
  },
})

/**
 * Journeys of several processes on one PostgreSQL, of readers slower than what they read, of a demonstration that starts from nothing, and
 * of a server that stops or is killed, as others meet: a full proof plays them, at length.
 */
const leftToProof = [
  'faults/several-instances',
  'faults/several-instances-base-away',
  'faults/faults-slow-clients',
  'accounts/demo-sso',
  'administration/server-life',
].map((name) => `e2e/${name}.e2e.ts`)

/** A full proof plays every fault by itself, at length: not a short one before. */
function leftOut(): string[] {
  if (process.env['PARVIS_FAULTS_APART']) return ['e2e/faults/**']
  return isWhole || isProof ? [] : leftToProof
}

/** Journeys that Firefox takes too: what people do every day, and where browsers differ (files, streams, focus, downloads). */
const everyBrowser = ['page-watch', 'journeys', 'chat', 'library', 'documents', 'exports', 'administration']

/** Journeys through the built application, in the browser of most of them or in a second one. */
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
    testTimeout: browser === 'firefox' || isProof ? 300_000 : 120_000,
    // A click lost to a busy machine is not a broken product: one more try, and the report still shows both.
    retry: 1,
    hookTimeout: 300_000,
    // As long as a locator waits: one second is short for a page that loads on a busy machine.
    // Looking twenty times a second, as by default, is work for the very processor that is waited for.
    expect: { poll: { timeout: browser === 'chromium' ? 15_000 : 40_000, interval: 100 } },
    sequence: { groupOrder: browser === 'chromium' ? 3 : 4 },
  },
})

/** Journeys that last, in the order of their length: begun last, one of them would keep a single core busy at the end. */
const longest = ['tour', 'sobriety', 'chat', 'journeys', 'hostile-texts', 'packs', 'administration', 'announced-sentences']

/** Whether a file has the server that its worker keeps: such files follow one another at the end, and none stands idle for long. */
const borrows = ({ moduleId }: TestSpecification) => /borrowServer|onePerson\(/.test(readFileSync(moduleId, 'utf8'))

/** The longest journeys first, of those that have a server of their own, then of the others; nothing is known of them on a fresh clone. */
class LongestFirst extends BaseSequencer {
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const length = ({ moduleId }: TestSpecification) => longest.findIndex((name) => moduleId.endsWith(`/${name}.e2e.ts`)) + 1 || longest.length + 1
    const rank = (file: TestSpecification) => length(file) + (borrows(file) ? longest.length + 1 : 0)
    const sorted = await super.sort(files)
    if (!sorted.some(({ moduleId }) => moduleId.endsWith('.e2e.ts'))) return sorted
    const ranks = new Map(sorted.map((file) => [file, rank(file)]))
    return sorted.toSorted((a, b) => ranks.get(a)! - ranks.get(b)!)
  }

  /** Of two parts (tools/test.ts), the second is an eighth of the journeys that are not among the longest. */
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
          testTimeout: 60_000,
          // As for those of the API: some start processes, which a busy machine keeps waiting.
          retry: 1,
          expect: patience,
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
