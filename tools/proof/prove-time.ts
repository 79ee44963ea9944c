import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '../source-files.ts'

// Measures how long `npm test` takes on a fresh clone, with nothing installed or built.

/** Timed run of `npm test`, in seconds. */
export type Timing = {
  date: string
  commit: string
  /** Share of the machine's processor used by other processes meanwhile, from 0 to 1. */
  taken: number
  passed: boolean
  totals: string
  total: number
  /** Installation, then each step, from the start of its first file to the end of its last; steps overlap. For a step in two parts, the longer one. */
  steps: Record<string, number>
}

/** Name, in the output of `npm test`, of the step that contains the others. */
export const wholeStep = 'essais'

const timingsFile = join(repositoryRoot, 'artifacts/durees.json')
/** Number of timings stored for each kind, alone or on a busy machine. */
const keptPerKind = 3

export const readTimings = (): Timing[] => (existsSync(timingsFile) ? (JSON.parse(readFileSync(timingsFile, 'utf8')) as Timing[]) : [])

/**
 * Clones the last commit, runs its `npm test`, and stores the timing with the last three of its kind.
 * @param share share of each core used by busy processes meanwhile: 0, or a third
 * @throws {Error} when the run stopped before its totals; no timing is then stored
 */
export async function timeTests(commit: string, share: number): Promise<Timing> {
  const folder = mkdtempSync(join(tmpdir(), 'parvis-duree-'))
  const busyProcesses = share === 0 ? [] : Array.from({ length: availableParallelism() }, () => startBusyProcess(share))
  const startedAt = performance.now()
  try {
    await runCommand('git', ['clone', '--quiet', repositoryRoot, folder], repositoryRoot)
    const { code, lines } = await runCommand('npm', ['test', '--loglevel=error'], folder)
    const total = Math.round((performance.now() - startedAt) / 1_000)
    const takenSeconds = busyProcesses.reduce((sum, hog) => sum + processorSeconds(hog), 0) / (total * availableParallelism())
    const reportedSteps: Record<string, number> = {}
    for (const line of lines) {
      const [, name, seconds] = /^Durée : ([^,]+), (\d+) s$/.exec(line) ?? []
      if (name !== undefined) reportedSteps[name] = Math.max(reportedSteps[name] ?? 0, Number(seconds))
    }
    // The steps overlap, so installation is the total minus the whole test step.
    const { [wholeStep]: tests = 0, ...steps } = reportedSteps
    const totals = lines.findLast((line) => /^\d+ passed, \d+ failed, \d+ skipped$/.test(line))
    if (totals === undefined) throw new Error(`\`npm test\` s’est arrêté avant ses totaux (code ${code}) : sa durée ne dit rien.`)
    const timing = {
      date: new Date().toISOString(),
      commit,
      taken: takenSeconds,
      passed: code === 0,
      totals,
      total,
      steps: { installation: total - tests, ...steps },
    }
    writeFileSync(timingsFile, `${JSON.stringify(keepLast([...readTimings(), timing]), null, 2)}\n`)
    return timing
  } finally {
    for (const hog of busyProcesses) hog.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const isFree = ({ taken }: Timing) => taken === 0
export const keepLast = (timings: readonly Timing[]): Timing[] => [
  ...timings.filter(isFree).slice(-keptPerKind),
  ...timings.filter((timing) => !isFree(timing)).slice(-keptPerKind),
]

/** Rows of timings for the page of proofs. */
export function timingRows(timings: readonly Timing[]): Record<string, unknown>[] {
  return timings.map(({ date, commit, taken, totals, total, steps }) => ({
    'processeur pris par ailleurs': taken === 0 ? 'rien' : `${Math.round(taken * 100)} %`,
    'en tout': minutes(total),
    ...Object.fromEntries(Object.entries(steps).map(([name, seconds]) => [name, minutes(seconds)])),
    résultat: totals,
    'date (UTC)': date.slice(0, 16).replace('T', ' '),
    code: commit,
  }))
}

const minutes = (seconds: number): string => (seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`)

/**
 * Starts a process that uses this share of the time, with a higher priority if the system allows it. It checks its actual processor use every 10 ms,
 * because timers are late on a busy machine: fixed slices used a quarter instead of a third.
 */
function startBusyProcess(share: number): ChildProcess {
  const work = `const begin = performance.now()
const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1_000 }
setInterval(() => { while (used() < ${share} * (performance.now() - begin)); }, 10)`
  const hog = spawn(process.execPath, ['-e', work], { stdio: 'ignore' })
  try {
    setPriority(hog.pid!, -10)
  } catch {
    // An ordinary account may not raise the priority; the share actually used is reported.
  }
  return hog
}

/** Processor time used by a process so far, in seconds (proc(5): fields 14 and 15 of stat, in hundredths). */
function processorSeconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function runCommand(command: string, args: string[], cwd: string): Promise<{ code: number; lines: string[] }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk)
      output += String(chunk)
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, lines: output.split('\n') }))
  })
}
