import { expect, test } from 'vitest'
import { createIdleCollector } from './idle-collection.ts'

const MB = 2 ** 20

test('garbage is collected once what was made is worth it, and only where nothing is under way', () => {
  const thread = { busy: 0, heap: 90 * MB, collected: 0, isAwaited: false }
  const look = createIdleCollector({
    isAwaited: () => thread.isAwaited,
    busy: () => thread.busy,
    heap: () => thread.heap,
    collect() {
      thread.collected += 1
      thread.heap = 45 * MB
    },
  })
  const after = (busy: number, heap: number) => {
    Object.assign(thread, { busy, heap })
    look()
    return thread.collected
  }
  expect(after(0.5, 90 * MB)).toBe(0)
  // One reply asks little of a server, and its reader would see it stop.
  thread.isAwaited = true
  expect(after(0.01, 90 * MB)).toBe(0)
  thread.isAwaited = false
  expect(after(0, 90 * MB)).toBe(1)
  expect(after(0, 46 * MB)).toBe(1)
  expect(after(0, 56 * MB)).toBe(1)
  expect(after(0.9, 200 * MB)).toBe(1)
  expect(after(0.01, 62 * MB)).toBe(2)
  // What Node has itself collected meanwhile counts from there.
  expect(after(0, 30 * MB)).toBe(2)
  expect(after(0, 43 * MB)).toBe(3)
})
