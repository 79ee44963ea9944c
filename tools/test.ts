import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runChecks } from './checks.ts'
import { ensureDebianPackages } from './debian-packages.ts'
import { repositoryRoot } from './source-files.ts'
import { openMemoryFolder } from './testing/memory-folder.ts'
import { wholeStep } from './proof/prove-time.ts'
import { addTotals, readReport, slowestFiles, stoppedFiles, type TestTotals } from './proof/test-report.ts'

// `npm test`: the checks, then every vitest project. `npm test -- unit e2e` runs only these steps. The last line is always `N passed, N failed, N
// skipped`; the exit code is 0 only if nothing failed.

const everyProject = ['unit', 'api-embedded', 'api-postgres', 'e2e', 'firefox']
/** Projects of the default run: the second browser only runs in a full proof, or when named. */
const defaultProjects = everyProject.filter((name) => name !== 'firefox')
const inBrowser = (name: string): boolean => name === 'e2e' || name === 'firefox'
const isWhole = Boolean(process.env['PARVIS_WHOLE'])
/** Maximum number of files whose process stopped that are run again; more cannot be by chance. */
const maxStoppedFiles = 2
const requestedSteps = process.argv.slice(2)
const unknown = requestedSteps.filter((step) => step !== 'check' && !everyProject.includes(step))
const steps = requestedSteps.length === 0 ? ['check', ...defaultProjects] : requestedSteps
// An interrupt also cancels the steps that have not started.
let interrupted = false

if (unknown.length > 0) {
  console.error(`Étape inconnue : ${unknown.join(', ')}. Étapes : check, ${everyProject.join(', ')}.`)
  process.exitCode = 2
} else {
  const startedAt = performance.now()
  const totals = await runSteps()
  printDuration(wholeStep, startedAt)
  const slowest = slowestFiles(totals, 15)
  if (slowest.length > 0) console.log(['Fichiers les plus longs :', ...slowest].join('\n'))
  // What needs action is printed last: often only the end of a long log is kept.
  for (const name of totals.skips) console.log(`Non exécuté : ${name}`)
  for (const name of totals.secondAttempts) console.log(`Réussi au second essai : ${name}`)
  if (totals.secondAttempts.length > 0) console.log(`${totals.secondAttempts.length} réussis au second essai seulement`)
  for (const name of totals.failures) console.log(`Échec : ${name}`)
  console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
  process.exitCode = totals.failed === 0 ? 0 : 1
}

function printDuration(step: string, startedAt: number): void {
  console.log(`Durée : ${step}, ${Math.round((performance.now() - startedAt) / 1_000)} s`)
}

async function runSteps(): Promise<TestTotals> {
  // Runs during the checks, because it mostly waits for the network.
  const packages = ensureDebianPackages(steps)
  const noTotals: TestTotals = { passed: 0, failed: 0, skipped: 0, failures: [], skips: [], secondAttempts: [], files: [] }
  let totals = noTotals
  if (steps.includes('check')) {
    const startedAt = performance.now()
    totals = addTotals(totals, await runChecks({ isFull: true }))
    printDuration('check', startedAt)
  }
  const unavailable = await packages
  const skips = unavailable.map(({ reason }) => reason)
  totals = addTotals(totals, { ...noTotals, skipped: skips.length, skips })
  const projects = everyProject.filter((name) => steps.includes(name) && !unavailable.some(({ project }) => project === name))
  // Without a project name, vitest would run all of them.
  if (projects.length === 0) return totals
  // Journeys spend a quarter of their time waiting for a page or a reply, so projects without a browser run in parallel.
  const [journeys, otherProjects] = [projects.filter(inBrowser), projects.filter((name) => !inBrowser(name))]
  // A full proof writes to the disk, as real instances do.
  const memoryFolder = isWhole ? undefined : openMemoryFolder()
  try {
    const env: Record<string, string> = memoryFolder ? { TMPDIR: memoryFolder.path } : {}
    const runs = journeys.length > 0 && otherProjects.length > 0 ? await runBeside(journeys, otherProjects, env) : [await runVitest('tests', projects, env)]
    return runs.reduce(addTotals, totals)
  } finally {
    memoryFolder?.remove()
  }
}

/**
 * Runs journeys and other projects in parallel, two workers each; the first to end takes the rest of the journeys. A fifth worker on two cores makes
 * everything wait longer, and the polling of what waits used a fifth more processor time.
 */
async function runBeside(journeys: string[], otherProjects: string[], env: Record<string, string>): Promise<TestTotals[]> {
  const two = (name: string, projects: string[], ...options: string[]) => runVitest(name, projects, env, ['--maxWorkers=2', ...options])
  // In a full proof, the other projects (on both engines) take as long as all the journeys.
  if (isWhole) return Promise.all([two('journeys', journeys), two('others', otherProjects)])
  const rest = async () => (interrupted ? [] : [await two('journeys-rest', journeys, '--shard=2/2')])
  const othersThenRest = async () => [await two('others', otherProjects), ...(await rest())]
  const [journeyTotals, besides] = await Promise.all([two('journeys', journeys, '--shard=1/2'), othersThenRest()])
  return [journeyTotals, ...besides]
}

/**
 * Runs vitest and reads its totals. A run that ends badly without a failed test counts as one failure. Files whose process stopped are run once more, as
 * failed tests are, and are then listed as passed at the second attempt.
 */
async function runVitest(name: string, projects: string[], env: Record<string, string>, options: string[] = []): Promise<TestTotals> {
  const { read, code, unhandled } = await runVitestOnce(name, projects, env, options)
  const unfinishedFiles = stoppedFiles(read, unhandled)
  if (unfinishedFiles.length === 0 || unfinishedFiles.length > maxStoppedFiles || interrupted) return readReport(read, code, unhandled)
  const second = await runVitestOnce(`${name}-again`, projects, env, ['--maxWorkers=1', ...unfinishedFiles.map((file) => file.name)])
  return addTotals(readReport(read, code, unhandled, unfinishedFiles), readReport(second.read, second.code, second.unhandled))
}

type VitestRun = { read: () => string; code: number; unhandled: string[] }

async function runVitestOnce(name: string, projects: string[], env: Record<string, string>, options: string[]): Promise<VitestRun> {
  const [report, errors] = ['json', 'unhandled.json'].map((suffix) => join(repositoryRoot, 'artifacts', `vitest-${name}.${suffix}`)) as [string, string]
  mkdirSync(join(repositoryRoot, 'artifacts'), { recursive: true })
  for (const previous of [report, errors]) rmSync(previous, { force: true })
  const vitest = join(repositoryRoot, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--reporter=default', '--reporter=./tools/testing/run-reporter.ts', '--reporter=json', `--outputFile.json=${report}`]
  const code = await exitCode([...args, ...options, ...projects.map((project) => `--project=${project}`)], { ...env, PARVIS_UNHANDLED_ERRORS: errors })
  return { read: () => readFileSync(report, 'utf8'), code, unhandled: existsSync(errors) ? (JSON.parse(readFileSync(errors, 'utf8')) as string[]) : [] }
}

function exitCode(args: string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: repositoryRoot, stdio: 'inherit', env: { ...process.env, ...env } })
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        interrupted = true
        child.kill(signal)
      })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}
