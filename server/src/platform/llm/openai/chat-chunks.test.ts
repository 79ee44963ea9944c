import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chatStream, type ChunkEvent } from './chat-chunks.ts'
import { EventTooLong, MAX_EVENT_LENGTH } from './sse-events.ts'

const inWords = (event: ChunkEvent): string[] => {
  switch (event.type) {
    case 'text':
    case 'rest':
      return []
    case 'alive':
    case 'comment':
    case 'done':
      return [event.type]
    case 'finish':
      return [`finish ${event.reason}${event.isBare ? '' : ' with text'}`]
    case 'usage':
      return [`usage ${event.usage.prompt_tokens} ${event.usage.completion_tokens}`]
    case 'model':
      return [`model ${event.name}`]
    case 'tooLong':
      return [`too long ${event.limit}`]
    case 'error':
      return [event.code]
  }
}

/** Everything a stream of bytes gives, in the order of arrival. */
const read = (...chunks: (string | Buffer)[]) => {
  const seen: ChunkEvent[] = []
  const stream = chatStream((event) => event.type !== 'comment' && seen.push(event))
  for (const chunk of chunks) stream.feed(Buffer.from(chunk))
  stream.end()
  const text = seen.map((event) => (event.type === 'text' || event.type === 'rest' ? event.text : '')).join('')
  return { text, seen: seen.flatMap(inWords) }
}

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const delta = (content: unknown, rest: object = {}) => data({ choices: [{ index: 0, delta: { content }, ...rest }] })

test('any cut of the bytes gives the same text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 8 }),
      fc.array(fc.nat(400), { maxLength: 12 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      (pieces, cuts, newline) => {
        const bytes = Buffer.from([...pieces.map((piece) => delta(piece)), 'data: [DONE]\n\n'].join('').replaceAll('\n', newline))
        const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length]
        const chunks = places.slice(1).map((end, i) => bytes.subarray(places[i], end))
        expect(read(...chunks).text).toBe(pieces.join('').replaceAll('\0', ''))
      },
    ),
  )
})

test('no line makes the reader throw, whatever JSON it holds', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (anything, inChoices) => {
      read(data(anything), data({ choices: inChoices, usage: anything }), data({ choices: [inChoices] }), data({ error: anything }))
    }),
  )
})

test.each([
  [
    'several choices: only the first',
    data({
      choices: [
        { index: 1, delta: { content: 'B' } },
        { index: 0, delta: { content: 'A' } },
      ],
    }),
    'A',
  ],
  ['reasoning is not the answer', data({ choices: [{ index: 0, delta: { reasoning_content: 'hm', content: null } }] }), ''],
  [
    'parts of Mistral',
    delta([
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'A' },
    ]),
    'A',
  ],
  ['reasoning written before the answer is not the answer either', `${delta('<think>hm</')}${delta('think>')}${delta('\n\n')}${delta('A')}`, 'A'],
  ['what only began as a mark is the answer once the stream is over', `${delta('<')}${delta('th', { finish_reason: 'stop' })}`, '<th'],
  ['also where its end is only said by [DONE]', `${delta('[')}data: [DONE]\n\n`, '['],
  ['a whole message in place of deltas', data({ choices: [{ index: 0, message: { content: 'Oui.' }, finish_reason: 'stop' }] }), 'Oui.'],
  [
    'a message that grows',
    ['Le', 'Le conseil', 'Le conseil vote.'].map((content) => data({ choices: [{ message: { content } }] })).join(''),
    'Le conseil vote.',
  ],
  ['a message that repeats the deltas', `${delta('A')}${delta('B')}${data({ choices: [{ message: { content: 'AB' }, finish_reason: 'stop' }] })}`, 'AB'],
  ['a message beside an empty delta', data({ choices: [{ index: 0, delta: { role: 'assistant', content: '' }, message: { content: 'Oui.' } }] }), 'Oui.'],
  ['chunks in one list', JSON.stringify([{ choices: [{ delta: { content: 'A' } }] }, { choices: [{ delta: { content: 'B' } }] }]), 'AB'],
  ['one JSON value on one line', `${JSON.stringify({ choices: [{ message: { content: 'Oui.' } }] })}\n`, 'Oui.'],
  ['the older protocol of completions', data({ choices: [{ index: 0, text: 'A' }] }), 'A'],
  ['one JSON value in place of a stream', `\n${JSON.stringify({ choices: [{ message: { content: 'Oui.' } }] }, null, 2)}\n`, 'Oui.'],
  ['an end token in pieces', `${delta('A.')}${delta('<|im')}${delta('_end|>')}${delta('', { finish_reason: 'stop' })}data: [DONE]\n\n`, 'A.'],
  ['text after a reason to finish', `${delta('A', { finish_reason: 'stop' })}${delta('B', { finish_reason: 'stop' })}`, 'AB'],
  ['keys in another order, escapes', 'data:{"choices":[{"delta":{"content":"\\u00e9\\n\\"A\\""},"index":0}],"id":"x"}\n', 'é\n"A"'],
  ['an event of another name', `event: execute\n${delta('A')}${delta('B')}`, 'B'],
  ['an event named message', `event: message\n${delta('A')}`, 'A'],
  ['text beside the finish reason', delta('A', { finish_reason: 'stop' }), 'A'],
  ['a byte order mark', `\u{feff}${delta('A')}${delta('\u{feff}B')}`, 'A\u{feff}B'],
  ['data on several lines', 'data: {"choices":\ndata: [{"delta":{"content":"A"}}]}\n\n', 'A'],
  ['chunks that no blank line parts', `${delta('A')}${delta('B')}data: [DONE]\n\n`.replaceAll('\n\n', '\n').concat('\n'), 'AB'],
  ['a NUL, which no database keeps', delta('d\0élibération'), 'délibération'],
  ['a line that never ends is not read', 'data: {"choices":[{"delta":{"content":"A"}}]}', ''],
])('%s', (_name, stream, text) => {
  expect(read(stream).text).toBe(text)
})

