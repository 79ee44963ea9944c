import { createServer as createHttpServer } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_ANSWER } from '../../../testing/fakes/fault-model-answers.ts'
import type { FaultMode } from '../../../testing/fakes/fault-model-modes.ts'
import { listenLocally } from '../../../testing/listen-locally.ts'
import type { ManualClock } from '../../../testing/manual-clock.ts'
import { createLlm } from '../../../testing/test-llm.ts'
import { DEFAULT_TIMEOUTS, systemClock } from '../index.ts'
import { call, connectTo, failure, openModelServer, until } from '../llm-calls.fixture.ts'
import type { ReadTick } from './late-reading.ts'

/** Tick under load: every read after the first words waits 20 ms. */
const lateTick: ReadTick = { isBusy: () => true, add: (read) => void setTimeout(read, 20), count: () => {} }

const server = openModelServer()
let llm: ReturnType<typeof createLlm>
let clock: ManualClock
/** Tick of the reads; undefined: that of the product, which has few answers here. */
let tick: ReadTick | undefined
afterEach(() => llm.close())

const connect = (baseUrl = server.baseUrl) => {
  server.requests.length = 0
  ;({ llm, clock } = connectTo(baseUrl, tick))
  return llm
}
/** Asks the server, whose next answers play these modes. */
const ask = (...modes: FaultMode[]) => {
  server.next(...modes)
  return call(connect(), 'Bonjour')
}

