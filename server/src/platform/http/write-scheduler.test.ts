import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createWriteScheduler } from './write-scheduler.ts'

test('what is to be written soon is written together, in its order, before the next thing that happens', async () => {
  const turns = createWriteScheduler()
  const written: string[] = []
  turns.runSoon(() => {
    written.push('one')
    turns.runSoon(() => written.push('of the next turn'))
  })
  turns.runSoon(() => written.push('two'))
  expect(written).toEqual([])
  await new Promise(setImmediate)
  expect(written).toEqual(['one', 'two'])
  await new Promise(setImmediate)
  expect(written).toEqual(['one', 'two', 'of the next turn'])
})

test('what is to be written later is, never before its time, and the soonest first whatever was asked first', async () => {
  const turns = createWriteScheduler()
  const asked = performance.now()
  const written: [string, number][] = []
  const note = (name: string) => () => void written.push([name, performance.now() - asked])
  turns.runLater(120, note('last'))
  turns.runLater(20, note('first'))
  turns.runLater(60, note('second'))
  setTimeout(note('a timer of its own'), 90)
  await sleep(30)
  turns.runLater(10, () => turns.runLater(15, note('asked by a write')))
  await expect.poll(() => written.length).toBe(5)
  expect(written.map(([name]) => name).filter((name) => name !== 'asked by a write')).toEqual(['first', 'second', 'a timer of its own', 'last'])
  const least: Record<string, number> = { first: 20, second: 60, 'asked by a write': 54, last: 120 }
  expect(written.filter(([name, ms]) => ms < least[name]!)).toEqual([])
})

test('a write is nobody’s work, whoever’s piece came first', async () => {
  const person = new AsyncLocalStorage<string>()
  const turns = createWriteScheduler()
  const names: unknown[] = []
  person.run('agent', () => {
    turns.runSoon(() => names.push(person.getStore()))
    turns.runLater(1, () => names.push(person.getStore()))
  })
  await expect.poll(() => names).toEqual([undefined, undefined])
})
