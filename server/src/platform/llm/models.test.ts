import { beforeEach, expect, test } from 'vitest'
import { createManualClock } from '../../testing/manual-clock.ts'
import { nothingMasked } from '../../testing/test-llm.ts'
import type { ModelLevel } from '@parvis/contract'
import { call } from './llm-calls.fixture.ts'
import { createModelSet, type ModelNeed } from './models.ts'
import { LlmError, type LlmClient, type LlmRequest, type LlmResult } from './port.ts'

const ok: LlmResult = { finish: 'stop', usage: null, model: 'x' }
let asked: string[]
/** What each model reads. */
let windows: Record<string, number>
/** Models that read images. */
let readsImages: Set<string>
/** Whether each server answers a probe. */
const up = new Map<string, boolean>()
beforeEach(() => {
  asked = []
  up.clear()
  windows = {}
  readsImages = new Set()
})

/** A model that does what `behave` says and notes that it was asked. */
const model = (name: string, behave: (request: LlmRequest) => void = () => {}): LlmClient => ({
  host: name,
  contextTokens: () => windows[name] ?? 32_000,
  complete: async (request) => {
    asked.push(name)
    behave(request)
    request.onDelta(name)
    return ok
  },
  isUp: async () => up.get(name) ?? true,
  close: async () => void asked.push(`close ${name}`),
})

/** Creates the set of these models, named by their hosts. Their levels are 1, unless `levels` gives others. */
const setOf = (clients: readonly LlmClient[], clock = createManualClock(), levels: readonly ModelLevel[] = []) =>
  createModelSet(
    clients.map((client, at) => ({
      client,
      model: { id: client.host!, label: client.host!, level: levels[at] ?? 1, images: readsImages.has(client.host!), host: client.host },
    })),
    { clock, levelNames: ['externe', 'souverain', 'interne'], builtIn: false },
  )
/** Selects from a set of models of level 1. */
const oneOf = (clients: readonly LlmClient[], clock = createManualClock()) => setOf(clients, clock).select({ level: 1, masking: nothingMasked })

const failing =
  (code: LlmError['code'], options: { afterFirstDelta?: boolean; retryAfterMs?: number } = {}) =>
  () => {
    throw new LlmError(code, options)
  }

test.each(['llm.unreachable', 'llm.overloaded', 'llm.refused', 'llm.bad_answer', 'llm.first_token_timeout', 'llm.empty'] as const)(
  '%s before the first delta: the next one answers',
  async (code) => {
    const llm = oneOf([model('a', failing(code)), model('b')], createManualClock())
    const { result, deltas } = call(llm, 'Bonjour')
    expect(await result).toEqual({ ...ok, model: 'b', level: 1, reason: 'unavailable', expected: 'a', needed: 1 })
    expect(deltas).toEqual(['b'])
  },
)

test.each([
  ['after the first delta nobody else is asked: two answers are never glued together', 'llm.cut', { afterFirstDelta: true }],
  ['a stopped request is not asked elsewhere', 'llm.aborted', {}],
] as const)('%s', async (_name, code, options) => {
  const llm = oneOf([model('a', failing(code, options)), model('b')], createManualClock())
  await expect(call(llm, 'Bonjour').result).rejects.toMatchObject({ code })
  expect(asked).toEqual(['a'])
})

test('a broken model is skipped for 30 s, then tried again', async () => {
  const clock = createManualClock()
  let broken = true
  const first = model('a', () => {
    if (broken) failing('llm.unreachable')()
  })
  const llm = oneOf([first, model('b')], clock)
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
  const llm = oneOf([model('a', failing('llm.overloaded', { retryAfterMs: 90_000 })), model('b')], clock)
  await call(llm, 'Un').result
  clock.advance(60_000)
  await call(llm, 'Deux').result
  expect(asked).toEqual(['a', 'b', 'b'])
})

