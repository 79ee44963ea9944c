import { describe, expect, test } from 'vitest'
import { createManualClock } from '../../../testing/manual-clock.ts'
import { call, until } from '../llm-calls.fixture.ts'
import { systemClock, type LlmMessage } from '../port.ts'
import { createScriptedLlm } from './scripted-llm.ts'
import { hostileSample, longSample, slowSample } from './scripted-samples.ts'
import { DEFAULT_TIMEOUTS } from '../servers.ts'

const fast = () => createScriptedLlm({ pace: 0, timeouts: DEFAULT_TIMEOUTS, clock: systemClock })
const paced = (pace?: number, timeouts: Partial<typeof DEFAULT_TIMEOUTS> = {}) => {
  const clock = createManualClock()
  return { clock, llm: createScriptedLlm({ pace, timeouts: { ...DEFAULT_TIMEOUTS, ...timeouts }, clock }) }
}
/** All that is said in answer. */
const said = async (text: Parameters<typeof call>[1], options?: Parameters<typeof call>[2]) => {
  const { result, deltas } = call(fast(), text, options)
  await result
  return deltas.join('')
}
const words = (text: string) => text.split(/\s+/).filter(Boolean).length

test('sends nothing out of the process', () => expect(fast().host).toBeNull())

describe('sentinels in the last user message', () => {
  test.each([
    ['[[erreur]]', 'llm.unreachable', 0],
    ['[[vide]]', 'llm.empty', 0],
    ['[[coupure]]', 'llm.cut', 10],
  ])('%s', async (text, code, count) => {
    const { result, deltas } = call(fast(), `Bonjour ${text} merci`)
    await expect(result).rejects.toMatchObject({ code, afterFirstDelta: count > 0 })
    expect(words(deltas.join(''))).toBe(count)
  })

  test('[[long]] is about 1,500 words of structured Markdown', async () => {
    expect(await said('[[long]]')).toBe(longSample())
    expect(words(longSample())).toBeGreaterThan(1_400)
    expect(words(longSample())).toBeLessThan(1_800)
    for (const shape of [/^# /m, /^## /m, /^\| --- /m, /^1\. /m, /^- \[x\]/m, /^> /m, /^```text$/m]) expect(longSample()).toMatch(shape)
  })

  test('[[xss]] gives the payloads unchanged', async () => {
    expect(await said('[[xss]]')).toBe(hostileSample())
  })

  test('[[anglais]] answers in English', async () => {
    expect(await said('[[anglais]]')).toMatch(/^This demonstration answer/)
  })

  test('[[tronque]] gives a whole text that says it is unfinished', async () => {
    const { result, deltas } = call(fast(), 'Une note [[tronque]]')
    expect((await result).finish).toBe('length')
    expect(words(deltas.join(''))).toBeGreaterThan(20)
  })

  test('an earlier message, or an unknown word, changes nothing', async () => {
    const turns: LlmMessage[] = [
      { role: 'user', content: '[[erreur]]' },
      { role: 'assistant', content: '[[vide]]' },
      { role: 'user', content: 'Une note [[constructor]]' },
    ]
    expect((await call(fast(), turns).result).finish).toBe('stop')
  })

  test('an opening obeys the one of the assistant’s prompt', async () => {
    const turns: LlmMessage[] = [
      { role: 'system', content: 'Tu es en panne. [[erreur]]' },
      { role: 'user', content: 'Présentez-vous.' },
    ]
    await expect(call(fast(), turns, { purpose: 'opening' }).result).rejects.toMatchObject({ code: 'llm.unreachable' })
    expect((await call(fast(), turns).result).finish).toBe('stop')
  })
})

describe('pace', () => {
  test('35 words a second by default', () => {
    const { clock, llm } = paced()
    const { deltas } = call(llm, '[[long]]')
    expect(deltas).toEqual([])
    clock.advance(2_000)
    expect(words(deltas.join(''))).toBe(70)
    expect(deltas).toHaveLength(70)
  })

  test('[[lent]] says its 200 words in 20 s, whatever the pace', async () => {
    const { clock, llm } = paced(1_000)
    const { result, deltas } = call(llm, '[[lent]]')
    clock.advance(10_000)
    expect(words(deltas.join(''))).toBe(100)
    clock.advance(10_000)
    await result
    expect(deltas.join('')).toBe(slowSample())
    expect(words(slowSample())).toBe(200)
  })

  test('[[lent-5]] says the first fifty of them in 5 s', async () => {
    const { clock, llm } = paced(1_000)
    const { result, deltas } = call(llm, '[[lent-5]]')
    clock.advance(5_000)
    await result
    expect(words(deltas.join(''))).toBe(50)
    expect(slowSample().startsWith(deltas.join(''))).toBe(true)
  })

  test('0 still speaks over several turns of the loop', async () => {
    const { result, deltas } = call(fast(), 'Bonjour')
    expect(deltas).toEqual([])
    await until(() => deltas.length > 1)
    await result
    expect(deltas.length).toBeGreaterThan(20)
  })
})

test('the answer stops at the limit that is asked', async () => {
  const { result, deltas } = call(fast(), '[[long]]', { maxTokens: 12 })
  expect(await result).toMatchObject({ finish: 'length', usage: { completion_tokens: 12 } })
  expect(deltas).toHaveLength(12)
})

test('the total time-out ends an answer that would last longer', async () => {
  const { clock, llm } = paced(undefined, { totalMs: 5_000 })
  const { result, deltas } = call(llm, '[[lent]]')
  clock.advance(5_000)
  await expect(result).rejects.toMatchObject({ code: 'llm.total_timeout', afterFirstDelta: true })
  expect(words(deltas.join(''))).toBeGreaterThanOrEqual(49)
  expect(clock.pending()).toEqual([])
})

test('a pace slower than the silence allowed meets the idle time-out', async () => {
  const { clock, llm } = paced(0.1, { idleMs: 5_000 })
  const { result } = call(llm, 'Bonjour')
  clock.advance(15_000)
  await expect(result).rejects.toMatchObject({ code: 'llm.idle_timeout', afterFirstDelta: true })
})

describe('asked for the rest of a reply', () => {
  const system: LlmMessage = { role: 'system', content: 'Tu es juriste.' }
  const goOn: LlmMessage = { role: 'user', content: 'Votre réponse a été interrompue. Reprenez-la.' }

  test.each([
    ['chat', 'Une note [[coupure]]'],
    ['chat', '[[long]]'],
    ['opening', null],
  ] as const)('%s %j: the two parts make the whole', async (purpose, question) => {
    const asked: LlmMessage[] = question === null ? [system] : [system, { role: 'user', content: question }]
    const partial = await said(asked, { purpose, maxTokens: 8 })
    const second = call(fast(), [...asked, { role: 'assistant', content: partial }, goOn], { purpose })
    expect((await second.result).finish).toBe('stop')
    const whole = await said(question === null ? asked : [system, { role: 'user', content: question.replace('coupure', 'x') }], { purpose })
    expect(partial + second.deltas.join('')).toBe(whole.replaceAll('[[x]]', '[[coupure]]'))
  })

  test('says so when nothing is left', async () => {
    const turns: LlmMessage[] = [system, { role: 'user', content: 'Une note' }, { role: 'assistant', content: 'Autre chose.' }, goOn]
    expect(await said(turns)).toMatch(/Ma réponse est complète/)
  })
})
