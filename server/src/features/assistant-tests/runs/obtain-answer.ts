import { isErrorCode, type ErrorCode, type ModelLevel, type TestCaseContent, type TestCheck } from '@parvis/contract'
import { sql } from 'kysely'
import type { AssistantMasking } from '../../../masking/types.ts'
import type { Context } from '../../../context.ts'
import type { Judgement } from '../../../platform/db/schema/assistant-tests.ts'
import { inTransaction } from '../../../platform/db/retry-transaction.ts'
import { toAppError } from '../../../platform/errors/to-app-error.ts'
import { dayInParis } from '../../../platform/paris.ts'
import { addTokenUsage, addUsageSql, noModel, noTokenUsage, type TokenUsage } from '../../../replies/usage.ts'
import type { FindGrounding } from '../../chat/grounding.ts'
import { checkAnswer } from '../checks/check-answer.ts'
import type { PatternThread } from '../checks/pattern-thread.ts'
import { askCase, AskError, type ObtainedAnswer } from './ask.ts'
import { judgeAnswer } from './judge.ts'

/** A run that goes on, with what each of its answers needs. */
export type RunningTest = {
  id: string
  person_id: string
  assistant_id: string
  assistant_name: string
  min_level: ModelLevel
  assistant_masking: AssistantMasking
  prompt_content: string
  document_category_ids: string[]
  compared_prompt: string | null
  compared_category_ids: string[] | null
  judge: boolean
  /** Contents of the cases, by id. */
  cases: ReadonlyMap<string, TestCaseContent>
  assistant_files: readonly string[]
  ground: FindGrounding
  patterns: PatternThread
}

type AnswerToObtain = { id: string; is_compared: boolean; case_id: string; model_id: string }

/**
 * Obtains one answer of a run, checks it and writes it, with its tokens in the ledger.
 * @returns its outcome
 * @throws when the call was aborted: nothing is written but the tokens, and the answer stays to be obtained
 */
export async function obtainAnswer(context: Context, test: RunningTest, wanted: AnswerToObtain, signal: AbortSignal): Promise<'passed' | 'failed' | 'error'> {
  const content = test.cases.get(wanted.case_id)!
  const text = wanted.is_compared
    ? { prompt_content: test.compared_prompt!, document_category_ids: test.compared_category_ids! }
    : { prompt_content: test.prompt_content, document_category_ids: test.document_category_ids }
  const request = {
    ...text,
    content,
    person_id: test.person_id,
    assistant_files: test.assistant_files,
    min_level: test.min_level,
    assistant_masking: test.assistant_masking,
    model_id: wanted.model_id,
  }
  let answer: ObtainedAnswer
  try {
    answer = await askCase(context, test.ground, request, signal)
  } catch (error) {
    const usage = error instanceof AskError ? error.usage : noTokenUsage
    if (signal.aborted) {
      await addUsage(context, test, wanted.model_id, usage)
      throw error
    }
    const cause = error instanceof AskError ? error.cause : error
    const error_code = codeOf(cause)
    if (error_code === 'server.unexpected') context.log.error({ err: cause instanceof Error ? cause.name : 'unknown', run: test.id }, 'test answer failed')
    await writeAnswer(context, test, wanted, { outcome: 'error', error_code }, usage)
    return 'error'
  }
  const checks = await checkAnswer(answer, content.expectations, test.patterns)
  const { judgement, usage } = await judge(test, wanted, answer, signal)
  const outcome = checks.every(({ is_met }) => is_met) ? 'passed' : 'failed'
  await writeAnswer(context, test, wanted, { outcome, error_code: null, answer, checks, judgement }, addTokenUsage(answer.usage, usage))
  return outcome
}

/** Has the criterion of a case judged by the model that answered. A judge that fails gives no verdict: it never decides of the outcome. */
async function judge(test: RunningTest, { case_id, is_compared }: AnswerToObtain, { text, llm }: ObtainedAnswer, signal: AbortSignal) {
  const { judge: criterion, question } = test.cases.get(case_id)!
  let usage = noTokenUsage
  if (!test.judge || criterion === null || is_compared) return { judgement: null, usage }
  try {
    const judgement = await judgeAnswer(llm, { question, criterion, answer: text }, signal, (used) => (usage = used))
    return { judgement, usage }
  } catch {
    return { judgement: { is_met: null, reason: '' }, usage }
  }
}

const codeOf = (error: unknown): ErrorCode => {
  const code = (error as { code?: unknown } | null)?.code
  return isErrorCode(code) ? code : toAppError(error).code
}

type WrittenAnswer = {
  outcome: 'passed' | 'failed' | 'error'
  error_code: ErrorCode | null
  answer?: ObtainedAnswer
  checks?: readonly TestCheck[]
  judgement?: Judgement | null
}

/** Writes an answer once, and its tokens. The person is locked first, then the answer, then the ledger: the order of an account's deletion. */
function writeAnswer(context: Context, test: RunningTest, { id, model_id }: AnswerToObtain, written: WrittenAnswer, usage: TokenUsage): Promise<void> {
  const { outcome, error_code, answer, checks = [], judgement = null } = written
  return inTransaction(context.db, async (trx) => {
    const person = await trx.selectFrom('app_user').where('id', '=', test.person_id).select('id').forKeyShare().executeTakeFirst()
    if (person === undefined) return
    const row = await trx
      .updateTable('assistant_test_answer')
      .set({
        outcome,
        error_code,
        checks: JSON.stringify(checks),
        judgement: judgement === null ? null : JSON.stringify(judgement),
        prompt_tokens: usage.prompt_tokens,
        completion_tokens: usage.completion_tokens,
        ...(answer !== undefined && {
          answer: answer.text,
          sources: JSON.stringify(answer.sources),
          model: answer.model,
          level: answer.level,
          model_reason: answer.model_reason,
        }),
      })
      .where('id', '=', id)
      .where('outcome', '=', 'pending')
      .returning('id')
      .executeTakeFirst()
    if (row !== undefined) await addUsage({ ...context, db: trx }, test, answer?.model ?? model_id, usage)
  })
}

/** Adds tokens to the ledger of the person who runs the test, outside their limits. */
async function addUsage(context: Context, { person_id, assistant_id, assistant_name }: RunningTest, model: string, usage: TokenUsage): Promise<void> {
  if (model === noModel || usage.prompt_tokens + usage.completion_tokens === 0) return
  const row = sql`select ${dayInParis(context.now())}::date, ${person_id}::uuid, null::uuid, null::text, ${assistant_id}::uuid, ${assistant_name}::text,
    ${model}::text, ${usage.prompt_tokens}::bigint, ${usage.completion_tokens}::bigint, ${usage.estimated_tokens}::bigint, 1,
    ${usage.estimated_tokens > 0 ? 1 : 0}::integer, ${usage.model_ms}::bigint, 1`
  await sql`${addUsageSql(row, 'test')}`.execute(context.db)
}
