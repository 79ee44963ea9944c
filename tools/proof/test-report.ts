/**
 * Counts of a run, with the names of failed tests, skipped tests, and tests that passed only at the second attempt (also counted as passed). Failures of
 * either kind include the message of the first attempt. `files`: duration of each file, in milliseconds, from the start of its first test to the end of
 * its last.
 */
export type TestTotals = {
  passed: number
  failed: number
  skipped: number
  failures: string[]
  skips: string[]
  secondAttempts: string[]
  files: { name: string; ms: number }[]
}

type Test = { fullName: string; status: string; failureMessages?: string[] }
type ReportedFile = { name: string; status: string; message?: string; startTime?: number; endTime?: number; assertionResults: Test[] }
type VitestReport = { testResults: ReportedFile[] }

export function addTotals(a: TestTotals, b: TestTotals): TestTotals {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    failures: [...a.failures, ...b.failures],
    skips: [...a.skips, ...b.skips],
    secondAttempts: [...a.secondAttempts, ...b.secondAttempts],
    files: [...a.files, ...b.files],
  }
}

/** Returns the slowest files, longest first, one French line each, at most `maxFiles`. */
export function slowestFiles({ files }: TestTotals, maxFiles: number): string[] {
  const sorted = files.toSorted((a, b) => b.ms - a.ms).slice(0, maxFiles)
  return sorted.map(({ name, ms }) => `${String(Math.round(ms / 1_000)).padStart(5)} s  ${name}`)
}

/**
 * Reads the totals of a vitest JSON report. A file that could not be loaded counts as one failure, and so does a file whose process stopped. A run that
 * ended badly (`code` not 0) without a failed test also counts as one: an unhandled error, or a missing report.
 * @param unhandled errors that belong to no test, including the end of a process, which names its file (tools/testing/run-reporter.ts)
 * @param again files that are run again: this run ignores them, and the totals of their second run are added
 */
export function readReport(read: () => string, code: number, unhandled: string[] = [], again: StoppedFile[] = []): TestTotals {
  const report = parse(read)
  const failures = report === undefined ? ['vitest n’a pas rendu de compte'] : []
  const isAgain = (name: string) => again.some((file) => file.name === name)
  const files = (report?.testResults ?? []).filter(({ name }) => !isAgain(name))
  const tests = files.flatMap((file) => file.assertionResults.map((test) => ({ ...test, file: file.name })))
  const nameOf = (test: (typeof tests)[number]) => `${test.file} › ${test.fullName}`
  const namesWith = (status: string[]) => tests.filter((test) => status.includes(test.status)).map(nameOf)
  const withReason = (test: (typeof tests)[number]) => `${nameOf(test)}${reasonOf(test.failureMessages?.[0] ?? '', test.file)}`
  failures.push(...tests.filter((test) => test.status === 'failed').map(withReason))
  const brokenFiles = files.filter(isBroken)
  const otherErrors = unhandled.filter((error) => !(report?.testResults ?? []).some((file) => isBroken(file) && error.includes(file.name)))
  failures.push(...brokenFiles.map((file) => `${file.name} › ${firstLine(file.message || stopReason(file, unhandled) || 'sans un mot')}`), ...otherErrors)
  if (code !== 0 && failures.length === 0 && again.length === 0) failures.push(`vitest s’est terminé avec le code ${code} sans nommer d’échec`)
  const skips = namesWith(['skipped', 'pending', 'todo', 'disabled'])
  return {
    passed: namesWith(['passed']).length,
    failed: failures.length,
    skipped: skips.length,
    failures,
    skips,
    // The message of a failed first attempt is stored with a test that passed.
    secondAttempts: [
      ...again.map(({ name, reason }) => `${name} › ${reason}`),
      ...tests.filter((test) => test.status === 'passed' && (test.failureMessages ?? []).length > 0).map(withReason),
    ],
    files: files.map(({ name, startTime = 0, endTime = 0 }) => ({ name, ms: endTime - startTime })),
  }
}

/** A file whose process stopped before its tests ended, and the reason. */
type StoppedFile = { name: string; reason: string }

/** Returns the files of a run whose process stopped. None of their tests failed, and those not started were not run. */
export function stoppedFiles(read: () => string, unhandled: string[]): StoppedFile[] {
  const unfinishedFiles = (parse(read)?.testResults ?? []).filter((file) => isBroken(file) && !file.message && stopReason(file, unhandled) !== undefined)
  return unfinishedFiles.map((file) => ({ name: file.name, reason: stopReason(file, unhandled)! }))
}

function parse(read: () => string): VitestReport | undefined {
  try {
    return JSON.parse(read()) as VitestReport
  } catch {
    return undefined
  }
}

function isBroken({ status, assertionResults }: ReportedFile): boolean {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
}

function stopReason({ name }: ReportedFile, unhandled: string[]): string | undefined {
  return unhandled.find((error) => error.includes(name))
}

/** Returns the line of the test file where a test failed, and the beginning of its message. */
function reasonOf(message: string, file: string): string {
  const line = message.split('\n').flatMap((one) => /:(\d+):\d+\)?$/.exec(one.split(file)[1] ?? '')?.[1] ?? [])[0]
  const summary = firstLine(message)
  return `${line === undefined ? '' : `, ligne ${line}`}${summary === '' ? '' : ` : ${summary}`}`
}

/** Returns the first line of a message, with the next one if the first ends with a colon. */
function firstLine(message: string): string {
  // Assertion messages may contain colour codes.
  const [first = '', next = ''] = message.replace(/\u001b\[\d+m/g, '').split('\n')
  return first.endsWith(':') && !next.trim().startsWith('at ') ? `${first} ${next.trim()}`.trimEnd() : first
}
