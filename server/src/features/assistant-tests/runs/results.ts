import {
  errorSentence,
  isErrorCode,
  type RouteAnswer,
  type routes,
  type TestAnswer,
  type TestCaseResult,
  type TestOutcome,
  type TestRunSummary,
} from '@parvis/contract'
import { sql, type Selectable } from 'kysely'
import { notFound } from '../../../platform/errors/app-error.ts'
import type { AssistantTestAnswerTable } from '../../../platform/db/schema/assistant-tests.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import type { Caller } from '../../../context.ts'
import { personName } from '../../teams/queries.ts'
import { caseOutcomes } from '../../assistants/tests/outcomes.ts'
import { readTestedAssistant } from '../cases.ts'

/** Order of the results of a run, the most urgent last. */
const urgencies: Record<TestOutcome, number> = { passed: 0, pending: 1, error: 2, unstable: 3, failed: 4 }

/** Columns of `assistant_test_run r` that a summary shows. */
const selectRuns = (db: Db) =>
  db
    .selectFrom('assistant_test_run as r')
    .leftJoin('app_user as u', 'u.id', 'r.person_id')
    .select([
      'r.id',
      'r.assistant_id',
      'r.person_id',
      'r.status',
      'r.version',
      'r.compared_version',
      'r.model_ids',
      'r.repeats',
      'r.created_at',
      'r.finished_at',
    ])
    .select(sql<string | null>`${personName}`.as('person'))

type RunRow = Awaited<ReturnType<ReturnType<typeof selectRuns>['executeTakeFirstOrThrow']>>

/** Lists the last runs of an assistant, latest first. @throws {AppError} `request.not_found` */
export async function listRuns(db: Db, caller: Caller, assistant_id: string): Promise<TestRunSummary[]> {
  await readTestedAssistant(db, caller, assistant_id)
  const rows = await selectRuns(db).where('r.assistant_id', '=', assistant_id).orderBy('r.created_at', 'desc').orderBy('r.id').execute()
  return summarise(db, caller, rows)
}

/** Reads the summary of a run that the caller has just started or resumed. */
export async function readSummary(db: Db, caller: Caller, id: string): Promise<TestRunSummary> {
  return (await summarise(db, caller, await selectRuns(db).where('r.id', '=', id).execute()))[0]!
}

async function summarise(db: Db, caller: Caller, runs: readonly RunRow[]): Promise<TestRunSummary[]> {
  if (runs.length === 0) return []
  const ids = runs.map(({ id }) => id)
  const answers = await db
    .selectFrom('assistant_test_answer')
    .where('run_id', 'in', ids)
    .select(['run_id', 'is_compared', 'case_id', 'model_id', 'outcome', 'prompt_tokens', 'completion_tokens'])
    .execute()
  const byRun = Map.groupBy(answers, ({ run_id }) => run_id)
  return runs.map(({ assistant_id: _, person_id, ...run }) => {
    const own = byRun.get(run.id) ?? []
    const outcomes = caseOutcomes(own)
    const count = (...wanted: TestOutcome[]) => outcomes.filter(({ outcome }) => wanted.includes(outcome)).length
    return {
      ...run,
      is_own: person_id === caller.id,
      total: own.length,
      done: own.filter(({ outcome }) => outcome !== 'pending').length,
      passed: count('passed'),
      failed: count('failed', 'unstable'),
      errors: count('error'),
      regressions: outcomes.filter(({ is_regression }) => is_regression).length,
      prompt_tokens: own.reduce((sum, answer) => sum + Number(answer.prompt_tokens), 0),
      completion_tokens: own.reduce((sum, answer) => sum + Number(answer.completion_tokens), 0),
    }
  })
}

const answerColumns = [
  'id',
  'run_id',
  'is_compared',
  'case_id',
  'model_id',
  'repeat',
  'outcome',
  'checks',
  'judgement',
  'model',
  'level',
  'model_reason',
  'error_code',
  'is_reused',
] as const
type AnswerRow = Pick<Selectable<AssistantTestAnswerTable>, (typeof answerColumns)[number]>

const toAnswer = ({ id, repeat, outcome, checks, judgement, model, level, model_reason, error_code, is_reused }: AnswerRow): TestAnswer => ({
  id,
  repeat,
  outcome,
  checks,
  judgement,
  model,
  level,
  model_reason,
  error: error_code === null ? null : errorSentence(isErrorCode(error_code) ? error_code : 'server.unexpected'),
  is_reused,
})

/**
 * Reads a run with its results: regressions first, then what fails, then the rest in the order of the cases. What the checks found, and the reasons of the
 * judge, quote the answers: only the person who ran the test reads them, since their documents may not be open to the others.
 * @throws {AppError} `request.not_found`
 */
export async function readRun(db: Db, caller: Caller, id: string): Promise<RouteAnswer<typeof routes.assistantTestRuns.get>> {
  const row = await selectRuns(db).where('r.id', '=', id).select('r.cases').executeTakeFirstOrThrow(notFound)
  const { id: assistant_id, name } = await readTestedAssistant(db, caller, row.assistant_id)
  const { cases, ...run } = row
  const [summary] = await summarise(db, caller, [run])
  const answers = await db.selectFrom('assistant_test_answer').where('run_id', '=', id).select(answerColumns).orderBy('position').execute()
  const isOwn = run.person_id === caller.id
  const questions = new Map(cases.map((one) => [one.id, one.content.question]))
  const byCase = Map.groupBy(answers, ({ case_id, model_id }) => `${case_id} ${model_id}`)
  const results = caseOutcomes(answers).map((outcome): TestCaseResult => {
    const own = byCase.get(`${outcome.case_id} ${outcome.model_id}`)!.map((answer) => ({ is_compared: answer.is_compared, ...shownAnswer(answer, isOwn) }))
    const of = (wanted: boolean) => own.filter(({ is_compared }) => is_compared === wanted).map(({ is_compared: _, ...answer }) => answer)
    return { ...outcome, question: questions.get(outcome.case_id) ?? '', answers: of(false), compared_answers: of(true) }
  })
  const urgency = (one: TestCaseResult) => (one.is_regression ? 10 : urgencies[one.outcome])
  return { ...summary!, assistant: { id: assistant_id, name }, results: results.toSorted((one, other) => urgency(other) - urgency(one)) }
}

function shownAnswer(row: AnswerRow, isOwn: boolean): TestAnswer {
  const answer = toAnswer(row)
  if (isOwn) return answer
  const judgement = answer.judgement && { ...answer.judgement, reason: '' }
  return { ...answer, checks: answer.checks.map((check) => ({ ...check, found: '' })), judgement }
}

/** Reads an answer of a run of the caller, with its case as it was then. @throws {AppError} `request.not_found`, also for another person's run */
export async function readAnswer(db: Db, caller: Caller, id: string): Promise<RouteAnswer<typeof routes.assistantTestRuns.answer>> {
  const row = await db
    .selectFrom('assistant_test_answer as a')
    .innerJoin('assistant_test_run as r', 'r.id', 'a.run_id')
    .where('a.id', '=', id)
    .where('r.person_id', '=', caller.id)
    .selectAll('a')
    .select(['r.assistant_id', 'r.cases'])
    .executeTakeFirstOrThrow(notFound)
  await readTestedAssistant(db, caller, row.assistant_id)
  const content = row.cases.find((one) => one.id === row.case_id)!.content
  return { ...toAnswer(row), model_id: row.model_id, answer: row.answer, sources: row.sources, content }
}
