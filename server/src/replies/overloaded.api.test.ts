import { routes } from '@parvis/contract'
import { expect, it } from 'vitest'
import { LlmError } from '../platform/llm/port.ts'
import { createTestDatabase } from '../testing/databases/database.ts'
import type { TestLlm } from '../testing/test-llm.ts'
import { createTestApp } from '../testing/test-app.ts'

it('an overloaded model says when to come back; the operator sees first words, tokens, ends and the queue', async () => {
  let isOverloaded = true
  const llm: TestLlm = {
    builtIn: false,
    host: null,
    contextTokens: () => 32_000,
    async complete({ onDelta }) {
      if (isOverloaded) throw new LlmError('llm.overloaded', { retryAfterMs: 41_500 })
      onDelta('Bonjour')
      return { finish: 'stop', usage: { prompt_tokens: 7, completion_tokens: 3 }, model: 'test' }
    },
    async close() {},
  }
  const database = await createTestDatabase()
  const app = await createTestApp({ database, llm })
  try {
    const { token } = await app.createUser()
    const ask = () => app.call(routes.chat.stream, { token, body: { messageHistory: [{ role: 'user', content: 'Bonjour' }] } })
    const refused = await ask()
    expect(refused.error.code).toBe('llm.overloaded')
    expect(refused.headers['retry-after']).toBe('42')
    isOverloaded = false
    expect((await ask()).status).toBe(200)
    const { text } = await app.call(routes.instance.metrics)
    expect(text).toContain('parvis_first_token_seconds_count 1')
    expect(text).toContain('parvis_tokens_total{kind="prompt"} 7')
    expect(text).toContain('parvis_tokens_total{kind="completion"} 3')
    expect(text).toMatch(/parvis_replies_ended_total\{[^}]*code="llm\.overloaded"\} 1/)
    for (const name of ['parvis_replies_running', 'parvis_jobs', 'parvis_job_seconds']) expect(text).toContain(`# TYPE ${name} `)
  } finally {
    await app.close()
    await database.close()
  }
})
