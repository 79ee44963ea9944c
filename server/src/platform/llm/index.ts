import { createModelSet, type Model, type Models } from './models.ts'
import { createReadTick, type ReadTick } from './openai/late-reading.ts'
import { createOpenAiLlm } from './openai/openai-llm.ts'
import { systemClock, type LlmClient, type LlmClock } from './port.ts'
import type { ScriptedExample } from './scripted/scripted-examples.ts'
import { createScriptedLlm, DEMONSTRATION_MODEL } from './scripted/scripted-llm.ts'
import { DEFAULT_LEVEL_NAMES, DEFAULT_TIMEOUTS, type LlmConfig, type LlmServer } from './servers.ts'

export type { Llm, LlmClient, LlmClock, LlmErrorCode, LlmMessage, LlmRequest, LlmResult, LlmTimeouts } from './port.ts'
export { LlmError, systemClock } from './port.ts'
export type { RequestMasking } from './masking.ts'
export type { CompletionNeed, Model, ModelNeed, Models } from './models.ts'
export type { LlmConfig, LlmServer } from './servers.ts'
export { completionsUrl, DEFAULT_CONTEXT_TOKENS, DEFAULT_TIMEOUTS } from './servers.ts'

/** Creates the configured models, or the built-in demonstration model, which uses `examples` where they apply. */
export const createModels = (config: LlmConfig, deps: { clock?: LlmClock; tick?: ReadTick; examples?: readonly ScriptedExample[] } = {}): Models => {
  const clock = deps.clock ?? systemClock
  const levelNames = config.levelNames ?? DEFAULT_LEVEL_NAMES
  if (config.kind === 'scripted') {
    const timeouts = config.timeouts ?? DEFAULT_TIMEOUTS
    return demonstrationModels(createScriptedLlm({ pace: config.pace, timeouts, clock, ...(deps.examples && { examples: deps.examples }) }), clock, levelNames)
  }
  if (config.servers.length === 0) throw new Error('createModels: an openai configuration needs at least one server')
  const tick = deps.tick ?? createReadTick()
  const models = describeServers(config.servers).map((model, at) => ({ model, client: createOpenAiLlm(config.servers[at]!, config.timeouts, clock, tick) }))
  return createModelSet(models, { clock, levelNames, builtIn: false })
}

/** Creates the set of the demonstration model alone. It has the highest level: nothing leaves the process. */
export const demonstrationModels = (client: LlmClient, clock = systemClock, levelNames: readonly string[] = DEFAULT_LEVEL_NAMES): Models => {
  const model: Model = { id: DEMONSTRATION_MODEL, label: 'Modèle de démonstration', level: 3, images: false, host: null }
  return createModelSet([{ model, client }], { clock, levelNames, builtIn: true })
}

/** Returns the models of the configured servers. An id that several servers would share is completed by a number. */
const describeServers = (servers: readonly LlmServer[]): Model[] => {
  const ids = new Set<string>()
  return servers.map(({ id, label, model, level = 1, images = false, base_url, facts }) => {
    const wanted = id ?? model
    let unique = wanted
    for (let n = 2; ids.has(unique); n += 1) unique = `${wanted}-${n}`
    ids.add(unique)
    return { id: unique, label: label ?? model, level, images, host: new URL(base_url.trim()).host, name: model, ...(facts && { facts }) }
  })
}
