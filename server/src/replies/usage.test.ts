import { expect, test } from 'vitest'
import { completeWithUsage, imageTokens, type TokenUsage } from './usage.ts'
import { LlmError, type Llm, type LlmRequest } from '../platform/llm/port.ts'

const messages: LlmRequest['messages'] = [{ role: 'user', content: 'x'.repeat(400) }]

/** Returns the usage reported by a call that is aborted before it begins, or while it runs. */
async function usedWhenStopped(isStoppedFirst: boolean): Promise<TokenUsage[]> {
  const stop = new AbortController()
  if (isStoppedFirst) stop.abort()
  const complete: Llm['complete'] = async () => {
    stop.abort()
    throw new LlmError('llm.aborted')
  }
  const told: TokenUsage[] = []
  const request = { messages, purpose: 'chat', signal: stop.signal, onDelta: () => {} } as const
  await expect(completeWithUsage({ complete } as Llm, request, (used) => told.push(used))).rejects.toThrow(LlmError)
  return told
}

test('a call that is broken off may have been read; one that was stopped before it began used nothing', async () => {
  expect(await usedWhenStopped(false)).toEqual([{ prompt_tokens: 100, completion_tokens: 0, estimated_tokens: 100, model_ms: expect.any(Number) }])
  expect(await usedWhenStopped(true)).toEqual([])
})

test.each([
  [true, 100 + imageTokens],
  [false, 100],
])('an estimate counts the images of a model that reads them: %s', async (readsImages, prompt_tokens) => {
  const withImage: LlmRequest['messages'] = [{ ...messages[0]!, images: [{ media_type: 'image/png', data: 'A'.repeat(10_000) }] }]
  const complete: Llm['complete'] = async ({ onAnswering, onDelta }) => {
    onAnswering?.({ readsImages })
    onDelta('Oui.')
    return { finish: 'stop', usage: null, model: 'vue' }
  }
  const told: TokenUsage[] = []
  const request = { messages: withImage, purpose: 'chat', signal: new AbortController().signal, onDelta: () => {} } as const
  await completeWithUsage({ complete } as Llm, request, (used) => told.push(used))
  expect(told).toMatchObject([{ prompt_tokens, completion_tokens: 1, estimated_tokens: prompt_tokens + 1 }])
})
