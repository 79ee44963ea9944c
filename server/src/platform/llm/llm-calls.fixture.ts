import { afterAll, beforeAll, expect } from 'vitest'
import { startFaultModelServer, type FaultModelServer } from '../../testing/fakes/fault-model-server.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createLlm } from '../../testing/test-llm.ts'
import { DEFAULT_TIMEOUTS } from './index.ts'
import type { ReadTick } from './openai/late-reading.ts'
import { LlmError, type Llm, type LlmMessage, type LlmRequest, type LlmResult } from './port.ts'

type TestCall = { result: Promise<LlmResult>; deltas: string[]; abort(): void }

/** A model server for the tests of a file, there from the first hook on and closed after the last test. */
export function openModelServer(): FaultModelServer {
  const server = {} as FaultModelServer
  beforeAll(async () => void Object.assign(server, await startFaultModelServer()))
  afterAll(() => server.close())
  return server
}

/** One completion, with what it gave so far. `text` is the user's message, or the whole history. */
export const call = (
  llm: Pick<Llm, 'complete'>,
  text: string | readonly LlmMessage[],
  options: { aborted?: boolean; purpose?: LlmRequest['purpose']; maxTokens?: number; onDelta?: (text: string) => void } = {},
): TestCall => {
  const controller = new AbortController()
  if (options.aborted) controller.abort()
  const deltas: string[] = []
  const messages: readonly LlmMessage[] =
    typeof text === 'string'
      ? [
          { role: 'system', content: 'Vous êtes un assistant IA utile.' },
          { role: 'user', content: text },
        ]
      : text
  const result = llm.complete({
    messages,
    signal: controller.signal,
    purpose: options.purpose ?? 'chat',
    maxTokens: options.maxTokens,
    onDelta: options.onDelta ?? ((delta) => deltas.push(delta)),
  })
  return { result, deltas, abort: () => controller.abort() }
}

/** Waits for a condition that the event loop will bring about. */
export const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1))
}

export const TEST_KEY = 'sk-cle-secrete'

/** The OpenAI adapter on a real socket, with a clock that stands still. */
export const connectTo = (baseUrl: string, tick?: ReadTick) => {
  const clock = createManualClock()
  const servers = [{ base_url: baseUrl, api_key: TEST_KEY, model: 'faux', images: true }]
  return { clock, llm: createLlm({ kind: 'openai', servers, timeouts: DEFAULT_TIMEOUTS }, { clock, ...(tick && { tick }) }) }
}

/** The error of a call. Neither the key nor a word of the upstream may be in what it says, causes included. */
export const failure = async (result: Promise<unknown>): Promise<LlmError> => {
  const error = await result.then(
    () => expect.fail('the completion should have failed'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(LlmError)
  const everything = `${(error as Error).message} ${String((error as Error).cause)} ${JSON.stringify(error)}`
  expect(everything).not.toMatch(/SECRET-DU-SERVEUR|sk-cle|sk-faux|model\.py/)
  return error as LlmError
}
