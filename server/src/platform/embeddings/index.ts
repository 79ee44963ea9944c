import type { Config } from '../config/config.ts'
import { createOpenAiEmbeddings } from './openai-embeddings.ts'
import type { Embeddings } from './port.ts'

/** The configured server of vectors; null for the built-in ones, and then no call is ever made. */
export const createEmbeddings = (config: Config['embeddings']): Embeddings | null => (config.kind === 'builtin' ? null : createOpenAiEmbeddings(config))
