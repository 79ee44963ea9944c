import { beforeEach, expect, test } from 'vitest'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createFallbackLlm } from './fallback-llm.ts'
import { call } from './llm-calls.fixture.ts'
import { LlmError, type Llm, type LlmRequest, type LlmResult } from './port.ts'

const ok: LlmResult = { finish: 'stop', usage: null, model: 'x' }
let asked: string[]
/** What each model reads. */
let windows: Record<string, number>
beforeEach(() => {
  asked = []
  windows = {}
})

/** A model that does what `behave` says and notes that it was asked. */
const model = (name: string, behave: (request: LlmRequest) => void = () => {}): Llm => ({
  name,
  model: name,
  builtIn: false,
  host: name,
  contextTokens: () => windows[name] ?? 32_000,
  complete: async (request) => {
    asked.push(name)
    behave(request)
    request.onDelta(name)
    return ok
  },
  close: async () => void asked.push(`close ${name}`),
})

const failing =
  (code: LlmError['code'], options: { afterFirstDelta?: boolean; retryAfterMs?: number } = {}) =>
  () => {
    throw new LlmError(code, options)
  }

test.each(['llm.unreachable', 'llm.overloaded', 'llm.refused', 'llm.bad_answer', 'llm.first_token_timeout', 'llm.empty'] as const)(
  '%s before the first delta: the next one answers',
  async (code) => {
    const llm = createFallbackLlm([model('a', failing(code)), model('b')], createManualClock())
    const { result, deltas } = call(llm, 'Bonjour')
    expect(await result).toEqual({ ...ok, isFallback: true })
    expect(deltas).toEqual(['b'])
  },
)

test.each([
  ['after the first delta nobody else is asked: two answers are never glued together', 'llm.cut', { afterFirstDelta: true }],
  ['a stopped request is not asked elsewhere', 'llm.aborted', {}],
] as const)('%s', async (_name, code, options) => {
  const llm = createFallbackLlm([model('a', failing(code, options)), model('b')], createManualClock())
  await expect(call(llm, 'Bonjour').result).rejects.toMatchObject({ code })
  expect(asked).toEqual(['a'])
})

test('a broken model is skipped for 30 s, then tried again', async () => {
  const clock = createManualClock()
  let broken = true
  const first = model('a', () => {
    if (broken) failing('llm.unreachable')()
  })
  const llm = createFallbackLlm([first, model('b')], clock)
  await call(llm, 'Un').result
  await call(llm, 'Deux').result
  clock.advance(29_999)
  await call(llm, 'Trois').result
  expect(asked).toEqual(['a', 'b', 'b', 'b'])
  broken = false
  clock.advance(1)
  await call(llm, 'Quatre').result
  expect(asked.slice(4)).toEqual(['a'])
})

test('a model that asks for more than 30 s gets it', async () => {
  const clock = createManualClock()
  const llm = createFallbackLlm([model('a', failing('llm.overloaded', { retryAfterMs: 90_000 })), model('b')], clock)
  await call(llm, 'Un').result
  clock.advance(60_000)
  await call(llm, 'Deux').result
  expect(asked).toEqual(['a', 'b', 'b'])
})

test.each([
  ['a refusal or an empty answer is about one request and skips nobody', 'llm.refused'],
  ['a prompt too long for one is tried on the next, and breaks nobody', 'llm.too_long'],
] as const)('%s', async (_name, code) => {
  const llm = createFallbackLlm([model('a', failing(code)), model('b')], createManualClock())
  await call(llm, 'Un').result
  await call(llm, 'Deux').result
  expect(asked).toEqual(['a', 'b', 'a', 'b'])
})

test('when all are broken all are tried, and the last error is told', async () => {
  const llm = createFallbackLlm([model('a', failing('llm.unreachable')), model('b', failing('llm.overloaded'))], createManualClock())
  await expect(call(llm, 'Un').result).rejects.toMatchObject({ code: 'llm.overloaded' })
  await expect(call(llm, 'Deux').result).rejects.toMatchObject({ code: 'llm.overloaded' })
  expect(asked).toEqual(['a', 'b', 'a', 'b'])
})

test('an error that is not of the port is not hidden by a fallback', async () => {
  const broken = new Error('full disk')
  const breaking = () => {
    throw broken
  }
  const llm = createFallbackLlm([model('a', breaking), model('b')], createManualClock())
  await expect(call(llm, 'Un').result).rejects.toBe(broken)
})

test('names every host that may receive a conversation', () => {
  expect(createFallbackLlm([model('a'), model('b')], createManualClock()).host).toBe('a, b')
})

test('close closes them all', async () => {
  await createFallbackLlm([model('a'), model('b')], createManualClock()).close()
  expect(asked).toEqual(['close a', 'close b'])
})

test('the smallest window of those that may answer is what the prompt must fit in', async () => {
  windows = { a: 128_000, b: 8_000 }
  const clock = createManualClock()
  let broken = 'b'
  const breaking = (name: string) =>
    model(name, () => {
      if (broken === name || broken === 'all') failing('llm.unreachable')()
    })
  const llm = createFallbackLlm([breaking('b'), breaking('a')], clock)
  expect(llm.contextTokens()).toBe(8_000)
  await call(llm, 'Un').result
  expect(llm.contextTokens()).toBe(128_000)
  broken = 'all'
  await call(llm, 'Deux').result.catch(() => {})
  expect(llm.contextTokens()).toBe(8_000)
})

test('too long for one and out of reach for the others is too long: a shorter prompt may do', async () => {
  const llm = createFallbackLlm([model('a', failing('llm.too_long')), model('b', failing('llm.unreachable'))], createManualClock())
  await expect(call(llm, 'Un').result).rejects.toMatchObject({ code: 'llm.too_long' })
})
