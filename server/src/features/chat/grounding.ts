import type { Profile, Source } from '@parvis/contract'
import type { LlmMessage } from '../../adapters/llm/port.ts'

/** What a reply about to be grounded in documents knows of its conversation. */
export type GroundRequest = {
  /** What was said, oldest first; the last turn of the person is the question. */
  turns: readonly LlmMessage[]
  signal: AbortSignal
  /** The document category of the kept conversation. */
  library: string | null
  /** What the person told of their work; null where nothing is known. */
  profile: Profile | null
  /** Tokens (estimated) that documents may take in the prompt. */
  room: number
}

/** What grounds a reply in documents: passages for the model, fenced, and the sources shown to the person. `answer` replaces the model. */
export type Grounding = { context: string; sources: Source[]; answer?: string }

/** Null leaves the reply ungrounded. */
export type Ground = (request: GroundRequest) => Promise<Grounding | null>
