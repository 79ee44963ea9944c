import type { Profile, Source } from '@parvis/contract'
import type { LlmMessage, LlmRequest } from '../../platform/llm/port.ts'
import type { Context } from '../../context.ts'
import type { PreparedPrompt } from '../../replies/reply-runs.ts'
import type { Ground } from './grounding.ts'
import { notices } from './notices.ts'
import { shareContext } from './share-context.ts'

type PromptParts = {
  owner_id: string
  /** Null where nothing is kept. */
  conversation_id: string | null
  /** The assistant's own prompt, enriched with what is known of the person and the project. */
  instructions: string
  /** What was said, oldest first; the last turn is the question. */
  turns: readonly LlmMessage[]
  purpose: LlmRequest['purpose']
  /** The document category of the kept conversation. */
  library: string | null
  /** Categories of documents that its assistant asks, by id. */
  assistant_categories: readonly string[]
  /** Documents of the conversation, and of its project, by id. */
  files: readonly string[]
  project_files: readonly string[]
  profile: Profile | null
  /** What an interrupted reply, now gone on with, had said, and what it rested on. */
  prefix: string
  had: readonly Source[]
}

/**
 * What the model is asked, as much as it can read: instructions, documents where `ground` finds some, history and question.
 * @param shorter the window to compose for, after the model refused a longer prompt
 */
export async function preparePrompt(
  context: Context,
  { purpose, ...asked }: PromptParts,
  ground: Ground | null,
  signal: AbortSignal,
  shorter?: number,
): Promise<PreparedPrompt> {
  // After a refusal the model may know its window better than before it.
  const window = Math.min(context.llm.contextTokens(), shorter ?? Infinity)
  const { instructions, turns } = asked
  const shared = shareContext({ window, instructions, turns, wantsDocuments: ground !== null })
  const grounding = ground === null ? null : await ground({ ...asked, signal, window, room: shared.room })
  const composed = shared.compose(grounding?.context || null)
  return {
    ...composed,
    notice: (shorter === undefined ? '' : notices.refused) + composed.notice + (grounding?.notice ?? ''),
    purpose: grounding !== null && grounding.sources.length > 0 ? 'library' : purpose,
    sources: grounding?.sources ?? [],
    ...(grounding?.kept && { kept: grounding.kept }),
    ...(grounding?.answer !== undefined && { answer: grounding.answer }),
    ...(grounding?.write && { write: grounding.write }),
  }
}
