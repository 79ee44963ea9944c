import type { Profile, Source } from '@parvis/contract'
import type { LlmMessage } from '../../platform/llm/port.ts'
import type { Context } from '../../context.ts'
import type { ReplyWriter } from '../../replies/reply-output.ts'

/** What a reply about to be grounded in documents knows of its conversation. */
export type GroundRequest = {
  owner_id: string
  /** Null where nothing is kept. */
  conversation_id: string | null
  /** The assistant's own prompt, enriched with what is known of the person and the project. */
  instructions: string
  /** What was said, oldest first; the last turn of the person is the question. */
  turns: readonly LlmMessage[]
  signal: AbortSignal
  /** The document category of the kept conversation. */
  library: string | null
  /** Categories of documents that its assistant asks, by id. */
  assistant_categories: readonly string[]
  /** Documents of the conversation, and of its project, by id. */
  files: readonly string[]
  project_files: readonly string[]
  /** What the person told of their work; null where nothing is known. */
  profile: Profile | null
  /** What an interrupted reply, now gone on with, had said. */
  prefix: string
  /** What that one rested on; nothing for any other reply. */
  had?: readonly Source[]
  /** What the model reads at once, prompt and answer together, in tokens. */
  window: number
  /** Tokens (estimated) that documents may take in the prompt. */
  room: number
}

/** What grounds a reply in documents: passages for the model, fenced, and the sources shown to the person. `answer` replaces the model. */
export type Grounding = {
  context: string
  sources: Source[]
  /** Which of the sources an ended reply keeps; all of them without it. */
  kept?(reply: string): Source[]
  answer?: string
  /** What the reply begins with: what it could not take into account. */
  notice?: string
  /** Writes the reply by calls of its own, where one call of the model cannot read what there is to read. */
  write?: ReplyWriter
}

/** Null leaves the reply ungrounded. */
export type Ground = (request: GroundRequest) => Promise<Grounding | null>

/**
 * What grounds the answers of a conversation.
 * @param library the category that the client names; else that of the kept conversation counts
 */
export type ConversationGround = (context: Context, library: string | null) => Ground
