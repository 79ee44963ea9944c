/**
 * Counts of a run, with the names of what failed, of what was not run, and of what passed at its second try only (it is
 * among those that passed). What failed once or twice is named with what its first try said. `files`: how long each took, in milliseconds, from the beginning of its first test to the end of its last.
 */
export type Totals = {
  passed: number
  failed: number
  skipped: number
  failures: string[]
  skips: string[]
  secondTries: string[]
  files: { name: string; ms: number }[]
}

type Test = { fullName: string; status: string; failureMessages?: string[] }
type ReportedFile = { name: string; status: string; message?: string; startTime?: number; endTime?: number; assertionResults: Test[] }
type Report = { testResults: ReportedFile[] }

export function addTotals(a: Totals, b: Totals): Totals {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    failures: [...a.failures, ...b.failures],
    skips: [...a.skips, ...b.skips],
    secondTries: [...a.secondTries, ...b.secondTries],
    files: [...a.files, ...b.files],
  }
}

/** The longest first, one line each, at most `most`; in French. */
export function slowestFiles({ files }: Totals, most: number): string[] {
  const sorted = files.toSorted((a, b) => b.ms - a.ms).slice(0, most)
  return sorted.map(({ name, ms }) => `${String(Math.round(ms / 1_000)).padStart(5)} s  ${name}`)
}

/**
 * Totals of a vitest JSON report. A file that could not even be read is one failure, one whose process stopped is another, and so is
 * a run that ended badly (`code` not 0) although no test failed: an unhandled error, a report that was never written.
 * @param unhandled what was said of errors of no test, among them the end of a process, which names its file (tools/testing/unhandled-errors.ts)
 * @param again the files that are played again, of which this run says nothing: the totals of their second run are added to these
 */
export function readReport(read: () => string, code: number, unhandled: string[] = [], again: StoppedFile[] = []): Totals {
  const report = parse(read)
  const failures = report === undefined ? ['vitest n’a pas rendu de compte'] : []
  const isAgain = (name: string) => again.some((file) => file.name === name)
  const files = (report?.testResults ?? []).filter(({ name }) => !isAgain(name))
  const tests = files.flatMap((file) => file.assertionResults.map((test) => ({ ...test, file: file.name })))
  const nameOf = (test: (typeof tests)[number]) => `${test.file} › ${test.fullName}`
  const named = (status: string[]) => tests.filter((test) => status.includes(test.status)).map(nameOf)
  const withReason = (test: (typeof tests)[number]) => `${nameOf(test)}${reasonOf(test.failureMessages?.[0] ?? '', test.file)}`
  failures.push(...tests.filter((test) => test.status === 'failed').map(withReason))
  const broken = files.filter(isBroken)
  const others = unhandled.filter((error) => !(report?.testResults ?? []).some((file) => isBroken(file) && error.includes(file.name)))
  failures.push(...broken.map((file) => `${file.name} › ${firstWords(file.message || endOf(file, unhandled) || 'sans un mot')}`), ...others)
  if (code !== 0 && failures.length === 0 && again.length === 0) failures.push(`vitest s’est terminé avec le code ${code} sans nommer d’échec`)
  const skips = named(['skipped', 'pending', 'todo', 'disabled'])
  return {
    passed: named(['passed']).length,
    failed: failures.length,
    skipped: skips.length,
    failures,
    skips,
    // What the first try said is kept beside a test that passed.
    secondTries: [
      ...again.map(({ name, reason }) => `${name} › ${reason}`),
      ...tests.filter((test) => test.status === 'passed' && (test.failureMessages ?? []).length > 0).map(withReason),
    ],
    files: files.map(({ name, startTime = 0, endTime = 0 }) => ({ name, ms: endTime - startTime })),
  }
}

/** A file whose process stopped before its tests did, and what was said of that. */
type StoppedFile = { name: string; reason: string }

/** The files of a run whose process stopped: no test of them failed, and those that had not begun were not played. */
export function stoppedFiles(read: () => string, unhandled: string[]): StoppedFile[] {
  const stopped = (parse(read)?.testResults ?? []).filter((file) => isBroken(file) && !file.message && endOf(file, unhandled) !== undefined)
  return stopped.map((file) => ({ name: file.name, reason: endOf(file, unhandled)! }))
}

function parse(read: () => string): Report | undefined {
  try {
    return JSON.parse(read()) as Report
  } catch {
    return undefined
  }
}

function isBroken({ status, assertionResults }: ReportedFile): boolean {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
}

function endOf({ name }: ReportedFile, unhandled: string[]): string | undefined {
  return unhandled.find((error) => error.includes(name))
}

/** Names the line of its own file where a test failed, and gives the first words of its message. */
function reasonOf(message: string, file: string): string {
  const line = message.split('\n').flatMap((one) => /:(\d+):\d+\)?$/.exec(one.split(file)[1] ?? '')?.[1] ?? [])[0]
  const said = firstWords(message)
  return `${line === undefined ? '' : `, ligne ${line}`}${said === '' ? '' : ` : ${said}`}`
}

/** Gives the first line of a message, followed by the next one where the first ends with a colon. */
function firstWords(message: string): string {
  // The words of an assertion may be coloured.
  const [first = '', next = ''] = message.replace(/\u001b\[\d+m/g, '').split('\n')
  return first.endsWith(':') && !next.trim().startsWith('at ') ? `${first} ${next.trim()}`.trimEnd() : first
}
