import { testLimits, type RouteBody, type routes, type TestRunBudget } from '@parvis/contract'
import { estimateTokens } from '@parvis/french-search'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import type { RunCase } from '../../../platform/db/schema/assistant-tests.ts'
import type { Caller, Context } from '../../../context.ts'
import { isSameText, type TestedText } from '../../assistants/tests/outcomes.ts'
import { listCases, readTestedAssistant, type TestedAssistant } from '../cases.ts'

export type RunOptions = RouteBody<typeof routes.assistantTestRuns.start>

/** An answer to obtain. `reused_id`: that of an earlier run, to copy instead. */
type PlannedAnswer = { is_compared: boolean; case_id: string; model_id: string; repeat: number; reused_id: string | null }

export type RunPlan = {
  assistant: TestedAssistant
  cases: RunCase[]
  tested: TestedText
  compared: TestedText | null
  answers: PlannedAnswer[]
}

/** Maximum age of the answers of an earlier run that are copied, in milliseconds: the documents may have changed. */
const maxReuseMs = 24 * 3_600_000
/** Tokens of an answer and of the passages of a prompt, when no earlier run tells. */
const usualAnswerTokens = 400
const usualPassagesTokens = 3_000

/**
 * Plans a run: which answers to obtain, which ones an earlier run of this person has.
 * @throws {AppError} `request.not_found`, `assistant_tests.no_case`, `assistant_tests.model_below_level`, `assistant_tests.too_many_calls`
 */
export async function planRun(context: Context, db: Db, caller: Caller, assistant_id: string, options: RunOptions): Promise<RunPlan> {
  const assistant = await readTestedAssistant(db, caller, assistant_id)
  const wanted = options.case_ids === null ? null : new Set(options.case_ids)
  const cases = (await listCases(db, assistant_id))
    .filter(({ id }) => wanted === null || wanted.has(id))
    .map(({ id, updated_at: _, ...content }): RunCase => ({ id, content }))
  if (cases.length === 0) throw new AppError('assistant_tests.no_case')
  const models = [...new Set(options.model_ids)]
  requireModels(context, assistant, models)
  const { tested, compared } = await readTexts(db, assistant, options)
  const reusable = compared === null ? null : await readReusable(context, db, caller.id, assistant_id, compared, cases)
  const answers = plannedAnswers(cases, models, options.repeats, reusable)
  if (countCalls(cases, answers, options.judge) > testLimits.calls) throw new AppError('assistant_tests.too_many_calls')
  return { assistant, cases, tested, compared, answers }
}

/** Checks that models are installed and of the level of an assistant. @throws {AppError} `assistant_tests.model_below_level` */
export function requireModels({ models: { list } }: Context, { min_level }: Pick<TestedAssistant, 'min_level'>, ids: readonly string[]): void {
  const isAllowed = (model_id: string) => list.some(({ id, level }) => id === model_id && level >= min_level)
  if (!ids.every(isAllowed)) throw new AppError('assistant_tests.model_below_level')
}

/** Estimates the cost of a run, from the earlier ones of this assistant when there are any. */
export async function readBudget(context: Context, caller: Caller, assistant_id: string, options: RunOptions): Promise<TestRunBudget> {
  const { db } = context
  const plan = await planRun(context, db, caller, assistant_id, options)
  const { cases, answers, tested, compared } = plan
  const missing = answers.filter(({ reused_id }) => reused_id === null)
  const { average } = await db
    .selectFrom('assistant_test_answer as a')
    .innerJoin('assistant_test_run as r', 'r.id', 'a.run_id')
    .where('r.assistant_id', '=', assistant_id)
    .where('a.is_reused', '=', false)
    .where('a.prompt_tokens', '>', 0)
    .select((query) => query.fn.avg<string | null>(query('a.prompt_tokens', '+', query.ref('a.completion_tokens'))).as('average'))
    .executeTakeFirstOrThrow()
  const textTokens = new Map(
    cases.map(({ id, content }) => [id, estimateTokens([content.question, ...content.history.map((turn) => turn.content)].join('\n'))]),
  )
  const estimateOne = ({ is_compared, case_id }: PlannedAnswer) => {
    const { prompt_content, document_category_ids } = is_compared ? compared! : tested
    const passages = document_category_ids.length > 0 ? usualPassagesTokens : 0
    return estimateTokens(prompt_content) + textTokens.get(case_id)! + passages + usualAnswerTokens
  }
  const estimated = average === null ? missing.reduce((sum, one) => sum + estimateOne(one), 0) : Number(average) * missing.length
  return {
    cases: cases.length,
    questions: missing.length,
    calls: countCalls(cases, answers, options.judge),
    reused: answers.length - missing.length,
    estimated_tokens: Math.round(estimated),
    compared_version: compared?.version ?? null,
  }
}

/** Counts the calls of a model: those of the answers, and those of the judge of the tested ones. */
function countCalls(cases: readonly RunCase[], answers: readonly PlannedAnswer[], isJudged: boolean): number {
  const judged = new Set(cases.flatMap(({ id, content }) => (content.judge === null ? [] : [id])))
  const missing = answers.filter(({ reused_id }) => reused_id === null)
  return missing.length + (isJudged ? missing.filter(({ case_id, is_compared }) => !is_compared && judged.has(case_id)).length : 0)
}

