import type { ReplyEvent } from '@parvis/contract'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { scriptedPort, settledChat } from '../testing.ts'
import { createPacing } from './pacing.ts'

/** Duration of a frame, in milliseconds: about 60 a second. */
const frameMs = 16

/** Texts displayed at each frame, from the arrival of `bursts` (time in milliseconds, text) until all is displayed. */
function displayedBy(bursts: readonly (readonly [number, string])[]): { time: number; text: string }[] {
  const pacing = createPacing()
  const waiting = [...bursts]
  const shown: { time: number; text: string }[] = []
  let text = ''
  for (let time = frameMs; waiting.length > 0 || (shown.at(-1)?.text ?? '') !== text; time += frameMs) {
    while (waiting[0] && waiting[0][0] <= time) {
      const [at, added] = waiting.shift()!
      pacing.receive(text.length, at)
      text += added
    }
    const next = text.slice(0, pacing.lengthAt(text, time))
    if (next !== (shown.at(-1)?.text ?? '')) shown.push({ time, text: next })
  }
  return shown
}

const firstFrameAfter = (time: number) => Math.ceil(time / frameMs) * frameMs

describe('the pace of a reply', () => {
  it('spreads a burst of several words over the tick, and ends it before the next one', () => {
    const shown = displayedBy([
      [0, 'Le conseil'],
      [100, ' municipal approuve à l’unanimité'],
      [200, ' le budget de la commune'],
    ])
    expect(shown.map(({ text }) => text)).toEqual([
      'Le conseil',
      'Le conseil municipal',
      'Le conseil municipal approuve',
      'Le conseil municipal approuve à l’unanimité',
      'Le conseil municipal approuve à l’unanimité le',
      'Le conseil municipal approuve à l’unanimité le budget',
      'Le conseil municipal approuve à l’unanimité le budget de',
      'Le conseil municipal approuve à l’unanimité le budget de la commune',
    ])
    expect(shown.find(({ text }) => text.endsWith('municipal'))!.time).toBe(firstFrameAfter(100))
    expect(shown.find(({ text }) => text.endsWith('unanimité'))!.time).toBeLessThan(200)
  })

  it('delays nothing of a reply that comes token by token', () => {
    const tokens = ['Le', ' conseil', ' muni', 'cipal', ' de la', ' commune'].map((text, at) => [at * 50 + 3, text] as const)
    const shown = displayedBy(tokens)
    expect(shown.map(({ time }) => time)).toEqual(tokens.map(([at]) => firstFrameAfter(at)))
  })

  it('delays no first word, however many come together', () => {
    expect(displayedBy([[40, 'Le conseil municipal approuve']])).toEqual([{ time: firstFrameAfter(40), text: 'Le conseil municipal approuve' }])
  })

  it('draws no more often than a reply that comes token by token, nor than once a frame', () => {
    const tokens = Array.from({ length: 3_000 }, (_, at) => ` jeton${at}`)
    for (const perTick of [2, 5, 20]) {
      const ticks = Array.from({ length: tokens.length / perTick }, (_, at) => [at * 100 + 1, tokens.slice(at * perTick, (at + 1) * perTick).join('')] as const)
      const drawn = displayedBy(ticks)
      expect(drawn.length).toBeLessThanOrEqual(Math.min(tokens.length, Math.ceil((ticks.length * 100) / frameMs)) + 1)
      expect(drawn.length).toBeGreaterThan(ticks.length * 1.5)
    }
  })

  it('displays each piece within the interval before it, 150 ms at most, whatever arrives when; text only grows, and never by half a character', () => {
    const word = fc.oneof(fc.constantFrom('le ', 'conseil ', '🏛️ ', 'délibération\n', 'x'), fc.string({ unit: 'binary', maxLength: 6 }))
    const burst = fc.tuple(fc.integer({ min: 1, max: 400 }), fc.array(word, { minLength: 1, maxLength: 20 }))
    fc.assert(
      fc.property(fc.array(burst, { minLength: 1, maxLength: 12 }), (gaps) => {
        let at = 0
        const bursts = gaps.map(([gap, words]) => [(at += gap), words.join('')] as const)
        const shown = displayedBy(bursts)
        let [received, before] = ['', '']
        for (const { text } of shown) {
          expect(text.startsWith(before)).toBe(true)
          before = text
        }
        for (const [time, text] of bursts) {
          received += text
          const seen = shown.find((one) => one.text.length >= received.length)
          if (text !== '') expect(seen!.time - time).toBeLessThanOrEqual(150 + 2 * frameMs)
        }
        // What is displayed ends at a white space or where received text ends: a model's text is cut nowhere else.
        const ends = new Set<string>()
        received = ''
        for (const [, text] of bursts) ends.add((received += text))
        for (const { text } of shown) expect(ends.has(text) || /\s/.test(received[text.length]!)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a chat', () => {
  let now = 0
  beforeEach(() => {
    now = 1_000
    vi.spyOn(performance, 'now').mockImplementation(() => now)
  })
  afterEach(() => void vi.restoreAllMocks())

  const delta = (text: string, id: number): ReplyEvent => ({ type: 'delta', id, text })
  const done: ReplyEvent = { type: 'done', id: 99, status: 'complete', finish_reason: 'stop', message_id: 'r' }

  /** Starts a reply whose events and frames the test gives. */
  async function pacedChat(canPace = true) {
    const frames: ((time: number) => void)[] = []
    const events: ReplyEvent[] = []
    let wake = Promise.withResolvers<void>()
    const port = scriptedPort({
      canPace: () => canPace,
      nextFrame: (work) => void frames.push(work),
      async *reply() {
        for (;;) {
          while (events.length > 0) yield events.shift()!
          await wake.promise
          wake = Promise.withResolvers()
        }
      },
    })
    const { chat, announced } = await settledChat(port)
    const text = () => chat.state().messages[1]?.content
    let renders = 0
    chat.subscribe(() => void (renders += 1))
    chat.send('Écris')
    /** Delivers events after `ms` milliseconds. */
    const arrive = async (ms: number, ...arrived: ReplyEvent[]) => {
      now += ms
      events.push(...arrived)
      wake.resolve()
      await new Promise((resolve) => setTimeout(resolve))
    }
    /** Draws one frame after `ms` milliseconds. */
    const draw = (ms: number) => {
      now += ms
      for (const work of frames.splice(0)) work(now)
      return text()
    }
    return { port, chat, announced, text, arrive, draw, frames, countRenders: () => renders }
  }

  /** Starts a reply whose second burst has just arrived: « Voici la note demandée ». */
  async function afterTwoBursts(canPace = true) {
    const paced = await pacedChat(canPace)
    await paced.arrive(0, delta('Voici', 5))
    paced.draw(10)
    await paced.arrive(90, delta(' la note demandée hier', 27))
    return paced
  }

  it('displays a burst over the frames of the tick, and draws nothing more when all is displayed', async () => {
    const { draw, frames, countRenders } = await afterTwoBursts()
    const before = countRenders()
    expect([0, 16, 16, 16, 16, 16, 16, 16].map(draw)).toEqual([
      'Voici la',
      'Voici la',
      'Voici la note',
      'Voici la note demandée',
      'Voici la note demandée',
      'Voici la note demandée',
      'Voici la note demandée hier',
      'Voici la note demandée hier',
    ])
    expect([countRenders() - before, frames.length]).toEqual([4, 0])
  })

  it.each([
    ['the end', (): ReplyEvent[] => [done]],
    ['an error', (): ReplyEvent[] => [{ type: 'error', id: 98, error: 'Coupée', code: 'llm.unreachable' }]],
    ['the sources', (): ReplyEvent[] => [{ type: 'sources', id: 98, sources: [] }]],
  ])('displays everything at once with %s', async (_, events) => {
    const { arrive, draw, text } = await afterTwoBursts()
    expect(draw(0)).toBe('Voici la')
    await arrive(1, ...events())
    expect(text()).toBe('Voici la note demandée hier')
  })

  it('displays everything at once when the person stops the reply, and paces nothing after', async () => {
    const { chat, arrive, draw, text } = await afterTwoBursts()
    expect(draw(0)).toBe('Voici la')
    void chat.stop()
    expect(chat.state().reply).toMatchObject({ isStopping: true })
    expect(text()).toBe('Voici la note demandée hier')
    await arrive(100, delta(' par le maire', 40))
    expect(draw(1)).toBe('Voici la note demandée hier par le maire')
  })

  it('never takes back what it has displayed: text that follows an event at once', async () => {
    const { arrive, draw, text } = await afterTwoBursts()
    await arrive(1, { type: 'sources', id: 98, sources: [] }, delta(' par le maire', 111))
    expect(text()).toBe('Voici la note demandée hier')
    expect(draw(1)).toBe('Voici la note demandée hier par le maire')
  })

  it('paces nothing with reduced motion', async () => {
    const { draw } = await afterTwoBursts(false)
    expect(draw(0)).toBe('Voici la note demandée hier')
  })

  it('catches up at the first frame of a tab that was hidden', async () => {
    const { arrive, draw } = await afterTwoBursts()
    for (let at = 0; at < 20; at += 1) await arrive(100, delta(' et la suite', 40 + at * 12))
    expect(draw(5_000)).toBe(`Voici la note demandée hier${' et la suite'.repeat(20)}`)
  })
})
