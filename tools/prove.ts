import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { constants, cpus, release, setPriority, totalmem } from 'node:os'
import { join } from 'node:path'
import { benchNames } from '../bench/benches.ts'
import { provePage, replaceOutcomes, section, testRows, type ProofOutcome, type ProofReport } from './proof/prove-page.ts'
import { readTimings, timeTests, timingRows } from './proof/prove-time.ts'
import { repositoryRoot } from './source-files.ts'
import { readReport } from './proof/test-report.ts'

// `npm run prove`: all tests, the fault tests at full length, and all benchmarks; takes hours. `npm run prove -- faults-kill soak` runs only these parts,
// `-- faults` or `-- benches` a whole group. A failed part does not stop the others. Timed parts run alone; fault and endurance tests, whose result does
// not depend on speed, run in parallel at the end. After each part, artifacts/preuves.md is rewritten from the results of this and earlier runs
// (artifacts/preuves.json); docs/preuves.md is a summary of one run, written by hand. `-- time` and `-- time-taken`, not in the default run, time
// `npm test` on a fresh clone, alone and with a third of the machine in use.

const artifacts = join(repositoryRoot, 'artifacts')
const outcomesFile = join(artifacts, 'preuves.json')
const page = join(artifacts, 'preuves.md')
/** Tests of e2e/faults, which a proof runs longer than `npm test`. */
const faultNames = readdirSync(join(repositoryRoot, 'e2e/faults'))
  .filter((name) => name.endsWith('.e2e.ts'))
  .map((name) => name.replace('.e2e.ts', ''))
/**
 * Test suites run by `tools/test.ts`: all tests, then the main journeys in a second browser. Only the fault tests are left out, when the same proof runs
 * them longer.
 */
const suites: Record<string, { title: string; steps: string[] }> = {
  tests: { title: 'Tous les essais', steps: [] },
  firefox: { title: 'Les principaux parcours dans Firefox', steps: ['firefox'] },
}
const groups: Record<string, string[]> = { faults: faultNames, benches: benchNames }
/** Timed parts, with the share of each core used by other processes meanwhile. */
const timed: Record<string, number> = { time: 0, 'time-taken': 1 / 3 }
const order = [...Object.keys(suites), ...faultNames, ...benchNames]
const endurance = 'soak'

// An interrupt also cancels the parts that have not started.
let interrupted = false
const children = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    interrupted = true
    for (const child of children) child.kill(signal)
  })

// `faults` is both a group and one of its journeys: the group wins.
const requestedParts = process.argv.slice(2).flatMap((part) => groups[part] ?? [part])
const parts = requestedParts.length === 0 ? order : requestedParts.filter((part) => order.includes(part))
const unknown = requestedParts.filter((part) => !order.includes(part) && !(part in timed))
if (unknown.length > 0) {
  console.error(`Partie inconnue : ${unknown.join(', ')}. Parties : ${[...new Set([...Object.keys(groups), ...order])].join(', ')}.`)
  process.exitCode = 2
} else {
  mkdirSync(artifacts, { recursive: true })
  for (const part of requestedParts.filter((one) => one in timed)) {
    if (!(await timeTests(commit(), timed[part]!)).passed) process.exitCode = 1
    writePage()
  }
  const inLane = async (lane: Iterable<string>) => {
    for (const part of lane) {
      console.log(`Preuve : ${part}`)
      const outcome = await prove(part)
      if (interrupted) break
      // Written after each part, so that hours of results survive a later failure. Read again first, because another proof may have written meanwhile.
      writeFileSync(outcomesFile, `${JSON.stringify(replaceOutcomes(readOutcomes(), [outcome], order), null, 2)}\n`)
      writePage()
      if (!outcome.passed) process.exitCode = 1
    }
  }
  await inLane(parts.filter((part) => !faultNames.includes(part) && part !== endurance))
  // Fault tests often wait, so two run at a time: each of the two lanes takes the next remaining one.
  const faults = longestFirst(parts.filter((part) => faultNames.includes(part))).values()
  if (!interrupted) await Promise.all([inLane(faults), inLane(faults), inLane(parts.filter((part) => part === endurance))])
}

/** Sorts parts by their duration in the last run: a long part started last would leave the machine idle. */
function longestFirst(parts: string[]): string[] {
  const seconds = new Map(readOutcomes().map((outcome) => [outcome.part, outcome.seconds]))
  return parts.toSorted((a, b) => (seconds.get(b) ?? Infinity) - (seconds.get(a) ?? Infinity))
}

