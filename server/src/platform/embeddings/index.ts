import type { Config } from '../config/config.ts'
import { createOpenAiEmbeddings } from './openai-embeddings.ts'
import { maskedEmbeddings, type Embeddings, type MaskForVectors } from './port.ts'

/** Creates the client of the configured embeddings server; null with the built-in embeddings, which make no network call. */
export const createEmbeddings = (config: Config['embeddings'], mask: MaskForVectors): Embeddings | null =>
  config.kind === 'builtin' ? null : maskedEmbeddings(createOpenAiEmbeddings(config), mask)
