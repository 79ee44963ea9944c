import { afterAll, describe, expect, test } from 'vitest'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createLlm } from '../../testing/test-llm.ts'
import { DEFAULT_TIMEOUTS, type LlmConfig } from './index.ts'
import { call, openModelServer, until } from './llm-calls.fixture.ts'

// What every implementation of the port promises, whatever is behind it.

const server = openModelServer()

const sound = () => ({ base_url: server.baseUrl, api_key: 'sk-cle-secrete', model: 'faux' })
const dead = { base_url: 'http://127.0.0.1:1', api_key: null, model: 'absent' }

type Implementation = {
  name: string
  config: () => LlmConfig
  /** What the user writes to have: a long answer, a mute model, a cut, an answer at its limit, an empty one. */
  words: { endless: string; mute: string; cut: string; length: string; empty: string }
}

const sockets = { endless: 'mode:sans-fin', mute: 'mode:muet', cut: 'mode:coupure', length: 'mode:longueur', empty: 'mode:vide' }

const implementations: Implementation[] = [
  {
    name: 'scripted',
    config: () => ({ kind: 'scripted', pace: 0 }),
    words: { endless: '[[long]]', mute: '[[muet]]', cut: '[[coupure]]', length: '[[tronque]]', empty: '[[vide]]' },
  },
  { name: 'openai', config: () => ({ kind: 'openai', servers: [sound()], timeouts: DEFAULT_TIMEOUTS }), words: sockets },
  { name: 'fallback', config: () => ({ kind: 'openai', servers: [dead, sound()], timeouts: DEFAULT_TIMEOUTS }), words: sockets },
]

describe.each(implementations)('$name', ({ config, words }) => {
  const clock = createManualClock()
  const llm = (() => {
    let made: ReturnType<typeof createLlm> | undefined
    return () => (made ??= createLlm(config(), { clock }))
  })()
  afterAll(() => llm().close())

  /** Lets a first server that refuses connections exhaust its two retries. */
  const started = (text: string, options: Parameters<typeof call>[2] = {}) => {
    const running = call(llm(), text, options)
    const timer = setInterval(() => clock.pending().some((ms) => ms < 1_000) && clock.advance(1_000), 2)
    void running.result.finally(() => clearInterval(timer)).catch(() => {})
    return running
  }

  test('answers in several deltas, then settles with the reason and the counts', async () => {
    const { result, deltas } = started('Rédige une délibération.')
    const { finish, usage, model } = await result
    expect(finish).toBe('stop')
    expect(model).not.toBe('')
    expect(usage!.completion_tokens).toBeGreaterThan(10)
    expect(deltas.length).toBeGreaterThan(10)
    expect(deltas.join('')).toMatch(/délibération/)
  })

  test('the same question gives the same answer', async () => {
    const [first, second] = [started('Une note.'), started('Une note.')]
    await Promise.all([first.result, second.result])
    expect(first.deltas.join('')).toBe(second.deltas.join(''))
  })

  test('an answer at its limit is a result, not an error', async () => {
    const { result, deltas } = started(words.length)
    expect((await result).finish).toBe('length')
    expect(deltas.length).toBeGreaterThan(0)
  })

  test('an empty answer is an error', async () => {
    const { result, deltas } = started(words.empty)
    await expect(result).rejects.toMatchObject({ code: 'llm.empty', afterFirstDelta: false })
    expect(deltas).toEqual([])
  })

  test('a cut keeps what was received and says so', async () => {
    const { result, deltas } = started(words.cut)
    await expect(result).rejects.toMatchObject({ code: 'llm.cut', afterFirstDelta: true })
    expect(deltas.length).toBeGreaterThan(0)
  })

  test('the signal stops the answer, and nothing comes after', async () => {
    const running = started(words.endless)
    await until(() => running.deltas.length > 5)
    running.abort()
    await expect(running.result).rejects.toMatchObject({ code: 'llm.aborted', afterFirstDelta: true })
    const received = running.deltas.length
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(running.deltas.length).toBe(received)
  })

  test('a signal already aborted calls nobody', async () => {
    const running = call(llm(), 'mode:normal', { aborted: true })
    await expect(running.result).rejects.toMatchObject({ code: 'llm.aborted', afterFirstDelta: false })
    expect(running.deltas).toEqual([])
  })

  test('what onDelta throws is what complete rejects with', async () => {
    const broken = new Error('full disk')
    const onDelta = () => {
      throw broken
    }
    await expect(started('Bonjour', { onDelta }).result).rejects.toBe(broken)
  })

  test('a mute model meets the first-token time-out', async () => {
    const running = call(llm(), words.mute)
    const timer = setInterval(() => clock.advance(59_000), 5)
    await expect(running.result).rejects.toMatchObject({ code: 'llm.first_token_timeout', afterFirstDelta: false })
    clearInterval(timer)
  })
})
