import { expect, test } from 'vitest'
import { addTotals, readReport, slowestFiles, stoppedFiles } from './test-report.ts'

const report =
  (...results: { status: string; message?: string; tests?: string[] }[]) =>
  () =>
    JSON.stringify({
      testResults: results.map(({ status, message, tests = [] }, index) => ({
        name: `f${index}`,
        status,
        message,
        assertionResults: tests.map((test, number) => ({ fullName: `t${number}`, status: test })),
      })),
    })

test('counts tests, names what failed and what was not run', () => {
  const read = report({ status: 'failed', tests: ['passed', 'failed', 'skipped', 'todo'] }, { status: 'passed', tests: ['passed'] })
  expect(readReport(read, 1)).toMatchObject({ passed: 2, failed: 1, skipped: 2, failures: ['f0 › t1'], skips: ['f0 › t2', 'f0 › t3'], secondAttempts: [] })
})

test('a file that cannot be read is a failure', () => {
  expect(readReport(report({ status: 'failed', message: 'It stopped. It said:\nport in use' }), 1)).toMatchObject({
    failures: ['f0 › It stopped. It said: port in use'],
  })
  expect(readReport(report({ status: 'failed', message: 'SyntaxError\nat x' }), 1)).toMatchObject({ failed: 1, failures: ['f0 › SyntaxError'] })
})

test('a bad end without a failed test, or without a report, is a failure', () => {
  expect(readReport(report({ status: 'passed', tests: ['passed'] }), 1)).toMatchObject({ passed: 1, failed: 1 })
  expect(readReport(() => '', 0)).toMatchObject({ failed: 1 })
})

test('a file whose process stopped is a failure, with what was said of its end, and so is any other error of no test', () => {
  const stopped = report({ status: 'failed', message: '', tests: ['pending'] }, { status: 'passed', tests: ['passed'] })
  const unhandled = ['Worker emitted error. It exited with signal SIGTRAP while running test file f0', 'nobody waited for this']
  expect(readReport(stopped, 1, unhandled)).toMatchObject({ passed: 1, failed: 2, failures: [`f0 › ${unhandled[0]}`, unhandled[1]] })
  expect(readReport(stopped, 1)).toMatchObject({ failed: 1, failures: ['f0 › sans un mot'] })
})

test('of a file that is played again since its process stopped, its second run alone counts, and the first is told', () => {
  const first = report({ status: 'failed', message: '', tests: ['passed', 'pending'] }, { status: 'passed', tests: ['passed'] })
  const unhandled = ['the process stopped while running f0']
  const again = stoppedFiles(first, unhandled)
  expect(again).toEqual([{ name: 'f0', reason: unhandled[0] }])
  const totals = addTotals(readReport(first, 1, unhandled, again), readReport(report({ status: 'passed', tests: ['passed', 'passed'] }), 0))
  expect(totals).toMatchObject({ passed: 3, failed: 0, skipped: 0, secondAttempts: [`f0 › ${unhandled[0]}`] })
  expect(readReport(first, 1, [...unhandled, 'another'], again)).toMatchObject({ failed: 1, failures: ['another'] })
  expect(stoppedFiles(report({ status: 'failed', message: 'SyntaxError' }, { status: 'failed', tests: ['failed'] }), ['f0', 'f1'])).toEqual([])
})

test('totals add up', () => {
  const one = { passed: 1, failed: 2, skipped: 3, failures: ['a'], skips: ['b'], secondAttempts: ['c'], files: [{ name: 'd', ms: 1 }] }
  const { files, ...counts } = addTotals(one, one)
  expect(counts).toEqual({ passed: 2, failed: 4, skipped: 6, failures: ['a', 'a'], skips: ['b', 'b'], secondAttempts: ['c', 'c'] })
  expect(files).toHaveLength(2)
})

test('what passed at its second try only is named with what the first one said, and counts as passed', () => {
  const tests = [
    { fullName: 'steady', status: 'passed', failureMessages: [] },
    {
      fullName: 'shaky',
      status: 'passed',
      failureMessages: ['Error: once\nCall log:\n    at click (/p/e2e/support/pages.ts:3:1)\n    at /p/e2e/f.e2e.ts:12:5'],
    },
    { fullName: 'odd', status: 'passed', failureMessages: [''] },
    { fullName: 'broken', status: 'failed', failureMessages: ['Error: What the page did:\nconsole: twice\n    at /p/e2e/support/pages.ts:3:1'] },
    { fullName: 'curt', status: 'failed', failureMessages: ['Error: expected:\n    at /p/e2e/support/pages.ts:3:1'] },
  ]
  const read = () => JSON.stringify({ testResults: [{ name: '/p/e2e/f.e2e.ts', status: 'failed', assertionResults: tests }] })
  expect(readReport(read, 1)).toMatchObject({
    passed: 3,
    failed: 2,
    failures: ['/p/e2e/f.e2e.ts › broken : Error: What the page did: console: twice', '/p/e2e/f.e2e.ts › curt : Error: expected:'],
    secondAttempts: ['/p/e2e/f.e2e.ts › shaky, ligne 12 : Error: once', '/p/e2e/f.e2e.ts › odd'],
  })
})

test('the longest files come first, and no more than asked for', () => {
  const timed = (name: string, seconds: number) => ({ name, status: 'passed', startTime: 1_000, endTime: 1_000 + seconds * 1_000, assertionResults: [] })
  const totals = readReport(() => JSON.stringify({ testResults: [timed('short', 2), timed('long', 71.4), timed('middle', 9)] }), 0)
  expect(slowestFiles(totals, 2)).toEqual(['   71 s  long', '    9 s  middle'])
})
