import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { confirmIfUnsaved, blockNavigation, leaveRequestedEvent, type LeaveRequest } from './navigation-blocker.ts'

let page: EventTarget
const asked: LeaveRequest[] = []

beforeEach(() => {
  page = new EventTarget()
  page.addEventListener(leaveRequestedEvent, (event) => asked.push((event as CustomEvent<LeaveRequest>).detail))
  vi.stubGlobal('window', page)
})
afterEach(() => {
  vi.unstubAllGlobals()
  asked.length = 0
})

const isUnloadHeld = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))
const words = { title: 'Quitter pendant l’import\u00a0?', sentence: 'Il s’arrête.', leave: 'Quitter', stay: 'Rester' }

it('a page that nothing holds is left at once, and by the browser too', () => {
  const go = vi.fn<() => void>()
  confirmIfUnsaved(go)
  expect([go.mock.calls.length, asked.length, isUnloadHeld()]).toEqual([1, 0, false])
})

it('one that is held asks in the words of what would be lost, and forgets it once that is agreed', () => {
  const go = vi.fn<() => void>()
  const forget = vi.fn<() => void>()
  const release = blockNavigation({ discard: forget, texts: () => words })
  expect(isUnloadHeld()).toBe(true)
  confirmIfUnsaved(go)
  expect([go.mock.calls.length, asked[0]?.texts]).toEqual([0, words])
  asked[0]!.leave()
  expect([forget.mock.calls.length, go.mock.calls.length]).toEqual([1, 1])
  release()
  expect(isUnloadHeld()).toBe(false)
})

it('a text that is not saved asks in the usual words', () => {
  const release = blockNavigation({ discard: () => undefined })
  confirmIfUnsaved(() => undefined)
  expect(asked[0]?.texts).toBeUndefined()
  release()
})