test.each([
  ['a refusal or an empty answer is about one request and skips nobody', 'llm.refused'],
  ['a prompt too long for one is tried on the next, and breaks nobody', 'llm.too_long'],
] as const)('%s', async (_name, code) => {
  const llm = oneOf([model('a', failing(code)), model('b')], createManualClock())
  await call(llm, 'Un').result
  await call(llm, 'Deux').result
  expect(asked).toEqual(['a', 'b', 'a', 'b'])
})

test('when all are broken all are tried, and the last error is told', async () => {
  const llm = oneOf([model('a', failing('llm.unreachable')), model('b', failing('llm.overloaded'))], createManualClock())
  await expect(call(llm, 'Un').result).rejects.toMatchObject({ code: 'llm.overloaded' })
  await expect(call(llm, 'Deux').result).rejects.toMatchObject({ code: 'llm.overloaded' })
  expect(asked).toEqual(['a', 'b', 'a', 'b'])
})

test('an error that is not of the port is not hidden by a fallback', async () => {
  const broken = new Error('full disk')
  const breaking = () => {
    throw broken
  }
  const llm = oneOf([model('a', breaking), model('b')], createManualClock())
  await expect(call(llm, 'Un').result).rejects.toBe(broken)
})

test('close closes them all', async () => {
  await setOf([model('a'), model('b')]).close()
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
  const llm = oneOf([breaking('b'), breaking('a')], clock)
  expect(llm.contextTokens()).toBe(8_000)
  await call(llm, 'Un').result
  expect(llm.contextTokens()).toBe(128_000)
  broken = 'all'
  await call(llm, 'Deux').result.catch(() => {})
  expect(llm.contextTokens()).toBe(8_000)
})

test('too long for one and out of reach for the others is too long: a shorter prompt may do', async () => {
  const llm = oneOf([model('a', failing('llm.too_long')), model('b', failing('llm.unreachable'))], createManualClock())
  await expect(call(llm, 'Un').result).rejects.toMatchObject({ code: 'llm.too_long' })
})

// Four models of two or three levels, each up or down: 16 states × 3 levels × 5 preferences × 3 lists.
const lists: Record<string, ModelLevel[]> = { croissants: [1, 1, 2, 3], décroissants: [3, 2, 2, 1], 'sans interne': [1, 2, 1, 2] }
const names = ['a', 'b', 'c', 'd']
const states = Array.from({ length: 16 }, (_, bits) => names.map((_name, at) => (bits & (1 << at)) === 0))
const cases = Object.entries(lists).flatMap(([list, levels]) =>
  states.flatMap((state) =>
    ([1, 2, 3] as const).flatMap((level) => [null, ...names].map((preferredId) => ({ list, levels, state, need: { level, preferredId } satisfies ModelNeed }))),
  ),
)

test(`the model that answers is the expected one in ${cases.length} cases, and no other of a lower level is called`, async () => {
  expect(cases.length).toBeGreaterThanOrEqual(400)
  for (const { list, levels, state, need } of cases) {
    asked = []
    const clients = names.map((name, at) => model(name, state[at] ? undefined : failing('llm.unreachable')))
    const set = setOf(clients, createManualClock(), levels)
    const isEligible = (name: string) => levels[names.indexOf(name)]! >= need.level
    const isUp = (name: string) => state[names.indexOf(name)]!
    const order = [...names.filter((name) => name === need.preferredId), ...names.filter((name) => name !== need.preferredId)]
    const expected = order.find((name) => isEligible(name) && isUp(name))
    const outcome = await Promise.resolve()
      .then(() => call(set.select({ ...need, masking: nothingMasked }), 'Bonjour').result)
      .then(({ model: id }) => id)
      .catch((error: LlmError) => error.code)
    const failure = need.level > 1 ? 'llm.no_model_for_level' : 'llm.unreachable'
    expect(outcome, JSON.stringify({ list, state, need })).toBe(expected ?? failure)
    expect(asked.filter((name) => !isEligible(name))).toEqual([])
  }
})

