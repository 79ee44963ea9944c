import { expect, test } from 'vitest'
import { HttpStatusError } from './openai/attempt-state.ts'
import { firstAttempt, nextAttempt, type LlmAttempt } from './retry-policy.ts'
import { LlmError } from './port.ts'

const overloaded = (retryAfterMs?: number) => new LlmError('llm.overloaded', retryAfterMs === undefined ? {} : { retryAfterMs })
const broken = (code: 'llm.cut' | 'llm.unreachable', cause: string, afterFirstDelta = false) => new LlmError(code, { cause: { code: cause }, afterFirstDelta })
const status = (code: number) => new LlmError('llm.refused', { cause: new HttpStatusError(code) })
const last: LlmAttempt = { retriesLeft: 0, withOptions: false }

test('an overloaded server is asked again, twice, after longer and longer waits', () => {
  const second = nextAttempt(firstAttempt(true), overloaded(), 0.5)!
  expect(second).toEqual({ retriesLeft: 1, withOptions: true, waitMs: 300 })
  expect(nextAttempt(second, overloaded(), 0)).toEqual({ retriesLeft: 0, withOptions: true, waitMs: 300 })
  expect(nextAttempt(last, overloaded(), 0.5)).toBeNull()
})

test('the wait is what the server asks, where that is longer and bearable', () => {
  expect(nextAttempt(firstAttempt(true), overloaded(3_000), 0.5)).toMatchObject({ waitMs: 3_000 })
  expect(nextAttempt(firstAttempt(true), overloaded(1), 0.5)).toMatchObject({ waitMs: 300 })
  expect(nextAttempt(firstAttempt(true), overloaded(10_001), 0.5)).toBeNull()
})

test.each([400, 422])('a refusal of status %i may be one of the options: asked at once without, no retry spent', (code) => {
  expect(nextAttempt({ retriesLeft: 0, withOptions: true }, status(code), 0.5)).toEqual({ retriesLeft: 0, withOptions: false, waitMs: 0 })
  expect(nextAttempt(firstAttempt(false), status(code), 0.5)).toBeNull()
})

test.each([
  ['a reset connection', broken('llm.cut', 'ECONNRESET'), true],
  ['a refused connection', broken('llm.unreachable', 'ECONNREFUSED'), true],
  ['a name that does not exist', broken('llm.unreachable', 'ENOTFOUND'), false],
  ['a cut after the first word', broken('llm.cut', 'ECONNRESET', true), false],
  ['a wrong key', status(401), false],
  ['an answer that is none', new LlmError('llm.bad_answer'), false],
])('%s', (_name, error, isAskedAgain) => {
  expect(nextAttempt(firstAttempt(true), error, 0.5) !== null).toBe(isAskedAgain)
})
