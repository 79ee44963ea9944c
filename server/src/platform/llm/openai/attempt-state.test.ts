import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attemptReducer, initialAttempt, MAX_ANSWER_CHARS, type AttemptEffect, type AttemptEvent } from './attempt-state.ts'

/** Everything that these events ask for, in order. */
const play = (...events: AttemptEvent[]) => {
  let state = initialAttempt('demandé')
  const effects: AttemptEffect[] = []
  for (const event of events) {
    const step = attemptReducer(state, event)
    state = step.state
    effects.push(...step.effects)
  }
  return effects
}

const started: AttemptEvent[] = [{ type: 'started' }, { type: 'answered', status: 200, isReadable: true, retryAfterMs: undefined }]
const text = (words: string): AttemptEvent => ({ type: 'text', text: words })
const finish: AttemptEvent = { type: 'finish', reason: 'stop', isBare: true }
const finishWithText: AttemptEvent = { type: 'finish', reason: 'stop', isBare: false }
const refused = (status: number): AttemptEvent => ({ type: 'answered', status, isReadable: true, retryAfterMs: 3_000 })
const broke = (code: string): AttemptEvent => ({ type: 'broke', error: Object.assign(new Error('x'), { code }) })
const types = (effects: readonly AttemptEffect[]) => effects.map(({ type }) => type)

describe('an answer', () => {
  test('is given as it comes, and its counts may follow its end', () => {
    const usage = { prompt_tokens: 3, completion_tokens: 2 }
    const effects = play(...started, { type: 'model', name: 'nommé' }, text('Bon'), text('jour'), finish, { type: 'usage', usage }, { type: 'ended' })
    expect(effects).toEqual([
      { type: 'give', text: 'Bon' },
      { type: 'give', text: 'jour' },
      { type: 'sayFarewell' },
      { type: 'resolve', result: { finish: 'stop', usage, model: 'nommé' } },
      { type: 'cancelFarewell' },
    ])
  })

  test('keeps the first of two finish reasons without text between them', () => {
    const effects = play(...started, text('A'), { type: 'finish', reason: 'length', isBare: true }, finish, { type: 'farewellOver' })
    expect(types(effects)).toEqual(['give', 'sayFarewell', 'resolve', 'hangUp'])
    expect(effects[2]).toMatchObject({ result: { finish: 'length', model: 'demandé', usage: null } })
  })

  test('includes the text after a finish reason, which is then no end', () => {
    const effects = play(...started, text('A'), finish, text('B'), finish, { type: 'ended' })
    expect(types(effects)).toEqual(['give', 'sayFarewell', 'give', 'cancelFarewell', 'resolve', 'cancelFarewell'])
  })

  const repeated = ['A', 'B', 'C'].flatMap((words) => [text(words), finishWithText])
  test.each<[string, AttemptEvent[], string[]]>([
    ['[DONE]', [{ type: 'done' }], ['resolve', 'sayFarewell']],
    ['a bare reason and the end of the stream', [finish, { type: 'ended' }], ['resolve', 'cancelFarewell']],
    ['the idle limit after a bare reason', [finish, { type: 'failed', code: 'llm.idle_timeout' }], ['resolve', 'hangUp']],
    ['the end of the stream alone', [{ type: 'ended' }], ['reject', 'hangUp']],
    ['a broken socket', [broke('ECONNRESET')], ['reject', 'hangUp']],
    ['a broken socket before a second piece', [broke('ECONNRESET')], ['reject', 'hangUp']],
    ['the total limit', [finish, { type: 'failed', code: 'llm.total_timeout' }], ['reject', 'hangUp']],
  ])('with a reason beside each piece, is whole or cut by %s', (name, events, expected) => {
    const pieces = name.endsWith('second piece') ? repeated.slice(0, 2) : repeated
    expect(types(play(...started, ...pieces, ...events)).slice(-2)).toEqual(expected)
  })

  test('with a reason before its first piece waits for its end', () => {
    expect(types(play(...started, finish, text('A'), text('B'), finish, { type: 'ended' }))).not.toContain('sayFarewell')
  })

  test('keeps the text that was pending at its end, which withdraws no reason', () => {
    expect(types(play(...started, text('A'), finishWithText, { type: 'rest', text: '<' }, { type: 'ended' }))).toContain('resolve')
  })

  test('is over at [DONE], without a finish reason too; the end of the stream is then only waited for', () => {
    expect(types(play(...started, text('A'), { type: 'done' }, text('B'), { type: 'ended' }))).toEqual(['give', 'resolve', 'sayFarewell', 'cancelFarewell'])
    expect(types(play(...started, text('A'), { type: 'done' }, { type: 'farewellOver' }))).toEqual(['give', 'resolve', 'sayFarewell', 'hangUp'])
  })

  test('is whole when its socket breaks after the finish reason', () => {
    expect(types(play(...started, text('A'), finish, broke('ECONNRESET')))).toEqual(['give', 'sayFarewell', 'resolve', 'cancelFarewell'])
  })

  test('without end is ended at its limit', () => {
    const effects = play(...started, text('a'.repeat(MAX_ANSWER_CHARS)), text('b'), text('c'))
    expect(types(effects)).toEqual(['give', 'give', 'resolve', 'hangUp'])
    expect(effects[2]).toMatchObject({ result: { finish: 'length' } })
  })

  test('shows life while it only thinks', () => {
    expect(types(play(...started, { type: 'alive' }))).toEqual(['alive'])
  })

  test('shows life by comments, which are no chunk of the protocol', () => {
    expect(types(play(...started, { type: 'comment' }))).toEqual(['alive'])
    expect(play(...started, { type: 'comment' }, { type: 'ended' })).toContainEqual(
      expect.objectContaining({ failure: { code: 'llm.bad_answer', about: 'nothing readable' } }),
    )
  })

  test('shows no life by chunks that repeat its finish reason', () => {
    expect(types(play(...started, text('A'), finish, { type: 'alive' }, finish, { type: 'alive' }))).toEqual(['give', 'sayFarewell'])
  })
})

