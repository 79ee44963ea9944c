import { AsyncLocalStorage } from 'node:async_hooks'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { StreamedAnswer } from './streamed-answer.ts'
import { createFairQueue } from './db/fair-queue.ts'

type Answer = { id: string; title: string; items: { id: number }[] }
const present = ({ id, title, items }: Answer) => ({ id, title, items: items.map((item) => ({ id: item.id })) })
const unexpected = (error: unknown) => {
  throw error
}
/** In milliseconds: none of these turns is refused, however busy the machine. */
const patience = 60_000
const turns = createFairQueue(1, patience)
const head = (items: { id: number }[]): Answer => ({ id: 'a', title: 'L’été « 5 »\n]}', items })

async function* piecesOf(...pieces: { id: number }[][]): AsyncGenerator<{ id: number }[], void> {
  yield* pieces
}

it.each<[string, { id: number }[], { id: number }[][]]>([
  ['pieces', [{ id: 1 }], [[{ id: 2 }, { id: 3 }], [{ id: 4 }]]],
  ['nothing at first', [], [[{ id: 2 }], []]],
  ['nothing between', [{ id: 1 }], [[], [], [{ id: 2 }]]],
  ['nothing at all', [], []],
])('the text is that of the answer made whole: %s', async (_title, first, others) => {
  const sent = await text(new StreamedAnswer(head(first), 'items', piecesOf(...others)).text(present, unexpected, turns))
  expect(sent).toBe(JSON.stringify(present(head([first, ...others].flat()))))
})

it('the text is that of the answer made whole: a list alone', async () => {
  const sent = await text(new StreamedAnswer({ items: [{ id: 1 }] }, 'items', piecesOf([{ id: 2 }])).text((answer) => answer, unexpected, turns))
  expect(sent).toBe('{"items":[{"id":1},{"id":2}]}')
})

it('what the contract does not name is left out of every piece', async () => {
  const withMore = [{ id: 2, owner: 'secret' }]
  expect(await text(new StreamedAnswer(head([{ id: 1 }]), 'items', piecesOf(withMore)).text(present, unexpected, turns))).not.toContain('secret')
})

it('nothing is read ahead of a reader, and nothing more for one who left', async () => {
  let read = 0
  async function* endless() {
    for (;;) yield [{ id: (read += 1) }]
  }
  const stream = new StreamedAnswer(head([{ id: 0 }]), 'items', endless()).text(present, unexpected, turns)
  await new Promise<void>((resolve) => stream.once('readable', resolve))
  const before = read
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(before).toBeLessThan(3)
  expect(read).toBe(before)
  stream.destroy()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(read).toBe(before)
})

it('a failure on the way cuts the text, which cannot be taken for the whole, and is told as it was to one only', async () => {
  async function* failing() {
    yield [{ id: 2 }]
    throw new Error('relation « message » of Jeanne')
  }
  const told: unknown[] = []
  const stream = new StreamedAnswer(head([{ id: 1 }]), 'items', failing()).text(present, (error) => told.push(error), turns)
  let received = ''
  stream.on('data', (part) => (received += String(part)))
  await expect(new Promise((_resolve, reject) => stream.once('error', reject))).rejects.toThrow(/^answer cut before its end$/)
  expect(told).toEqual([new Error('relation « message » of Jeanne')])
  expect(received).toContain('{"id":2}')
  expect(() => JSON.parse(received)).toThrow(SyntaxError)
})

it('is read on behalf of the caller, whoever pulls', async () => {
  const caller = new AsyncLocalStorage<string>()
  const seen = new Set<string | undefined>()
  async function* noting() {
    for (let nth = 0; nth < 5; nth += 1) {
      await new Promise((resolve) => setTimeout(resolve))
      seen.add(caller.getStore())
      yield [{ id: nth }]
    }
  }
  const stream = caller.run('Jeanne', () => new StreamedAnswer(head([]), 'items', noting()).text(present, unexpected, turns))
  await caller.run('somebody else', () => text(stream))
  expect([...seen]).toEqual(['Jeanne'])
})

it('several answers make one piece at a time, in turn, and what else has come passes in between', async () => {
  const order: string[] = []
  let under = 0
  async function* pieces(name: string) {
    for (let nth = 0; nth < 3; nth += 1) {
      expect((under += 1)).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 2))
      order.push(name)
      setImmediate(() => order.push('else'))
      under -= 1
      yield [{ id: nth, text: 'x'.repeat(20_000) }]
    }
  }
  const whole = (answer: { items: unknown[] }) => answer
  await Promise.all(['a', 'b'].map((name) => text(new StreamedAnswer({ items: [] }, 'items', pieces(name)).text(whole, unexpected, turns))))
  expect(order.join(' ')).toBe('a else b else a else b else a else b else')
})

it('a short answer does not wait for the turns of long ones', async () => {
  const shared = createFairQueue(1, patience)
  const order: string[] = []
  async function* pieces(name: string, size: number) {
    for (let nth = 0; nth < 12; nth += 1) {
      order.push(name)
      yield [{ id: 0, text: 'x'.repeat(size) }]
    }
  }
  const send = (name: string, size: number) =>
    shared.onBehalfOf(name, () => text(new StreamedAnswer({ items: [] }, 'items', pieces(name, size)).text((answer) => answer, unexpected, shared)))
  const long = ['a', 'b', 'c', 'd'].map((name) => send(name, 3_000_000))
  await expect.poll(() => order.length).toBeGreaterThan(8)
  order.length = 0
  await send('short', 100)
  expect(order.filter((name) => name === 'short')).toHaveLength(12)
  expect(order.length).toBeLessThan(30)
  await Promise.all(long)
})

it('an answer that has no turn in time is cut, and says so', async () => {
  const busy = createFairQueue(1, 20)
  await busy.acquire()
  const told: unknown[] = []
  await expect(text(new StreamedAnswer(head([]), 'items', piecesOf([{ id: 1 }])).text(present, (error) => told.push(error), busy))).rejects.toThrow('cut')
  expect(told).toHaveLength(1)
})
