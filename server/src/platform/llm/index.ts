import { createFallbackLlm } from './fallback-llm.ts'
import { createOpenAiLlm } from './openai/openai-llm.ts'
import { systemClock, type Llm, type LlmClock } from './port.ts'
import type { ScriptedExample } from './scripted/scripted-examples.ts'
import { createScriptedLlm } from './scripted/scripted-llm.ts'
import { DEFAULT_TIMEOUTS, type LlmConfig } from './servers.ts'

export type { Llm, LlmClock, LlmErrorCode, LlmMessage, LlmRequest, LlmResult, LlmTimeouts } from './port.ts'
export { LlmError, systemClock } from './port.ts'
export type { LlmConfig, LlmServer } from './servers.ts'
export { completionsUrl, DEFAULT_CONTEXT_TOKENS, DEFAULT_TIMEOUTS } from './servers.ts'

/** Creates the configured model: one server, several in order, or the built-in demonstration model, which uses `examples` where they apply. */
export const createLlm = (config: LlmConfig, deps: { clock?: LlmClock; examples?: readonly ScriptedExample[] } = {}): Llm => {
  const clock = deps.clock ?? systemClock
  if (config.kind === 'scripted') {
    return createScriptedLlm({ pace: config.pace, timeouts: config.timeouts ?? DEFAULT_TIMEOUTS, clock, ...(deps.examples && { examples: deps.examples }) })
  }
  const [first, ...others] = config.servers.map((server) => createOpenAiLlm(server, config.timeouts, clock))
  if (!first) throw new Error('createLlm: an openai configuration needs at least one server')
  return others.length === 0 ? first : createFallbackLlm([first, ...others], clock)
}
