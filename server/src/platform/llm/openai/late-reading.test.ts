import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listenLocally } from '../../../testing/listen-locally.ts'
import { call, until } from '../llm-calls.fixture.ts'
import { DEFAULT_TIMEOUTS, systemClock, type LlmClient } from '../index.ts'
import { createReadTick, type ReadTick } from './late-reading.ts'
import { createOpenAiLlm } from './openai-llm.ts'

/** Tick that a test runs by hand. */
function manualTick() {
  let reads: (() => void)[] = []
  let answers = 0
  const tick: ReadTick = { isBusy: () => state.isBusy, add: (read) => void reads.push(read), count: (change) => void (answers += change) }
  const state = {
    tick,
    isBusy: true,
    answers: () => answers,
    waiting: () => reads.length,
    run() {
      const due = reads
      reads = []
      for (const read of due) read()
    },
  }
  return state
}

let close: () => Promise<void>
let llm: LlmClient
let answers: ServerResponse[]
let ticks: ReturnType<typeof manualTick>
beforeEach(async () => {
  answers = []
  ticks = manualTick()
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    answers.push(response)
  })
  const port = await listenLocally(server)
  llm = createOpenAiLlm({ base_url: `http://127.0.0.1:${port}/v1`, api_key: null, model: 'faux' }, DEFAULT_TIMEOUTS, systemClock, ticks.tick)
  close = async () => {
    await llm.close()
    server.closeAllConnections()
    server.close()
  }
})
afterEach(() => close())

const piece = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`
const end = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`
/** Time in which a piece that is read at once has been read, in milliseconds. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 60))

/** Sends a question and receives the first two pieces: the socket begins to read late after the first words. */
async function begun() {
  const started = call(llm, 'Bonjour')
  await until(() => answers.length > 0)
  const answer = answers.at(-1)!
  answer.write(piece('un '))
  await until(() => started.deltas.length === 1)
  answer.write(piece('deux '))
  await until(() => started.deltas.length === 2)
  return { ...started, answer }
}

describe('an answer among many', () => {
  test('is read at the tick after its first words, without losing a piece', async () => {
    const { deltas, result, answer } = await begun()
    expect(ticks.answers()).toBe(1)
    answer.write(piece('trois '))
    await settle()
    answer.write(piece('quatre'))
    await settle()
    expect(deltas).toEqual(['un ', 'deux '])
    ticks.run()
    await until(() => deltas.length === 4)
    answer.end(end)
    await settle()
    ticks.run()
    expect(await result).toMatchObject({ finish: 'stop' })
    expect(deltas.join('')).toBe('un deux trois quatre')
    await until(() => ticks.answers() === 0)
  })

  test('is read at once again when there are no longer many', async () => {
    const { deltas, answer, abort, result } = await begun()
    ticks.isBusy = false
    ticks.run()
    for (const [at, text] of ['trois ', 'quatre '].entries()) {
      answer.write(piece(text))
      await until(() => deltas.length === 3 + at)
    }
    expect(ticks.waiting()).toBe(0)
    abort()
    await expect(result).rejects.toMatchObject({ code: 'llm.aborted' })
  })

  test('is stopped at once, between two ticks', async () => {
    const { abort, result, answer } = await begun()
    const closed = once(answer, 'close')
    abort()
    await expect(result).rejects.toMatchObject({ code: 'llm.aborted' })
    await closed
    expect(ticks.answers()).toBe(0)
    ticks.run()
  })

  test('that is cut between two ticks is cut, with what came before', async () => {
    const { deltas, result, answer } = await begun()
    answer.write(piece('trois'))
    await settle()
    answer.destroy()
    await settle()
    // The piece is read at one tick, the end of the connection at the next.
    ticks.run()
    await settle()
    ticks.run()
    await expect(result).rejects.toMatchObject({ code: 'llm.cut' })
    expect(deltas.join('')).toBe('un deux trois')
  })

  test('leaves its connection to the next one, whose first words are not late', async () => {
    const { result, answer } = await begun()
    answer.end(end)
    await settle()
    ticks.run()
    await result
    const next = call(llm, 'Bonjour')
    await until(() => answers.length === 2)
    answers[1]!.write(piece('premier'))
    await until(() => next.deltas.length === 1)
    next.abort()
    await expect(next.result).rejects.toMatchObject({ code: 'llm.aborted' })
  })
})

test('the tick runs all reads together, above a number of answers', () => {
  vi.useFakeTimers()
  const tick = createReadTick()
  for (let count = 0; count < 50; count += 1) tick.count(1)
  expect(tick.isBusy()).toBe(false)
  tick.count(1)
  expect(tick.isBusy()).toBe(true)
  const read = vi.fn<() => void>()
  tick.add(read)
  vi.advanceTimersByTime(60)
  tick.add(read)
  expect(read).not.toHaveBeenCalled()
  vi.advanceTimersByTime(40)
  expect(read).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})

describe('sixty answers at once lose no byte', () => {
  const text = 'Réponse n° 1 à « l’été » 😀 '.repeat(15)
  const events = [...text].map(piece)
  /** Body of the answer, cut in writes. */
  const bodyOf = (writes: Buffer[]) => [...writes, Buffer.from(end)]
  const bytes = Buffer.from(events.join(''))
  const slices = (size: number) => Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))

  test.each([
    ['of a server that sends three bytes at a time', bodyOf(slices(3)), 0],
    ['of a server that sends 64 kB at a time', bodyOf(slices(65_536)), 5],
    ['of a server that sends 2,000 tokens a second', bodyOf(events.map((event) => Buffer.from(event))), 0],
    ['of a server that cuts its lines inside a character', bodyOf(slices(97)), 1],
    ['of a server that sends comments between its words', bodyOf(events.map((event) => Buffer.from(`:\n\n: ${'x'.repeat(50)}\n\n${event}`))), 0],
  ])('%s', { timeout: 120_000 }, async (_name, writes, pauseMs) => {
    const allBegun = Promise.withResolvers<void>()
    let begunCount = 0
    const server = createServer(async (request, response) => {
      request.resume()
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(piece('…'))
      if ((begunCount += 1) === 60) setTimeout(allBegun.resolve, 50)
      await allBegun.promise
      for (const [at, write] of writes.entries()) {
        response.write(write)
        // A pause at each write would take a minute for three bytes.
        if (pauseMs > 0 || at % 40 === 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
      response.end()
    })
    const tick = createReadTick()
    let lateReads = 0
    const counted: ReadTick = { ...tick, add: (read) => ((lateReads += 1), tick.add(read)) }
    const port = await listenLocally(server)
    const many = createOpenAiLlm({ base_url: `http://127.0.0.1:${port}/v1`, api_key: null, model: 'faux' }, DEFAULT_TIMEOUTS, systemClock, counted)
    const calls = Array.from({ length: 60 }, () => call(many, 'Bonjour'))
    for (const { result, deltas } of calls) {
      expect(await result).toMatchObject({ finish: 'stop' })
      expect(deltas.join('')).toBe(`…${text}`)
    }
    expect(lateReads).toBeGreaterThan(0)
    expect(tick.isBusy()).toBe(false)
    await many.close()
    server.close()
  })
})