describe('a failure', () => {
  test.each<[string, AttemptEvent[], object]>([
    ['no connection', [broke('ECONNREFUSED')], { code: 'llm.unreachable' }],
    ['a cut before the first word', [...started, broke('ECONNRESET')], { code: 'llm.cut' }],
    ['closed when the process stops', [...started, broke('UND_ERR_DESTROYED')], { code: 'llm.aborted' }],
    ['an empty stream', [...started, { type: 'ended' }], { code: 'llm.bad_answer', about: 'nothing readable' }],
    ['chunks without a word', [...started, { type: 'alive' }, { type: 'ended' }], { code: 'llm.empty' }],
    ['[DONE] without a word', [...started, { type: 'done' }], { code: 'llm.empty' }],
    ['a line too long', [...started, { type: 'eventTooLong' }], { code: 'llm.bad_answer', about: 'event too long' }],
    ['an error in the stream', [...started, { type: 'error', code: 'llm.overloaded' }], { code: 'llm.overloaded', about: 'error in the stream' }],
    ['given up by us', [...started, { type: 'failed', code: 'llm.idle_timeout' }], { code: 'llm.idle_timeout' }],
    [
      'overloaded',
      [refused(429), { type: 'refusalRead', refusal: null }],
      { code: 'llm.overloaded', about: 'HTTP 429', retryAfterMs: 3_000, cause: { status: 429 } },
    ],
    ['a web page', [{ type: 'answered', status: 200, isReadable: false, retryAfterMs: undefined }], { code: 'llm.bad_answer', about: 'not a stream' }],
    ['redirected', [refused(302)], { code: 'llm.bad_answer', about: 'HTTP 302' }],
  ])('%s', (_name, events, failure) => {
    const reject = play(...events).find(({ type }) => type === 'reject')
    expect(reject).toMatchObject({ failure, afterFirstDelta: false })
  })

  test.each<[AttemptEvent, string]>([
    [{ type: 'ended' }, 'llm.truncated'],
    [broke('ECONNRESET'), 'llm.cut'],
    [{ type: 'failed', code: 'llm.aborted' }, 'llm.aborted'],
  ])('after the first word says so: %o', (event, code) => {
    expect(play(...started, text('A'), event)).toEqual([
      { type: 'give', text: 'A' },
      expect.objectContaining({ type: 'reject', failure: expect.objectContaining({ code }), afterFirstDelta: true }),
      { type: 'hangUp' },
    ])
  })

  test('of who receives the pieces is told as it is, at the limit too', () => {
    const error = new Error('full')
    expect(play(...started, text('A'), { type: 'threw', error })).toEqual([{ type: 'give', text: 'A' }, { type: 'throw', error }, { type: 'hangUp' }])
    expect(play(...started, text('a'.repeat(MAX_ANSWER_CHARS + 1)), { type: 'threw', error })).toContainEqual({ type: 'throw', error })
  })

  test('before the connection is there hangs up once it is', () => {
    expect(types(play({ type: 'failed', code: 'llm.aborted' }, { type: 'started' }))).toEqual(['reject', 'hangUp', 'hangUp'])
  })
})

