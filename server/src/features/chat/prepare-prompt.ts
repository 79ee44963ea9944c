import type { Profile, Source } from '@parvis/contract'
import type { LlmRequest } from '../../platform/llm/port.ts'
import type { Context } from '../../context.ts'
import type { PreparedPrompt } from '../../replies/run.ts'
import type { FindGrounding } from './grounding.ts'
import { fixedNotices, type PromptTurn } from './notices.ts'
import { shareContext } from './share-context.ts'

type PromptParts = {
  owner_id: string
  /** Null when the conversation is not saved. */
  conversation_id: string | null
  /** System prompt: that of the assistant, with the person's and the project's data. */
  instructions: string
  /** Messages, oldest first; the last one is the question. */
  turns: readonly PromptTurn[]
  purpose: LlmRequest['purpose']
  /** Document category of the saved conversation. */
  library: string | null
  /** Ids of the document categories that the assistant searches. */
  assistant_categories: readonly string[]
  /** Ids of the files of the assistant that the person may search. */
  assistant_files: readonly string[]
  /** Ids of the documents of the conversation, and of its project. */
  files: readonly string[]
  project_files: readonly string[]
  profile: Profile | null
  /** Text and sources of the interrupted reply to continue; empty otherwise. */
  prefix: string
  previousSources: readonly Source[]
}

/**
 * Composes the prompt within the context window: instructions, documents found by `ground`, history and question.
 * @param shorterWindow context window in tokens, after the model rejected a longer prompt
 */
export async function preparePrompt(
  context: Context,
  { purpose, ...parts }: PromptParts,
  ground: FindGrounding | null,
  signal: AbortSignal,
  shorterWindow?: number,
): Promise<PreparedPrompt> {
  // After a rejection the client may know the model's window better.
  const window = Math.min(context.llm.contextTokens(), shorterWindow ?? Infinity)
  const { instructions, turns } = parts
  const shares = shareContext({ window, instructions, turns, wantsDocuments: ground !== null })
  const grounding = ground === null ? null : await ground({ ...parts, signal, contextWindow: window, tokenBudget: shares.tokenBudget })
  const composed = shares.compose(grounding?.context || null)
  return {
    ...composed,
    notices: [...(shorterWindow === undefined ? [] : [fixedNotices.refused]), ...composed.notices, ...(grounding?.notices ?? [])],
    purpose: grounding !== null && grounding.sources.length > 0 ? 'library' : purpose,
    sources: grounding?.sources ?? [],
    ...(grounding?.kept && { kept: grounding.kept }),
    ...(grounding?.answer !== undefined && { answer: grounding.answer }),
    ...(grounding?.write && { write: grounding.write }),
  }
}
