import { expect, test } from 'vitest'
import { addTotals, readReport } from './test-report.ts'

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
  expect(readReport(read, 1)).toEqual({ passed: 2, failed: 1, skipped: 2, failures: ['f0 › t1'], skips: ['f0 › t2', 'f0 › t3'] })
})

test('a file that cannot be read is a failure', () => {
  expect(readReport(report({ status: 'failed', message: 'SyntaxError\nat x' }), 1)).toMatchObject({ failed: 1, failures: ['f0 › SyntaxError'] })
})

test('a bad end without a failed test, or without a report, is a failure', () => {
  expect(readReport(report({ status: 'passed', tests: ['passed'] }), 1)).toMatchObject({ passed: 1, failed: 1 })
  expect(readReport(() => '', 0)).toMatchObject({ failed: 1 })
})

test('totals add up', () => {
  const one = { passed: 1, failed: 2, skipped: 3, failures: ['a'], skips: ['b'] }
  expect(addTotals(one, one)).toEqual({ passed: 2, failed: 4, skipped: 6, failures: ['a', 'a'], skips: ['b', 'b'] })
})
