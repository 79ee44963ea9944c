import { routes, type ConversationMasking, type FoundData, type MaskingMode, type ModelLevel } from '@parvis/contract'
import { sql } from 'kysely'
import type { Caller, Context } from '../../context.ts'
import { noChoice, writeChoice, type MaskingChoice } from '../../masking/conversation-texts.ts'
import type { AssistantMasking } from '../../masking/types.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { readAssistant } from '../assistants/queries.ts'
import { promptFactsSql, type PromptFacts } from '../chat/prompt-facts.ts'
import { maxLevel } from '../chat/request-level.ts'

/** Requirements of a request on its model, as far as they are known before it. */
type ExpectedRequest = { assistant_masking: AssistantMasking | null; level: ModelLevel; usual_level: ModelLevel; preferred_model: string | null }

/**
 * Returns the mode of a request: that of its assistant, or of the settings. It is `masquer` whatever they say when the level of the expected model asks for
 * it, and `non` when nothing leaves this process.
 */
function expectedMode({ models, masking }: Context, request: ExpectedRequest): { mode: MaskingMode; is_forced: boolean } {
  const { level, usual_level: usualLevel, preferred_model: preferredId } = request
  const eligible = models.list.some((model) => model.level >= level) ? level : 3
  if (!models.list.some((model) => model.level >= eligible)) return { mode: masking.modeOf(request.assistant_masking), is_forced: false }
  const expected = models.expect({ level: eligible, usualLevel, preferredId })
  const model = models.list.find(({ id }) => id === expected.model)!
  if (model.host === null) return { mode: 'non', is_forced: false }
  return masking.isForced(model.level) ? { mode: 'masquer', is_forced: true } : { mode: masking.modeOf(request.assistant_masking), is_forced: false }
}

/** Reads what the next question of a conversation needs. @throws {AppError} `request.not_found` */
async function readExpectedRequest(
  { db }: Context,
  conversation_id: string,
  owner_id: string,
): Promise<ExpectedRequest & { masking_choice: MaskingChoice | null }> {
  const own = sql`(select * from conversation where id = ${conversation_id} and owner_id = ${owner_id})`
  const { rows } = await promptFactsSql(own).execute(db)
  const facts: PromptFacts | undefined = rows[0]
  if (facts === undefined) throw notFound()
  return { ...facts, level: maxLevel(facts.usual_level, facts.history_level) }
}

/**
 * Describes the masking of a conversation to its owner. The values are computed, never stored.
 * @throws {AppError} `request.not_found`
 */
async function describeMasking(context: Context, conversation_id: string, owner_id: string): Promise<ConversationMasking> {
  const request = await readExpectedRequest(context, conversation_id, owner_id)
  const { mode, is_forced } = expectedMode(context, request)
  const { keep, add } = request.masking_choice ?? noChoice
  const isAnyMasked = mode === 'masquer' || add.length > 0
  return { mode, is_forced, keep: [...keep], add: [...add], values: isAnyMasked ? await context.masking.values(conversation_id, mode) : [] }
}

/** Changes what a conversation masks or leaves as it is, for its next questions. @throws {AppError} `request.not_found` */
async function changeMasking(
  context: Context,
  conversation_id: string,
  owner_id: string,
  choice: { keep?: string[] | undefined; add?: string[] | undefined },
): Promise<ConversationMasking> {
  await readExpectedRequest(context, conversation_id, owner_id)
  await writeChoice(context.db, conversation_id, { keep: choice.keep && [...new Set(choice.keep)], add: choice.add && [...new Set(choice.add)] })
  return describeMasking(context, conversation_id, owner_id)
}

type PreviewRequest = {
  text: string
  conversation_id?: string | null | undefined
  assistant_id?: string | null | undefined
  model_id?: string | null | undefined
  min_level?: ModelLevel | undefined
}

/**
 * Returns what a model would see of a text that is not sent yet.
 * @throws {AppError} `request.not_found` for another person’s conversation, or an assistant that the person may not use
 */
async function previewMasking(
  context: Context,
  caller: Caller,
  { text, conversation_id = null, assistant_id, model_id = null, min_level = 1 }: PreviewRequest,
): Promise<{ mode: MaskingMode; is_forced: boolean; found: FoundData[] }> {
  const assistant = assistant_id ? await readAssistant(context.db, assistant_id, caller) : null
  const level = maxLevel(min_level, assistant?.min_level ?? 1)
  const expected =
    conversation_id === null
      ? {
          assistant_masking: assistant && { masking: assistant.masking, is_personal: assistant.owner_name !== undefined },
          level,
          usual_level: level,
          preferred_model: assistant === null || assistant.model_choice ? (model_id ?? assistant?.model_id ?? null) : assistant.model_id,
        }
      : await readExpectedRequest(context, conversation_id, caller.id)
  const { mode, is_forced } = expectedMode(context, expected)
  const spans = mode === 'non' ? [] : await context.masking.find(text, conversation_id)
  return { mode, is_forced, found: spans.map(({ kind, start, end }) => ({ kind, start, end, value: text.slice(start, end) })) }
}

const { masking } = routes

export const maskingHandlers: RouteHandler[] = [
  handle(masking.get, ({ context, caller, params }) => describeMasking(context, params.id, caller.id)),

  handle(masking.update, ({ context, caller, params, body }) => changeMasking(context, params.id, caller.id, body)),

  handle(masking.preview, ({ context, caller, body }) => previewMasking(context, caller, body)),
]
