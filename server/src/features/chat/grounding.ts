import type { ModelLevel, Profile, Source } from '@parvis/contract'
import type { ReplyNotice } from '../../platform/db/schema/conversations.ts'
import type { Llm } from '../../platform/llm/port.ts'
import type { Context } from '../../context.ts'
import type { ReplyWriter } from '../../replies/run.ts'
import type { PromptTurn } from './notices.ts'
import type { RequestDays } from './in-force/request-days.ts'

/** Input of the grounding of a reply in documents. */
export type GroundRequest = RequestDays & {
  owner_id: string
  /** Null when the conversation is not saved. */
  conversation_id: string | null
  /** System prompt: that of the assistant, with the person's and the project's data. */
  instructions: string
  /** Messages, oldest first. The person's last message is the question. */
  turns: readonly PromptTurn[]
  signal: AbortSignal
  /** Document category of the saved conversation. */
  library: string | null
  /** Ids of the document categories that the assistant searches. */
  assistant_categories: readonly string[]
  /** Ids of the files of the assistant that the person may search. */
  assistant_files: readonly string[]
  /** Ids of the documents of the conversation, and of its project. */
  files: readonly string[]
  project_files: readonly string[]
  /** Ids of the attached pictures, when the model reads images: one without text is no gap of the reply. */
  pictures?: readonly string[]
  /** The person's profile; null when it is not used. */
  profile: Profile | null
  /** Text of the interrupted reply to continue; empty otherwise. */
  prefix: string
  /** Sources of the interrupted reply to continue. */
  previousSources?: readonly Source[]
  /** Minimum level of the models without the documents that the grounding will add. */
  level: ModelLevel
  /** Selects the model of a reply that reads these documents. @throws {LlmError} `llm.no_model_for_level` */
  selectModel(documents: readonly string[]): Promise<Llm>
  /** Whether the question is masked for an embeddings server too. */
  isMasked?: boolean
  /** Context window of the model, prompt and answer together, in tokens. */
  contextWindow: number
  /** Estimated tokens that documents may take in the prompt. */
  tokenBudget: number
}

/**
 * Documents that ground a reply: fenced passages for the model, and the sources shown to the person. `answer` is a ready-made reply that replaces the call
 * to the model.
 */
export type Grounding = {
  context: string
  sources: Source[]
  /** Ids of documents that the reply reads or names, besides those of its sources. */
  documents?: readonly string[]
  /** Selects the sources to save with the ended reply. Default: all. */
  findSources?(reply: string): Source[]
  answer?: string
  /** Notices placed before the reply: what it could not take into account. */
  notices?: readonly ReplyNotice[]
  /** Writes the reply with several model calls, when the documents do not fit in one. */
  write?: ReplyWriter
}

/** Finds the documents that ground a reply; null when it needs none. */
export type FindGrounding = (request: GroundRequest) => Promise<Grounding | null>

/**
 * Returns the grounding function of a conversation.
 * @param library document category named by the client; null: that of the saved conversation
 */
export type ConversationGround = (context: Context, library: string | null) => FindGrounding
