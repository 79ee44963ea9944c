import { expect, test } from 'vitest'
import { AppError } from '../../platform/errors/app-error.ts'
import { createConcurrencyLimit, createKeyedConcurrencyLimit } from './concurrency-limits.ts'

test('so many at once, so many waiting, the rest refused', async () => {
  const gate = createConcurrencyLimit(2, 3)
  let running = 0
  let most = 0
  const releases: (() => void)[] = []
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => releases.push(resolve))
    running -= 1
  }
  const accepted = [1, 2, 3, 4, 5].map(() => gate.run(work))
  await expect(gate.run(work)).rejects.toBeInstanceOf(AppError)
  while (releases.length > 0 || running > 0) {
    releases.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(accepted)
  expect(most).toBe(2)
  await gate.settled()
  await gate.run(async () => {})
})

test('a failing work frees its place', async () => {
  const gate = createConcurrencyLimit(1, 1)
  await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await gate.run(async () => 'done')).toBe('done')
})

test('works of one key go in turn, those of others beside', async () => {
  const turns = createKeyedConcurrencyLimit(10)
  const order: string[] = []
  const work = (name: string, ticks: number) => async () => {
    order.push(`${name} begins`)
    for (let tick = 0; tick < ticks; tick += 1) await new Promise((resolve) => setImmediate(resolve))
    order.push(`${name} ends`)
  }
  await Promise.all([turns.run('a', work('a1', 6)), turns.run('a', work('a2', 1)), turns.run('b', work('b1', 1))])
  expect(order).toEqual(['a1 begins', 'b1 begins', 'b1 ends', 'a1 ends', 'a2 begins', 'a2 ends'])
})
