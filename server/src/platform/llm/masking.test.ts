import { expect, test, vi } from 'vitest'
import { completeMasked, type MaskedTexts, type RequestMasking } from './masking.ts'
import { LlmError, type LlmClient, type LlmRequest, type LlmResult } from './port.ts'

const ok: LlmResult = { finish: 'stop', usage: null, model: 'x' }
const model = { level: 1, host: 'modele.exemple.fr' } as const
const finish = vi.fn<() => Promise<void>>(async () => {})

/** Masking that puts `[X_1]` in place of « Anne », and back. */
const masking = (changes: Partial<MaskedTexts> | null = {}): RequestMasking => ({
  mask: async (texts) =>
    changes === null
      ? null
      : {
          texts: texts.map((text) => text.replaceAll('Anne', '[X_1]')),
          hasLabels: texts.some((text) => text.includes('Anne')),
          restorer: () => ({ push: (text) => text.replaceAll('[X_1]', 'Anne').replace('…', ''), end: () => ' fin' }),
          finish,
          ...changes,
        },
  masked: () => ({}),
})

/** Client that answers these deltas, and records what it receives. */
function recordingClient(deltas: readonly string[], error?: LlmError) {
  const received: LlmRequest[] = []
  const client: LlmClient = {
    host: model.host,
    contextTokens: () => 1_000,
    isUp: async () => true,
    close: async () => {},
    async complete(request) {
      received.push(request)
      for (const delta of deltas) request.onDelta(delta)
      if (error !== undefined) throw error
      return ok
    },
  }
  return { client, received }
}

function newRequest(messages: LlmRequest['messages'] = [{ role: 'user', content: 'Bonjour Anne' }]) {
  const text: string[] = []
  const answering: boolean[] = []
  const request: LlmRequest = {
    messages,
    purpose: 'chat',
    signal: new AbortController().signal,
    onDelta: (delta) => text.push(delta),
    onAnswering: ({ readsImages }) => answering.push(readsImages),
  }
  return { request, text, answering }
}

test('a request that is not to be masked is sent as it is, and so is any that stays in this process', async () => {
  const { request } = newRequest()
  for (const [host, ofRequest] of [[model.host, masking(null)] as const, [null, masking()] as const]) {
    const { client, received } = recordingClient([])
    await completeMasked(client, { ...model, host }, request, ofRequest)
    expect(received[0]).toBe(request)
  }
})

test('a masked request has the instruction once, in its system message or in one of its own, and its answer has the values', async () => {
  const { client, received } = recordingClient(['Pour ', '[X_1]', '…'])
  const { request, text } = newRequest([
    { role: 'system', content: 'Aidez Anne.' },
    { role: 'user', content: 'Anne ?' },
  ])
  await completeMasked(client, model, request, masking())
  expect(received[0]!.messages).toEqual([
    { role: 'system', content: expect.stringMatching(/^Aidez \[X_1\]\.\n\nDans cet échange, des données personnelles/) },
    { role: 'user', content: '[X_1] ?' },
  ])
  expect(text.join('')).toBe('Pour Anne fin')
  await completeMasked(client, model, newRequest().request, masking())
  expect(received[1]!.messages.map(({ role }) => role)).toEqual(['system', 'user'])
  await completeMasked(client, model, newRequest([{ role: 'user', content: 'Bonjour' }]).request, masking())
  expect(received[2]!.messages).toEqual([{ role: 'user', content: 'Bonjour' }])
})

test('images are not sent, and the answer says so', async () => {
  const { client, received } = recordingClient(['Je ne vois pas.'])
  const { request, answering } = newRequest([{ role: 'user', content: 'Que voyez-vous ?', images: [{ media_type: 'image/png', data: 'AAAA' }] }])
  await completeMasked(client, model, request, masking())
  expect(received[0]!.messages[0]).not.toHaveProperty('images')
  expect(answering).toEqual([false])
})

test.each([
  ['fails', { mask: () => Promise.reject(new Error('database')), masked: () => ({}) }],
  ['gives another number of texts', masking({ texts: [] })],
])('nothing is sent when the masking %s', async (_how, failing) => {
  const { client, received } = recordingClient([])
  await expect(completeMasked(client, model, newRequest().request, failing)).rejects.toMatchObject({ code: 'llm.masking_failed' })
  expect(received).toEqual([])
})

test('what a broken answer had begun is shown to its end', async () => {
  finish.mockClear()
  const { client } = recordingClient(['Pour '], new LlmError('llm.cut', { afterFirstDelta: true }))
  const { request, text } = newRequest()
  await expect(completeMasked(client, model, request, masking())).rejects.toMatchObject({ code: 'llm.cut' })
  expect(text.join('')).toBe('Pour  fin')
  expect(finish).toHaveBeenCalledOnce()
})

test('the types refuse a call without masking', () => {
  const { client } = recordingClient([])
  const { request } = newRequest()
  // @ts-expect-error a request that did not cross the masking
  const call = () => client.complete(request)
  expect(call).toBeTypeOf('function')
})