/** Plans case by case, the two versions one after the other, so that a run that is stopped has results to compare. */
function plannedAnswers(cases: readonly RunCase[], models: readonly string[], repeats: number, reusable: Reusable | null): PlannedAnswer[] {
  const rounds = Array.from({ length: repeats }, (_, at) => at + 1)
  const versions = reusable === null ? [false] : [false, true]
  return rounds.flatMap((repeat) =>
    cases.flatMap(({ id: case_id }) =>
      models.flatMap((model_id) =>
        versions.map((is_compared) => {
          const one = { is_compared, case_id, model_id, repeat }
          return { ...one, reused_id: (is_compared && reusable?.get(keyOf(one))) || null }
        }),
      ),
    ),
  )
}

/**
 * Returns the text to test and the one to compare it with. Instructions that are not saved are compared with the version in force; the version in force with the
 * previous one that had other instructions or documents.
 */
async function readTexts(db: Db, assistant: TestedAssistant, options: RunOptions): Promise<{ tested: TestedText; compared: TestedText | null }> {
  const { rows } = { rows: await db.selectFrom('assistant_document_category').where('assistant_id', '=', assistant.id).select('category_id').execute() }
  const versions = await db
    .selectFrom('assistant_version')
    .where('assistant_id', '=', assistant.id)
    .select(['number', 'prompt_content', 'document_category_ids'])
    .orderBy('number', 'desc')
    .execute()
  const inForce: TestedText = {
    // An assistant of the installation has no version until its first change.
    version: versions[0]?.number ?? 1,
    prompt_content: assistant.prompt_content,
    document_category_ids: rows.map(({ category_id }) => category_id).toSorted(),
  }
  const tested: TestedText = {
    version: null,
    prompt_content: options.prompt_content ?? inForce.prompt_content,
    document_category_ids: options.document_category_ids?.toSorted() ?? inForce.document_category_ids,
  }
  if (!isSameText(tested, inForce)) return { tested, compared: options.compare ? inForce : null }
  const earlier = versions
    .map(({ number, prompt_content, document_category_ids }) => ({ version: number, prompt_content, document_category_ids: document_category_ids.toSorted() }))
    .find((version) => version.version < inForce.version! && !isSameText(version, inForce))
  return { tested: inForce, compared: (options.compare && earlier) || null }
}

/** Answers of earlier runs, by `keyOf`. */
type Reusable = ReadonlyMap<string, string>

const keyOf = ({ case_id, model_id, repeat }: Pick<PlannedAnswer, 'case_id' | 'model_id' | 'repeat'>) => `${case_id} ${repeat} ${model_id}`

/** Finds the answers that this text gave to the same cases in recent runs of the person: those of others may rest on documents that the person may not read. */
async function readReusable(context: Context, db: Db, person_id: string, assistant_id: string, text: TestedText, cases: readonly RunCase[]): Promise<Reusable> {
  const rows = await db
    .selectFrom('assistant_test_run as r')
    .innerJoin('assistant_test_answer as a', 'a.run_id', 'r.id')
    .where('r.assistant_id', '=', assistant_id)
    .where('r.person_id', '=', person_id)
    .where('r.created_at', '>', new Date(context.now().getTime() - maxReuseMs).toISOString())
    .where('a.outcome', 'in', ['passed', 'failed'])
    .where('a.is_reused', '=', false)
    .where((query) =>
      query.or([
        query.and([query('a.is_compared', '=', false), query('r.prompt_content', '=', text.prompt_content)]),
        query.and([query('a.is_compared', '=', true), query('r.compared_prompt', '=', text.prompt_content)]),
      ]),
    )
    .select(['a.id', 'a.run_id', 'a.case_id', 'a.model_id', 'a.repeat', 'a.is_compared', 'r.document_category_ids', 'r.compared_category_ids'])
    .orderBy('r.created_at')
    .execute()
  const sameCases = await readUnchangedCases(db, [...new Set(rows.map(({ run_id }) => run_id))], cases)
  return new Map(
    rows
      .filter((row) => ((row.is_compared ? row.compared_category_ids : row.document_category_ids) ?? []).join() === text.document_category_ids.join())
      .filter((row) => sameCases.has(`${row.run_id} ${row.case_id}`))
      .map((row) => [keyOf(row), row.id]),
  )
}

/** Returns the run and case ids of the cases that were the same in these runs. */
async function readUnchangedCases(db: Db, runs: readonly string[], cases: readonly RunCase[]): Promise<ReadonlySet<string>> {
  if (runs.length === 0) return new Set()
  const contents = new Map(cases.map(({ id, content }) => [id, JSON.stringify(content)]))
  const rows = await db
    .selectFrom('assistant_test_run')
    .where('id', 'in', [...runs])
    .select(['id', 'cases'])
    .execute()
  // The database gives the fields of a value in one order.
  return new Set(rows.flatMap((run) => run.cases.filter(({ id, content }) => contents.get(id) === JSON.stringify(content)).map(({ id }) => `${run.id} ${id}`)))
}
