import type { Llm, LlmMessage, LlmRequest, LlmResult } from './port.ts'

export type TestCall = { result: Promise<LlmResult>; deltas: string[]; abort(): void }

/** One completion, with what it gave so far. `text` is the user's message, or the whole history. */
export const call = (
  llm: Llm,
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
