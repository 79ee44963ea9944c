import { routes } from '@parvis/contract'
import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createLlm, nothingMasked, type TestLlm } from '../testing/test-llm.ts'
import { LlmError } from '../platform/llm/port.ts'
import { openTestApp } from '../testing/open-test-app.ts'
import type { PreparedPrompt } from './run.ts'
import { maxReplyLength } from './text-receiver.ts'

let stopped = 0
const endless: TestLlm = {
  ...createLlm({ kind: 'scripted', pace: 0 }),
  async complete({ signal, onDelta }) {
    while (!signal.aborted) {
      onDelta('encore et encore '.repeat(500))
      await setImmediate()
    }
    stopped += 1
    throw new LlmError('llm.aborted')
  },
}

const app = openTestApp({ llm: endless })

test('LLM-10 REL-29 a model that never ends is stopped, and what it said is kept as unfinished', async () => {
  const { token } = await app.createUser()
  const { id } = (await app.call(routes.conversations.findOrCreate, { token, body: {} })).body
  const answer = await app.call(routes.chat.stream, {
    token,
    headers: { accept: 'text/event-stream' },
    body: { conversation_id: id, messageHistory: [{ role: 'user', content: 'Bonjour' }] },
  })
  expect(answer.text).toContain('"status":"interrompue","finish_reason":"length"')
  expect(stopped).toBe(1)
  const { messages } = (await app.call(routes.conversations.get, { token, params: { id } })).body
  expect(messages.at(-1)).toMatchObject({ status: 'interrompue', finish_reason: 'length', error: null })
  expect(messages.at(-1)!.content).toHaveLength(maxReplyLength)
})

test('REL-29 a reading of documents that finds more than a reply holds ends as unfinished, though it ended by itself', async () => {
  const { id: owner_id } = await app.createUser()
  const prompt: PreparedPrompt = {
    messages: [],
    llm: app.context.models.select({ level: 1, masking: nothingMasked }),
    purpose: 'library',
    async write(out) {
      out.appendText('- une ligne\n'.repeat(200_000))
      return { finish: 'stop', usage: null, model: 'essai' }
    },
  }
  const reading = app.context.replies.start({ owner_id, message_id: null, conversation_id: null, prepare: async () => prompt })
  await vi.waitFor(() => expect(reading.pull(0).isEnded).toBe(true), { timeout: 10_000 })
  expect(reading.pull(0).events.at(-1)).toMatchObject({ type: 'done', status: 'interrompue', finish_reason: 'length' })
})