describe.each([
  ['read at once', undefined],
  ['read late', lateTick],
] as const)('answers %s', (_name, givenTick) => {
  beforeEach(() => void (tick = givenTick))

  describe('faults', () => {
    test.each([
      ['401', 'llm.refused', false],
      ['quota', 'llm.refused', false],
      ['stop-partout:4', 'llm.cut', true],
      ['500', 'llm.unreachable', false],
      ['html', 'llm.bad_answer', false],
      ['redirection', 'llm.bad_answer', false],
      ['erreur-dans-flux', 'llm.bad_answer', true],
      ['erreur-dans-flux:0', 'llm.bad_answer', false],
      ['vide', 'llm.empty', false],
      ['pense-tout-haut:0', 'llm.empty', false],
      ['coupure', 'llm.cut', true],
      ['fin-sans-done', 'llm.truncated', true],
      ['fin-sans-done:0', 'llm.bad_answer', false],
      ['ligne-geante', 'llm.bad_answer', true],
    ] as const)('%s is %s, asked once', async (mode, code, afterFirstDelta) => {
      const { result } = ask(mode)
      expect(await failure(result)).toMatchObject({ code, afterFirstDelta })
      expect(server.requests).toHaveLength(1)
    })

    test.each(['stop-partout', 'un-seul-json'] as const)('%s gives the whole answer', async (mode) => {
      const { result, deltas } = ask(mode)
      expect((await result).finish).toBe('stop')
      expect(deltas.join('')).toBe(DEFAULT_ANSWER)
    })

    test('what came before a cut was given', async () => {
      const { result, deltas } = ask('coupure:5')
      await failure(result)
      expect(deltas).toHaveLength(5)
      expect(DEFAULT_ANSWER.startsWith(deltas.join(''))).toBe(true)
    })
  })

  describe('retries, before the first delta only', () => {
    const waitingFor = (ms: number) => until(() => clock.pending().includes(ms))
    /** Lets both retries come, each after its wait. */
    const waitTwice = async () => {
      for (const ms of [300, 600]) {
        await waitingFor(ms)
        clock.advance(ms)
      }
    }

    test('429 waits what Retry-After says', async () => {
      const { result, deltas } = ask('429:3')
      await waitingFor(3_000)
      clock.advance(2_999)
      expect(server.requests).toHaveLength(1)
      clock.advance(1)
      await result
      expect(deltas.join('')).toBe(DEFAULT_ANSWER)
      expect(server.requests).toHaveLength(2)
    })

    test('a Retry-After too long to wait is handed to the caller', async () => {
      expect(await failure(ask('429:60').result)).toMatchObject({ code: 'llm.overloaded', retryAfterMs: 60_000 })
      expect(server.requests).toHaveLength(1)
    })

    test.each(['503', 'coupure-avant', 'coupure:0'] as const)('%s is asked three times in all', async (mode) => {
      const { result } = ask(mode, mode, mode)
      await waitTwice()
      const { code, afterFirstDelta } = await failure(result)
      expect({ code, afterFirstDelta }).toEqual({
        code: { 503: 'llm.overloaded', 'coupure-avant': 'llm.unreachable', 'coupure:0': 'llm.cut' }[mode],
        afterFirstDelta: false,
      })
      expect(server.requests).toHaveLength(3)
    })

    test('a refused connection is retried, then unreachable', async () => {
      const { result } = call(connect('http://127.0.0.1:1/v1'), 'Bonjour')
      await waitTwice()
      expect(await failure(result)).toMatchObject({ code: 'llm.unreachable' })
    })

    test('the signal ends the wait', async () => {
      const { result, abort } = ask('503')
      await waitingFor(300)
      abort()
      expect(await failure(result)).toMatchObject({ code: 'llm.aborted' })
      expect(clock.pending()).toEqual([])
      expect(server.requests).toHaveLength(1)
    })
  })

  describe('time-outs', () => {
    test.each(['muet', 'entetes-puis-muet'] as const)('%s: first token', async (mode) => {
      const { result } = ask(mode)
      const request = await server.request(0)
      clock.advance(59_999)
      clock.advance(1)
      expect(await failure(result)).toMatchObject({ code: 'llm.first_token_timeout', afterFirstDelta: false })
      expect(await request.closed).toEqual({ byClient: true })
      expect(server.requests).toHaveLength(1)
    })

    test('silence in the middle', async () => {
      const { result, deltas } = ask('silence:3')
      await until(() => deltas.length === 3)
      clock.advance(60_000)
      expect(await failure(result)).toMatchObject({ code: 'llm.idle_timeout', afterFirstDelta: true })
    })

    test.each([
      ['vivant-sans-fin', 0],
      // With late reads, the clock of the test would advance before the comments are read.
      ...(givenTick === undefined ? ([['vivant-sans-fin:3', 3]] as const) : []),
    ] as const)('%s: comments keep the connection alive until the total limit', async (mode, given) => {
      const { result, deltas } = ask(mode)
      const request = await server.request(0)
      await until(() => deltas.length === given)
      for (let nth = 0; nth < 20; nth += 1) {
        const { tokens } = request
        await until(() => request.tokens > tokens + 1)
        clock.advance(30_000)
      }
      expect(await failure(result)).toMatchObject({ code: 'llm.total_timeout', afterFirstDelta: given > 0 })
      expect(await request.closed).toEqual({ byClient: true })
    })

    test('a slow but living answer of six minutes passes, an endless one is stopped after ten', async () => {
      const { result, deltas } = ask('sans-fin')
      const seen: number[] = []
      for (let minute = 0; minute < 12; minute++) {
        const before = deltas.length
        await until(() => deltas.length > before)
        clock.advance(50_000)
        seen.push(deltas.length)
      }
      expect(await failure(result)).toMatchObject({ code: 'llm.total_timeout', afterFirstDelta: true })
      expect(seen).toHaveLength(12)
    })

    test('a server that accepts the connection and never shakes hands', async () => {
      const deaf = createServer(() => {})
      const servers = [{ base_url: `https://127.0.0.1:${await listenLocally(deaf)}`, api_key: null, model: 'x' }]
      llm = createLlm({ kind: 'openai', servers, timeouts: { ...DEFAULT_TIMEOUTS, connectMs: 50 } }, { clock: systemClock })
      expect(await failure(call(llm, 'Bonjour').result)).toMatchObject({ code: 'llm.unreachable' })
      deaf.close()
    })
  })

  describe('several servers, each on its socket', () => {
    const [second, third] = [openModelServer(), openModelServer()]

    const connectAll = () => {
      const all = [server, second, third]
      for (const { requests } of all) requests.length = 0
      const servers = all.map(({ baseUrl }, at) => ({ base_url: baseUrl, api_key: `cle-${at}`, model: `modele-${at}` }))
      llm = createLlm({ kind: 'openai', servers, timeouts: DEFAULT_TIMEOUTS }, { clock: systemClock })
      return () => all.map(({ requests }) => requests.map(({ body, headers }) => `${body.model} ${headers.authorization}`))
    }

    test('are asked in their order until one answers, each with its own key and model', async () => {
      const asked = connectAll()
      server.next('500')
      second.next('html')
      const { result, deltas } = call(llm, 'Bonjour')
      expect((await result).model).toBe('modele-2')
      expect(deltas.join('')).toBe(DEFAULT_ANSWER)
      expect(asked()).toEqual([['modele-0 Bearer cle-0'], ['modele-1 Bearer cle-1'], ['modele-2 Bearer cle-2']])
    })

    test('are not asked once a word has come', async () => {
      const asked = connectAll()
      server.next('coupure:5')
      const { result, deltas } = call(llm, 'Bonjour')
      expect(await failure(result)).toMatchObject({ code: 'llm.cut', afterFirstDelta: true })
      expect(deltas).toHaveLength(5)
      expect(asked()).toEqual([['modele-0 Bearer cle-0'], [], []])
    })
  })

  test('what a proxy says before the answer (102, 103) is not the answer', async () => {
    const proxied = createHttpServer((_request, response) => {
      response.writeProcessing()
      response.writeEarlyHints({ link: '</x.css>; rel=preload' })
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end('data: {"choices":[{"delta":{"content":"Bonjour"}}]}\n\ndata: [DONE]\n\n')
    })
    const { result, deltas } = call(connect(`http://127.0.0.1:${await listenLocally(proxied)}/v1`), 'Bonjour')
    expect((await result).finish).toBe('stop')
    expect(deltas).toEqual(['Bonjour'])
    proxied.close()
  })

  test('the signal does not wait for a connection that is being made', async () => {
    const sockets: Socket[] = []
    const deaf = createServer((socket) => sockets.push(socket.on('error', () => {})))
    const { result, abort } = call(connect(`https://127.0.0.1:${await listenLocally(deaf)}`), 'Bonjour')
    await until(() => sockets.length === 1)
    abort()
    expect(await failure(result)).toMatchObject({ code: 'llm.aborted' })
    expect(clock.pending()).toEqual([])
    sockets[0]!.destroy()
    deaf.close()
  })

  test('close ends the running answers', async () => {
    const { result, deltas } = ask('sans-fin')
    await until(() => deltas.length > 3)
    await llm.close()
    expect(await failure(result)).toMatchObject({ code: 'llm.aborted', afterFirstDelta: true })
    expect(clock.pending()).toEqual([])
  })

  test('the signal reaches the server, which sends nothing more', async () => {
    const { result, deltas, abort } = ask('sans-fin')
    await until(() => deltas.length > 3)
    abort()
    expect(await failure(result)).toMatchObject({ code: 'llm.aborted' })
    const [request] = server.requests
    expect(await request!.closed).toEqual({ byClient: true })
    const sent = request!.tokens
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(request!.tokens).toBe(sent)
  })

  test('an answer without end is ended at its limit', async () => {
    connect()
    server.next('sans-fin:0')
    const { result, deltas } = call(llm, 'Bonjour', { onDelta: undefined })
    expect((await result).finish).toBe('length')
    expect(deltas.join('').length).toBeLessThan(401_000)
    expect(await server.requests[0]!.closed).toEqual({ byClient: true })
  })
})
