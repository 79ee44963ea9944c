import { expect, test, vi } from 'vitest'
import { followChanges } from './follow-changes.ts'

/** Follows a server that gives these answers in turn, then stops. An error stands for a network failure. */
function following(answers: (string[] | Error)[], { isFresh = () => true, isReturning = false }: { isFresh?: () => boolean; isReturning?: boolean } = {}) {
  const ending = new AbortController()
  const asked: (readonly string[])[] = []
  const waits: number[] = []
  const open = vi.fn<(route: unknown, asking: { query: { ago?: string } }) => Promise<Response>>(async () => {
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    const start = (controller: ReadableStreamDefaultController) => {
      for (const piece of answer ?? []) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    }
    return new Response(new ReadableStream({ start }))
  })
  const pause = async (ms: number) => {
    waits.push(ms)
    if (answers.length === 0 || waits.length > 20) ending.abort()
  }
  const over = followChanges(
    { open: open as never, hasFreshAccess: isFresh, msSinceFirstRequest: () => 480.2, invalidate: (beginnings) => asked.push(beginnings), onData() {}, pause },
    ending.signal,
    isReturning,
  )
  return { over, asked, waits, open }
}

test('asks again for what it hears, wherever its text is cut', async () => {
  const { over, asked } = following([[':\n\n', 'data: {"chan', 'ged":["/projects"]}\n', '\ndata: {"changed":["/conversations","/prompts"]}\n\n:\n\n']])
  await over
  expect(asked).toEqual([['/projects'], ['/conversations', '/prompts']])
})

test('asks again for everything after a while in which nothing was heard, and where it cannot read', async () => {
  const { over, asked } = following([['data: {"changed":["/a"]}\n\n'], new Error('away'), [':\n\n', 'data: {nonsense}\n\n', 'data: {"changed":"/a"}\n\n']])
  await over
  expect(asked).toEqual([['/a'], ['/'], ['/'], ['/']])
  expect(await following([[':\n\n']], { isReturning: true }).over).toBeUndefined()
})

test('says once for how long it has asked: what changed meanwhile is told first', async () => {
  const { over, open } = following([[':\n\n'], [':\n\n']])
  await over
  expect(open.mock.calls.map(([, { query }]) => query.ago)).toEqual(['581', undefined])
  const back = following([[':\n\n']], { isReturning: true })
  await back.over
  expect(back.open.mock.calls.map(([, { query }]) => query.ago)).toEqual([undefined])
})

test('comes back more and more slowly to a server that is away, and quickly once it has heard it', async () => {
  const away = () => new Error('away')
  const { over, waits } = following([away(), away(), away(), [':\n\n'], away()])
  await over
  expect(waits.slice(0, 3)).toEqual([500, 1_000, 2_000])
  expect(waits[3]).toBe(500)
  expect(waits[4]).toBe(1_000)
})

test('does not prolong a session that nobody uses', async () => {
  const { over, open, waits } = following([[':\n\n']], { isFresh: () => false })
  await over
  expect(open).not.toHaveBeenCalled()
  expect(waits.length).toBeGreaterThan(5)
})