test('finish reasons, counts, model and end', () => {
  const { seen } = read(
    data({ model: 'grand', choices: [{ index: 0, delta: {}, finish_reason: 'model_length' }] }),
    data({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 5 } }),
    data({ choices: [], usage: { prompt_tokens: -1, completion_tokens: 'x' } }),
    data({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 ** 31 } }),
    'data: [DONE]\n\n',
  )
  expect(seen).toEqual(['model grand', 'alive', 'finish length', 'usage 3 5', 'done'])
})

test('while it thinks before its answer, the model is alive; an answer that was only thought has no text', () => {
  expect(read(delta('<think>'), delta('hm'), delta('</think>'), delta('\n'), delta('A'))).toEqual({ text: 'A', seen: Array<string>(4).fill('alive') })
  const cut = read(delta('[THINK]hm'), delta('', { finish_reason: 'length' }), 'data: [DONE]\n\n')
  expect(cut).toEqual({ text: '', seen: ['alive', 'alive', 'finish length', 'done'] })
})

test('zeros, which some servers say in every chunk, are no count, and take none away', () => {
  const zeros = { usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } }
  const spoken = data({ choices: [{ index: 0, delta: { content: 'A' } }], ...zeros })
  expect(read(spoken, data({ choices: [], ...zeros }))).toEqual({ text: 'A', seen: [] })
  expect(read(spoken, data({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 5 } }), data({ choices: [], ...zeros })).seen).toEqual(['usage 3 5'])
})

test.each(['', 'null', 'None', 'NULL', 'in_progress', false, 0])('a finish reason %j, in every chunk but the last, ends nothing', (finish_reason) => {
  expect(read(delta('A', { finish_reason }), delta('B', { finish_reason }))).toEqual({ text: 'AB', seen: [] })
})

test.each([
  ['MAX_TOKENS', 'finish length with text'],
  ['STOP', 'finish stop with text'],
  ['SAFETY', 'finish filtered with text'],
  ['ABORT', 'llm.truncated'],
])('the finish reason %s is read without case', (finish_reason, seen) => {
  expect(read(delta('A', { finish_reason })).seen).toEqual([seen])
})

test.each([': ping\n\n', ':\n', '\n', ' ', 'event: ping\n\n', 'event: ping\ndata: {}\n\n', 'data:\n\n', data({ choices: [] }), 'data: {"cho'])(
  '%j is a sign of life',
  (bytes) => {
    const seen: ChunkEvent[] = []
    chatStream((event) => seen.push(event)).feed(Buffer.from(bytes))
    expect(seen).toEqual([{ type: 'comment' }])
  },
)

test('JSON lines are read as they come', () => {
  const seen: ChunkEvent[] = []
  const stream = chatStream((event) => seen.push(event))
  const line = (content: string, finish_reason: string | null = null) => JSON.stringify({ choices: [{ delta: { content }, finish_reason }] })
  stream.feed(Buffer.from(`${line('A')}\n${line('B').slice(0, 20)}`))
  expect(seen).toEqual([{ type: 'text', text: 'A' }])
  stream.feed(Buffer.from(`${line('B').slice(20)}\n${line('C', 'stop')}`))
  stream.end()
  expect(seen.slice(1)).toEqual([
    { type: 'text', text: 'B' },
    { type: 'text', text: 'C' },
    { type: 'finish', reason: 'stop', isBare: false },
  ])
})

test('a NUL in the name of the model is left out', () => {
  expect(read(data({ model: 'gr\0and', choices: [] })).seen).toEqual(['model grand'])
})

test.each([
  [data({ error: { message: 'x', code: 429 } }), 'llm.overloaded'],
  [data({ error: { type: 'rate_limit_error' } }), 'llm.overloaded'],
  ...['billing_hard_limit_reached', 'Insufficient Balance', 'Quota exceeded, check your plan', 'No credits remaining', 'Solde insuffisant'].map(
    (message): [string, string] => [data({ error: { code: 429, message } }), 'llm.refused'],
  ),
  ...['Limit 30000 tokens per min (TPM). See billing.', 'Quota exceeded: too many requests'].map((message): [string, string] => [
    data({ error: { code: 429, message } }),
    'llm.overloaded',
  ]),
  [data({ error: { code: 429, type: 'insufficient_quota' } }), 'llm.refused'],
  [data({ error: { type: 'invalid_request_error' } }), 'llm.refused'],
  [data({ object: 'error', message: 'x', code: 401 }), 'llm.refused'],
  [data({ error: { code: 400, message: 'the request exceeds the available context size', n_ctx: 8192 } }), 'too long 8192'],
  [data({ error: 'boum' }), 'llm.bad_answer'],
  ['event: error\ndata: boum\n\n', 'llm.bad_answer'],
  [data({ choices: [{ index: 0, finish_reason: 'error' }] }), 'alive llm.truncated'],
])('error in the stream %#', (stream, code) => {
  expect(read(stream).seen.join(' ')).toBe(code)
})

test('an event beyond 1 MB is given up, one just below passes', () => {
  expect(read(delta('a'.repeat(MAX_EVENT_LENGTH - 100))).text).toHaveLength(MAX_EVENT_LENGTH - 100)
  const block = Buffer.alloc(MAX_EVENT_LENGTH / 4, 'a')
  expect(() => read('data:', block, block, block, block, 'a')).toThrow(EventTooLong)
  const line = `data:${'a'.repeat(1_000)}\n`
  expect(() => read(...Array<string>(1_100).fill(line))).toThrow(EventTooLong)
})
