import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

// What a test leaves in line would be refused a minute later, in the middle of another test of the same worker.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
})

const settled = () => new Promise((resolve) => setImmediate(resolve))

function play(connections = 1, timeoutMs = 60_000) {
  let clock = 0
  const turns = createFairQueue(connections, timeoutMs, () => clock)
  const served: string[] = []
  const leaving: (() => void)[] = []
  const ask = (person: string) =>
    turns.onBehalfOf(person, () =>
      turns.acquire().then((leave) => {
        served.push(person)
        leaving.push(leave)
      }),
    )
  /** Whoever is served first has finished, after so long. */
  const finish = async (ms: number) => {
    await settled()
    clock += ms
    leaving.shift()!()
    await settled()
  }
  return { turns, served, ask, finish }
}

it('serves a newcomer next, however many requests of others wait', async () => {
  const { served, ask, finish } = play()
  for (let nth = 0; nth < 100; nth += 1) void ask('many')
  await finish(50)
  await finish(50)
  void ask('one')
  await finish(50)
  expect(served).toEqual(['many', 'many', 'many', 'one'])
})

it('serves the calls of a person whose reply is being written as soon as those of others', async () => {
  const { turns, served, ask, finish } = play()
  for (let nth = 0; nth < 20; nth += 1) void turns.inBackgroundFor('writer', () => turns.acquire().then((leave) => leave(500)))
  for (let nth = 0; nth < 40; nth += 1) void ask(`busy ${nth % 4}`)
  for (let nth = 0; nth < 10; nth += 1) await finish(20)
  void ask('writer')
  await finish(20)
  expect(served.at(-1)).toBe('writer')
})

it('gives the same time to each, not the same number of turns', async () => {
  const { served, ask, finish } = play()
  for (let nth = 0; nth < 40; nth += 1) {
    void ask('long')
    void ask('short')
  }
  for (let nth = 0; nth < 22; nth += 1) await finish(served.at(-1) === 'long' ? 100 : 10)
  const count = (person: string) => served.filter((one) => one === person).length
  expect(count('short') / count('long')).toBeGreaterThan(6)
})

it('serves whoever asks for little as soon as a statement ends, however many others keep the database busy', async () => {
  const { served, ask, finish } = play()
  for (let nth = 0; nth < 200; nth += 1) void ask(`busy ${nth % 10}`)
  for (let nth = 0; nth < 10; nth += 1) await finish(20)
  for (let call = 0; call < 30; call += 1) {
    void ask('sparse')
    await finish(20)
    expect(served.at(-1)).toBe('sparse')
    await finish(2)
    for (let nth = 0; nth < 3; nth += 1) await finish(20)
  }
})

it('gives more to whoever asks for one thing at a time than to whoever asks for several at once', async () => {
  const { served, ask, finish } = play()
  for (let nth = 0; nth < 200; nth += 1) void ask('several')
  void ask('one')
  for (let nth = 0; nth < 100; nth += 1) {
    await finish(10)
    if (served.at(-1) === 'one') void ask('one')
  }
  expect(served.filter((person) => person === 'one').length).toBeGreaterThan(90)
})

it('counts nothing for what made nobody wait', async () => {
  const { served, ask, finish } = play()
  for (let nth = 0; nth < 50; nth += 1) {
    void ask('alone')
    await finish(100)
  }
  for (let nth = 0; nth < 5; nth += 1) for (const person of ['a', 'b', 'c']) void ask(person)
  for (let nth = 0; nth < 3; nth += 1) await finish(10)
  void ask('alone')
  await finish(10)
  expect(served.at(-1)).toBe('alone')
})

it('saves few turns up for whoever did nothing', async () => {
  const { served, ask, finish } = play()
  void ask('early')
  await finish(1)
  for (let nth = 0; nth < 30; nth += 1) void ask('steady')
  for (let nth = 0; nth < 10; nth += 1) await finish(100)
  served.length = 0
  for (let nth = 0; nth < 20; nth += 1) void ask('early')
  for (let nth = 0; nth < 10; nth += 1) await finish(100)
  expect(served.filter((one) => one === 'steady').length).toBeGreaterThanOrEqual(3)
})

it('serves as many at once as there are connections, and gives a connection back once', async () => {
  const { turns, served, ask } = play(2)
  const leave = await turns.acquire()
  void ask('a')
  void ask('b')
  await settled()
  expect(served).toEqual(['a'])
  leave()
  leave()
  void ask('c')
  await settled()
  expect(served).toEqual(['a', 'b'])
})

it('refuses after a while, and the refused one keeps no place', async () => {
  const { turns, served, ask, finish } = play(1, 20)
  await ask('slow')
  const refused = turns.acquire()
  vi.advanceTimersByTime(20)
  await expect(refused).rejects.toThrow('no connection in 20 ms')
  await finish(1)
  await ask('next')
  expect(served).toEqual(['slow', 'next'])
})

it('refuses nobody while everybody waits for a work that ends', async () => {
  const { turns, served, ask, finish } = play(1, 20)
  await ask('slow')
  let end = () => {}
  const work = turns.suspendTimeouts(() => new Promise<void>((resolve) => (end = resolve)))
  void ask('patient')
  vi.advanceTimersByTime(90)
  end()
  await work
  await finish(1)
  expect(served).toEqual(['slow', 'patient'])
  const refused = turns.acquire()
  vi.advanceTimersByTime(20)
  await expect(refused).rejects.toThrow('no connection in 20 ms')
})
