import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRequests } from './engine-requests.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const limitMs = 1_000

test('a thread with nothing to answer is never stuck', () => {
  const requests = createRequests()
  requests.complete(requests.add())
  vi.advanceTimersByTime(10 * limitMs)
  expect([requests.isStuck(limitMs), requests.isStuck(limitMs)]).toEqual([false, false])
})

test('a thread is stuck when its silence is seen twice', () => {
  const requests = createRequests()
  requests.add()
  vi.advanceTimersByTime(limitMs + 1)
  expect([requests.isStuck(limitMs), requests.isStuck(limitMs)]).toEqual([false, true])
})

test('a request behind a long one only queues: any answer shows that the thread works', () => {
  const requests = createRequests()
  const first = requests.add()
  requests.add()
  vi.advanceTimersByTime(limitMs + 1)
  expect(requests.isStuck(limitMs)).toBe(false)
  requests.recordActivity()
  requests.complete(first)
  expect([requests.isStuck(limitMs), requests.isStuck(limitMs)]).toEqual([false, false])
  vi.advanceTimersByTime(limitMs + 1)
  expect([requests.isStuck(limitMs), requests.isStuck(limitMs)]).toEqual([false, true])
})

test('whoever waits receives the failure, once', () => {
  const requests = createRequests()
  const told: unknown[] = []
  const number = requests.add(
    () => told.push('answered'),
    (error) => told.push(error),
  )
  const error = new Error('stopped')
  requests.rejectAll(error)
  requests.rejectAll(error)
  requests.complete(number)
  expect(told).toEqual([error])
})