describe('a refusal whose beginning is read', () => {
  test.each([400, 413, 422, 500])('of status %i: about something else, it is what its status says', (status) => {
    const effects = play(refused(status), { type: 'refusalRead', refusal: null })
    expect(effects).toMatchObject([{ type: 'readRefusal', status }, { type: 'reject', failure: { about: `HTTP ${status}` } }, { type: 'hangUp' }])
  })

  test('about the length, it says so and what the model reads', () => {
    expect(play(refused(400), { type: 'refusalRead', refusal: { kind: 'length', limit: 8_192 } })).toEqual([
      { type: 'readRefusal', status: 400 },
      { type: 'tooLong', limit: 8_192 },
      { type: 'reject', failure: { code: 'llm.too_long' }, afterFirstDelta: false },
      { type: 'hangUp' },
    ])
  })

  test('in the middle of an answer is an answer without room', () => {
    const effects = play(...started, text('A'), { type: 'tooLong', limit: null })
    expect(effects).toContainEqual({ type: 'reject', failure: { code: 'llm.truncated' }, afterFirstDelta: true })
  })

  test('about an exhausted quota, is final, unless the server says when to try again in doubtful words', () => {
    const quota: AttemptEvent = { type: 'refusalRead', refusal: { kind: 'quota', isCertain: false } }
    const exhausted = play({ type: 'answered', status: 429, isReadable: true, retryAfterMs: undefined }, quota)
    expect(exhausted).toContainEqual(expect.objectContaining({ failure: expect.objectContaining({ code: 'llm.refused', about: 'HTTP 429, no quota left' }) }))
    expect(play(refused(429), quota)).toContainEqual(expect.objectContaining({ failure: expect.objectContaining({ code: 'llm.overloaded' }) }))
    const certain: AttemptEvent = { type: 'refusalRead', refusal: { kind: 'quota', isCertain: true } }
    expect(play(refused(429), certain)).toContainEqual(expect.objectContaining({ failure: expect.objectContaining({ code: 'llm.refused' }) }))
  })
})

test('whatever happens, in whatever order, is settled once at most, and nothing is given afterwards', () => {
  const any = fc.constantFrom<AttemptEvent>(
    ...started,
    text('A'),
    { type: 'alive' },
    finish,
    finishWithText,
    { type: 'comment' },
    { type: 'rest', text: '<' },
    { type: 'done' },
    { type: 'error', code: 'llm.refused' },
    { type: 'tooLong', limit: null },
    { type: 'eventTooLong' },
    { type: 'ended' },
    broke('ECONNRESET'),
    { type: 'farewellOver' },
    { type: 'failed', code: 'llm.aborted' },
  )
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), (events) => {
      const seen = types(play(...events))
      const settled = seen.findIndex((type) => type === 'resolve' || type === 'reject')
      expect(seen.filter((type) => type === 'resolve' || type === 'reject').length).toBeLessThanOrEqual(1)
      if (settled !== -1) expect(seen.slice(settled)).not.toContain('give')
    }),
  )
})