test.each([
  ['the preferred one is down', { level: 1, preferredId: 'a' }, 'a', 'unavailable'],
  ['the documents need more than the preferred one', { level: 3, usualLevel: 1, preferredId: 'a' }, '', 'level'],
  ['the documents need more than the first one', { level: 3, usualLevel: 1 }, '', 'level'],
  ['the assistant needs more than the first one', { level: 3, usualLevel: 3 }, '', undefined],
  ['the assistant needs more than the preferred one', { level: 3, usualLevel: 3, preferredId: 'a' }, '', 'level'],
  ['nothing is unusual', { level: 1, preferredId: 'b' }, '', undefined],
] as const)('says why another model answers: %s', async (_name, need, down, reason) => {
  const set = setOf([model('a', down === 'a' ? failing('llm.unreachable') : undefined), model('b')], createManualClock(), [1, 3])
  const result = await call(set.select({ ...need, masking: nothingMasked }), 'Bonjour').result
  expect(result).toMatchObject({ model: 'b', level: 3 })
  expect(result.reason).toBe(reason)
})

test('a level that no model has is named, and so is one whose models do not answer', async () => {
  const set = setOf([model('a'), model('b', failing('llm.unreachable'))], createManualClock(), [1, 2])
  expect(() => set.select({ level: 3, masking: nothingMasked })).toThrow(
    expect.objectContaining({ code: 'llm.no_model_for_level', need: { level: 3, name: 'interne', isConfigured: false } }),
  )
  await expect(call(set.select({ level: 2, masking: nothingMasked }), 'Bonjour').result).rejects.toMatchObject({
    need: { level: 2, name: 'souverain', isConfigured: true },
  })
  expect(asked).toEqual(['b'])
})

test('a model cut after its first text is named, so that its message keeps it', async () => {
  const failure = await call(oneOf([model('a', failing('llm.cut', { afterFirstDelta: true }))]), 'Bonjour').result.catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'llm.cut', answeredBy: { model: 'a', level: 1 } })
})

test('a server that goes down is unavailable within 30 s, and available again within 60 s', async () => {
  const clock = createManualClock()
  const set = setOf([model('a', () => up.get('a') === false && failing('llm.unreachable')()), model('b')], clock)
  expect([...(await set.available())]).toEqual(['a', 'b'])
  up.set('a', false)
  clock.advance(30_000)
  expect([...(await set.available())]).toEqual(['b'])
  await call(set.select({ level: 1, masking: nothingMasked }), 'Bonjour').result
  up.set('a', true)
  clock.advance(30_001)
  expect([...(await set.available())]).toEqual(['a', 'b'])
})

test('each candidate receives the images only if it reads them, and the answer says so', async () => {
  readsImages.add('a')
  const received: Record<string, unknown> = {}
  const keep = (name: string, then = () => {}) =>
    model(name, ({ messages }) => {
      received[name] = messages
      then()
    })
  const images = [{ media_type: 'image/png', data: 'AAAA' }] as const
  const messages: LlmRequest['messages'] = [{ role: 'user', content: 'Que montre ce plan ?', images }]
  const ask = async (clients: LlmClient[]) => {
    const answers: unknown[] = []
    const llm = oneOf(clients)
    const onAnswering = (answer: unknown) => answers.push(answer)
    await llm.complete({ messages, purpose: 'chat', signal: new AbortController().signal, onDelta: () => {}, onAnswering })
    return [llm.readsImages, answers]
  }
  expect(await ask([keep('a'), keep('b')])).toEqual([{ first: true, any: true }, [{ readsImages: true }]])
  expect(received['a']).toEqual(messages)
  expect(await ask([keep('a', failing('llm.unreachable')), keep('b')])).toEqual([{ first: true, any: true }, [{ readsImages: false }]])
  expect(received['b']).toEqual([{ role: 'user', content: 'Que montre ce plan ?' }])
  // The preferred model answers, even if it does not read them; in its place, one that does.
  expect(await ask([keep('b'), keep('a')])).toEqual([{ first: false, any: true }, [{ readsImages: false }]])
  expect(await ask([keep('c', failing('llm.unreachable')), keep('b'), keep('a')])).toEqual([{ first: false, any: true }, [{ readsImages: true }]])
})
