/** Counts of a run, with the names of what failed and of what was not run. */
export type Totals = { passed: number; failed: number; skipped: number; failures: string[]; skips: string[] }

type Report = {
  testResults: { name: string; status: string; message?: string; assertionResults: { fullName: string; status: string }[] }[]
}

export function addTotals(a: Totals, b: Totals): Totals {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    failures: [...a.failures, ...b.failures],
    skips: [...a.skips, ...b.skips],
  }
}

/**
 * Totals of a vitest JSON report. A file that could not even be read is one failure, and so is
 * a run that ended badly (`code` not 0) although no test failed: an unhandled error, a report
 * that was never written.
 */
export function readReport(read: () => string, code: number): Totals {
  let report: Report = { testResults: [] }
  const failures: string[] = []
  try {
    report = JSON.parse(read()) as Report
  } catch {
    failures.push('vitest n’a pas rendu de compte')
  }
  const tests = report.testResults.flatMap((file) => file.assertionResults.map((test) => ({ ...test, file: file.name })))
  const named = (status: string[]) => tests.filter((test) => status.includes(test.status)).map((test) => `${test.file} › ${test.fullName}`)
  failures.push(...named(['failed']))
  const broken = report.testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'))
  failures.push(...broken.map((file) => `${file.name} › ${(file.message ?? '').split('\n')[0]}`))
  if (code !== 0 && failures.length === 0) failures.push(`vitest s’est terminé avec le code ${code} sans nommer d’échec`)
  const skips = named(['skipped', 'pending', 'todo', 'disabled'])
  return { passed: named(['passed']).length, failed: failures.length, skipped: skips.length, failures, skips }
}