function readOutcomes(): ProofOutcome[] {
  return existsSync(outcomesFile) ? (JSON.parse(readFileSync(outcomesFile, 'utf8')) as ProofOutcome[]) : []
}

function writePage(): void {
  writeFileSync(page, provePage(readOutcomes(), order, timingRows(readTimings())))
}

async function prove(part: string): Promise<ProofOutcome> {
  try {
    if (part in suites) return await proveTests(part)
    return await (faultNames.includes(part) ? proveFaults(part) : proveBench(part))
  } catch (error) {
    return { ...commonFields(part, part, 0), passed: false, summary: error instanceof Error ? error.message : String(error), tables: '' }
  }
}

async function proveTests(part: string): Promise<ProofOutcome> {
  const { title, steps } = suites[part]!
  const env = { PARVIS_WHOLE: '1', ...(faultNames.every((name) => parts.includes(name)) && { PARVIS_FAULTS_APART: '1' }) }
  const { code, lines, seconds } = await run(['tools/test.ts', ...steps], env)
  const totals = lines.findLast((line) => /^\d+ passed, \d+ failed, \d+ skipped$/.test(line)) ?? 'sans totaux'
  const namedLines = lines.filter((line) => /^(Échec|Non exécuté|Réussi au second essai) : /.test(line)).map((line) => line.replace(repositoryRoot, ''))
  const tables =
    namedLines.length === 0 ? '' : `## ${title} : manqués, non exécutés ou réussis au second essai\n\n${namedLines.map((line) => `- ${line}`).join('\n')}\n`
  // A suite whose browser cannot be installed runs nothing and fails nothing: that is not a proof.
  return { ...commonFields(part, title, seconds), passed: code === 0 && !totals.startsWith('0 passed'), summary: totals, tables }
}

/** Runs one fault test at full length, with a row for each of its cases. */
async function proveFaults(part: string): Promise<ProofOutcome> {
  const file = join(artifacts, `preuve-${part}.json`)
  rmSync(file, { force: true })
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project=e2e', `e2e/faults/${part}.e2e.ts`, '--reporter=default', '--reporter=json']
  // Lower priority: the endurance test that runs in parallel has users who wait for answers, and a database with timeouts.
  const { code, seconds } = await run([...vitest, `--outputFile.json=${file}`], { PARVIS_PROVE: '1' }, constants.priority.PRIORITY_BELOW_NORMAL)
  const { passed, failed, skipped } = readReport(() => readFileSync(file, 'utf8'), code)
  const rows = testRows(existsSync(file) ? readFileSync(file, 'utf8') : '')
  const summary = `${passed} réussis, ${failed} manqués, ${skipped} non exécutés`
  return {
    ...commonFields(part, `Pannes : e2e/faults/${part}.e2e.ts`, seconds),
    passed: code === 0 && failed === 0,
    summary,
    tables: section({ title: `Pannes : ${part}`, rows }),
  }
}

async function proveBench(part: string): Promise<ProofOutcome> {
  const file = join(artifacts, `bench-${part}.json`)
  rmSync(file, { force: true })
  const { code, seconds } = await run(['bench/main.ts', part, '--report', file], {})
  const [report] = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as (ProofReport & { failures?: string[] })[]) : []
  const hasPassed = code === 0 && report !== undefined
  const summary = hasPassed ? 'mesuré' : (report?.failures?.join(' ; ') ?? `code ${code}`)
  return { ...commonFields(part, report?.title ?? part, seconds), passed: hasPassed, summary, tables: report ? section(report) : '' }
}

function commonFields(part: string, title: string, seconds: number) {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'processeur inconnu'}, ${Math.round(totalmem() / 2 ** 30)} Gio, Linux ${release()}, Node ${process.version}`
  return { part, title, seconds, machine, date: new Date().toISOString(), commit: commit() }
}

/** Commit of the code, if it is a checkout. */
function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: repositoryRoot, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return 'archive'
  }
}

function run(
  args: string[],
  env: Record<string, string>,
  priority = constants.priority.PRIORITY_NORMAL,
): Promise<{ code: number; lines: string[]; seconds: number }> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: repositoryRoot, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
    if (child.pid !== undefined) setPriority(child.pid, priority)
    let outputText = ''
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk)
      outputText += String(chunk)
    })
    children.add(child)
    child.on('error', reject)
    child.on('close', (code) => {
      children.delete(child)
      resolve({ code: code ?? 1, lines: outputText.split('\n'), seconds: (performance.now() - startedAt) / 1000 })
    })
  })
}
