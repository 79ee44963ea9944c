import { createModels, demonstrationModels, type Llm, type LlmClient, type LlmConfig, type Models, type RequestMasking } from '../platform/llm/index.ts'

/** Model of a test: what it answers, and what else matters to the test. `builtIn`: true by default, as the demonstration model. */
export type TestLlm = Pick<LlmClient, 'complete'> & Partial<LlmClient> & { builtIn?: boolean }

/** Creates the models of an application from the model of a test. */
export const modelsOf = ({ builtIn = true, ...llm }: TestLlm): Models => ({
  ...demonstrationModels({ host: null, contextTokens: () => 32_000, isUp: async () => true, close: async () => {}, ...llm }),
  builtIn,
})

/** Masking of tests that are not about it. */
export const nothingMasked: RequestMasking = { mask: async () => null, masked: () => ({}) }

/** Creates the models of a configuration as one, which answers whatever the level. */
export function createLlm(config: LlmConfig, deps?: Parameters<typeof createModels>[1]): Llm & Pick<Models, 'close' | 'builtIn'> {
  const models = createModels(config, deps)
  return { ...models.select({ level: 1, masking: nothingMasked }), builtIn: models.builtIn, close: models.close }
}
