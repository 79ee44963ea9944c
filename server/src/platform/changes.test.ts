import type { Readable } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { createChanges } from './changes.ts'
import type { Channel } from './db/channel.ts'

afterEach(() => vi.useRealTimers())

/** What a reader that takes everything at once has been told so far. */
function reading(stream: Readable): { told(): string[][]; isOver(): boolean } {
  let text = ''
  let isOver = false
  stream.on('data', (piece: Buffer) => (text += piece.toString()))
  stream.on('end', () => (isOver = true))
  const told = () => [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => (JSON.parse(data!) as { changed: string[] }).changed)
  return { told, isOver: () => isOver }
}
const soon = () => new Promise((resolve) => setImmediate(resolve))

test('a tab hears what the others of its person change, and nothing of its own nor of anybody else', async () => {
  const changes = createChanges()
  const [first, second] = ['a', 'b'].map((tab) => reading(changes.follow('ana', { tab, seconds: 600 })))
  const other = reading(changes.follow('bob', { seconds: 600 }))
  changes.notify('ana', ['/projects'], 'a')
  await soon()
  changes.notify('ana', ['/conversations'])
  await soon()
  expect(first!.told()).toEqual([['/conversations']])
  expect(second!.told()).toEqual([['/projects'], ['/conversations']])
  expect(other.told()).toEqual([])
  changes.close()
  await soon()
  expect([first!.isOver(), other.isOver()]).toEqual([true, true])
})

test('a tab that began to ask before it was followed hears what was changed meanwhile, or everything where that is not known', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  const changes = createChanges()
  const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
  const toldTo = async (ago: number, tab = 'a') => {
    const { told } = reading(changes.follow('ana', { tab, seconds: 600, ago }))
    await soon()
    return told()
  }
  later(10_000)
  changes.notify('ana', ['/projects'], 'b')
  changes.notify('ana', ['/prompts'], 'a')
  changes.notify('bob', ['/conversations'])
  later(1_000)
  expect(await toldTo(2_000)).toEqual([['/projects']])
  expect([await toldTo(500), await toldTo(0), await toldTo(2_000, 'b')]).toEqual([[], [], [['/prompts']]])
  // Before the server began, or past what it remembers.
  expect(await toldTo(60_000)).toEqual([['/']])
  later(121_000)
  for (let index = 0; index < 20_000; index += 1) changes.notify('bob', ['/projects'])
  expect([await toldTo(1), await toldTo(130_000)]).toEqual([[['/']], [['/']]])
  later(10)
  expect(await toldTo(5)).toEqual([])
  changes.close()
})

test('a reader that takes nothing holds one piece, whatever is said', async () => {
  const changes = createChanges()
  const stream = changes.follow('ana', { seconds: 600 })
  for (let index = 0; index < 10_000; index += 1) changes.notify('ana', [`/${index % 7}`])
  await soon()
  expect(stream.readableLength).toBeLessThan(200)
  const { told } = reading(stream)
  await soon()
  await soon()
  expect(new Set(told().flat())).toEqual(new Set(['/0', '/1', '/2', '/3', '/4', '/5', '/6']))
  changes.close()
})

test('it ends when it was asked to, and the oldest of too many tabs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  const changes = createChanges()
  const short = reading(changes.follow('ana', { seconds: 5 }))
  vi.advanceTimersByTime(5_000)
  await soon()
  expect(short.isOver()).toBe(true)
  const tabs = Array.from({ length: 21 }, () => reading(changes.follow('bob', { seconds: 600 })))
  await soon()
  expect(tabs.map(({ isOver }) => isOver())).toEqual([true, ...Array.from({ length: 20 }, () => false)])
  changes.close()
})

test('instances tell each other, and everything once after a gap', async () => {
  const heard: Parameters<Channel['listen']>[0][] = []
  const channel = (): Channel => ({ send: (text) => heard.forEach(({ onMessage }) => onMessage(text)), listen: (listener) => heard.push(listener), close() {} })
  const [here, there] = [createChanges(channel()), createChanges(channel())]
  const far = reading(there.follow('ana', { tab: 'a', seconds: 600 }))
  const near = reading(here.follow('ana', { tab: 'b', seconds: 600 }))
  here.notify('ana', ['/projects'])
  await soon()
  here.notify('ana', ['/prompts'], 'a')
  await soon()
  expect(far.told()).toEqual([['/projects']])
  expect(near.told()).toEqual([['/projects'], ['/prompts']])
  for (const text of ['nonsense', 'null', '{"person_id":"ana"}']) heard[1]!.onMessage(text)
  heard[1]!.onGap()
  await soon()
  expect(far.told()).toEqual([['/projects'], ['/']])
  here.close()
  there.close()
})
