import type { ModelLevel, ModelReason, Source, TestCaseContent } from '@parvis/contract'
import type { Context } from '../../../context.ts'
import type { Llm, LlmError } from '../../../platform/llm/port.ts'
import type { AssistantMasking } from '../../../masking/types.ts'
import type { PreparedPrompt } from '../../../replies/run.ts'
import { maxReplyLength } from '../../../replies/text-receiver.ts'
import { addTokenUsage, completeWithUsage, noModel, noTokenUsage, type TokenUsage } from '../../../replies/usage.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { FindGrounding } from '../../chat/grounding.ts'
import { preparePrompt } from '../../chat/prepare-prompt.ts'
import { enrichedSystemPrompt } from '../../chat/prompt.ts'
import { maxLevel } from '../../chat/request-level.ts'

/** Question of a case to one version of an assistant, with the rights of the person who runs the tests. */
type CaseRequest = {
  person_id: string
  content: TestCaseContent
  /** Instructions of the assistant. */
  prompt_content: string
  document_category_ids: readonly string[]
  assistant_files: readonly string[]
  min_level: ModelLevel
  model_id: string
  assistant_masking: AssistantMasking
}

export type ObtainedAnswer = {
  text: string
  sources: Source[]
  model: string
  level: ModelLevel | null
  model_reason: ModelReason | null
  usage: TokenUsage
  /** Model that answers at the level of this prompt, for the judge. */
  llm: Llm
}

/** Failure of an answer, with the tokens used until then. */
export class AskError extends Error {
  readonly usage: TokenUsage
  constructor(cause: unknown, usage: TokenUsage) {
    super('the answer was not obtained', { cause })
    this.usage = usage
  }
}

/**
 * Asks a case as a person who writes to the assistant would: same prompt, same search, same levels. Nothing is saved.
 * @throws {AskError} with the error of the prompt or of the model as its cause; `llm.unreachable` when another model answered because the expected one is down
 */
export async function askCase(context: Context, ground: FindGrounding, request: CaseRequest, signal: AbortSignal): Promise<ObtainedAnswer> {
  let usage = noTokenUsage
  const ask = async (prompt: PreparedPrompt) => completePrompt(prompt, signal, (used) => (usage = addTokenUsage(usage, used)))
  try {
    const prompt = await prepare(context, ground, request, signal)
    try {
      return { ...(await ask(prompt)), usage }
    } catch (error) {
      // As for a reply: a prompt that the model finds too long is composed again, shorter, once.
      const { code, afterFirstDelta } = error as Partial<LlmError>
      if (prompt.shorterWindow === undefined || code !== 'llm.too_long' || afterFirstDelta) throw error
      return { ...(await ask(await prepare(context, ground, request, signal, prompt.shorterWindow()))), usage }
    }
  } catch (error) {
    throw new AskError(error, usage)
  }
}

function prepare(context: Context, ground: FindGrounding, request: CaseRequest, signal: AbortSignal, shorterWindow?: number): Promise<PreparedPrompt> {
  const { content, person_id, model_id } = request
  const profile = content.profile && { first_name: '', last_name: '', ...content.profile }
  const parts = {
    owner_id: person_id,
    conversation_id: null,
    // The text of a case may come from anybody who changes the assistant.
    instructions: enrichedSystemPrompt(request.prompt_content, profile, content.project && { ...content.project, is_own: false }),
    turns: [...content.history, { role: 'user' as const, content: content.question }],
    purpose: 'chat' as const,
    library: null,
    assistant_categories: request.document_category_ids,
    assistant_files: request.assistant_files,
    files: [],
    project_files: [],
    profile,
    prefix: '',
    previousSources: [],
    as_of: null,
    requestedDay: content.as_of,
    usual_level: maxLevel(request.min_level, content.min_level),
    history_level: 1 as const,
    preferred_model: model_id,
    masking: { conversation_id: null, mode: context.masking.modeOf(request.assistant_masking) },
  }
  return preparePrompt(context, parts, ground, signal, shorterWindow)
}

async function completePrompt(prompt: PreparedPrompt, signal: AbortSignal, onUsage: (used: TokenUsage) => void): Promise<Omit<ObtainedAnswer, 'usage'>> {
  const { messages, purpose, llm } = prompt
  if (prompt.answer !== undefined) return { text: prompt.answer, sources: prompt.sources ?? [], model: noModel, level: null, model_reason: null, llm }
  let text = ''
  const onDelta = (delta: string) => {
    text += delta
    if (text.length > maxReplyLength) throw new AppError('llm.truncated')
  }
  const result = await completeWithUsage(llm, { messages, purpose, signal, onDelta }, onUsage)
  if (result.reason === 'unavailable') throw new AppError('llm.unreachable')
  if (result.finish !== 'stop') throw new AppError(result.finish === 'filtered' ? 'llm.filtered' : 'llm.truncated')
  const stored = text.replaceAll('\0', '').toWellFormed()
  const sources = prompt.findSources?.(stored) ?? prompt.sources ?? []
  return { text: stored, sources, model: result.model, level: result.level ?? null, model_reason: result.reason ?? null, llm }
}
