import { sql } from 'kysely'
import { recordAuditEvent, type AuditedCall } from '../../../audit/audited.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import type { AssistantOwner } from '../queries.ts'
import { caseOutcomes, isSameText } from './outcomes.ts'

/** Change of an assistant that needs its tests to pass. */
type GatedChange = { prompt_content?: string | undefined; document_category_ids?: readonly string[] | undefined; is_active?: boolean | undefined }

/**
 * Makes a change of an assistant unless its tests ask for a written reason that is not given. The reason goes to the audit trail.
 * @param owner_id owner of the assistant: one of another owner is left to `work` to refuse. Undefined: any
 * @throws {AppError} `assistant_tests.gate`, as `work`
 */
export async function throughGate<T extends { name: string }>(
  call: AuditedCall,
  {
    id,
    owner_id,
    reason,
    isPublished = false,
    ...change
  }: GatedChange & { id: string; owner_id: AssistantOwner | undefined; reason: string | undefined; isPublished?: boolean },
  work: () => Promise<T>,
): Promise<T> {
  const isFailed = await isGateFailed(call.context.db, id, owner_id, change, isPublished)
  if (isFailed && reason === undefined) throw new AppError('assistant_tests.gate')
  const result = await work()
  if (isFailed) await recordAuditEvent(call, { act: 'assistant.test_gate', outcome: 'done', target: { id, name: `${result.name}\u00a0: ${reason}` } })
  return result
}

/**
 * Whether a change asks for a written reason: the assistant has a gate, others use it, they would get other answers, and no run of these texts passes with the
 * cases as they are. False without a gate.
 * @param isPublished the change publishes the assistant as it is
 */
async function isGateFailed(db: Db, id: string, owner_id: AssistantOwner | undefined, change: GatedChange, isPublished: boolean): Promise<boolean> {
  const { rows } = await sql<{ prompt_content: string; min_passed: number; is_active: boolean; is_used: boolean; categories: string[] }>`
    select a.prompt_content, a.test_min_passed as min_passed, a.is_active, a.owner_id is null or exists (
        select 1 from access_grant g where g.assistant_id = a.id) as is_used,
      array(select l.category_id::text from assistant_document_category l where l.assistant_id = a.id) as categories
    from assistant a where a.id = ${id}::uuid and (${owner_id === undefined} or a.owner_id is not distinct from ${owner_id ?? null}::uuid) and a.test_min_passed is not null`.execute(
    db,
  )
  const [assistant] = rows
  if (assistant === undefined) return false
  const inForce = { prompt_content: assistant.prompt_content, document_category_ids: assistant.categories.toSorted() }
  const next = {
    prompt_content: change.prompt_content ?? inForce.prompt_content,
    document_category_ids: change.document_category_ids?.toSorted() ?? inForce.document_category_ids,
  }
  const isActive = change.is_active ?? assistant.is_active
  const isChanged = !isSameText(next, inForce) || (isActive && !assistant.is_active)
  if (!isPublished && !(assistant.is_used && isActive && isChanged)) return false
  return !isPassing(await findWholeRun(db, id, next), assistant.min_passed)
}

/** Result of a whole run. `tested`: cases by model. */
type WholeRun = { id: string; tested: number; passed: number; regressions: number; finished_at: string | null }

type GateState = { min_passed: number | null; cases: number; run: WholeRun | null; needs_reason: boolean }

/** Reads where the tests of an assistant are for its text in force, and whether its publication asks for a written reason. Checks no right. */
export async function readGateState(db: Db, id: string): Promise<GateState> {
  const { rows } = await sql<{ prompt_content: string; min_passed: number | null; categories: string[]; cases: number }>`
    select a.prompt_content, a.test_min_passed as min_passed,
      array(select l.category_id::text from assistant_document_category l where l.assistant_id = a.id) as categories,
      (select count(*)::int from assistant_test_case c where c.assistant_id = a.id) as cases
    from assistant a where a.id = ${id}::uuid`.execute(db)
  const { prompt_content, min_passed, categories, cases } = rows[0]!
  const run = await findWholeRun(db, id, { prompt_content, document_category_ids: categories.toSorted() })
  return { min_passed, cases, run, needs_reason: min_passed !== null && !isPassing(run, min_passed) }
}

const isPassing = (run: WholeRun | null, min_passed: number): boolean => run !== null && run.regressions === 0 && run.passed * 100 >= min_passed * run.tested

/** Finds the latest run of a text that ended with all the present cases, as they are. */
async function findWholeRun(db: Db, assistant_id: string, text: { prompt_content: string; document_category_ids: string[] }): Promise<WholeRun | null> {
  const runs = await db
    .selectFrom('assistant_test_run')
    .where('assistant_id', '=', assistant_id)
    .where('status', '=', 'terminee')
    .where('prompt_content', '=', text.prompt_content)
    .select(['id', 'prompt_content', 'document_category_ids', 'cases', 'finished_at'])
    .orderBy('created_at', 'desc')
    .execute()
  const cases = await db.selectFrom('assistant_test_case').where('assistant_id', '=', assistant_id).select(['id', 'content']).execute()
  const present = new Map(cases.map(({ id, content }) => [id, JSON.stringify(content)]))
  const run = runs.find(
    ({ cases: testedCases, ...tested }) =>
      isSameText(tested, text) && testedCases.length === present.size && testedCases.every(({ id, content }) => present.get(id) === JSON.stringify(content)),
  )
  if (run === undefined) return null
  const answers = await db
    .selectFrom('assistant_test_answer')
    .where('run_id', '=', run.id)
    .select(['run_id', 'is_compared', 'case_id', 'model_id', 'outcome'])
    .execute()
  const outcomes = caseOutcomes(answers)
  return {
    id: run.id,
    tested: outcomes.length,
    passed: outcomes.filter(({ outcome }) => outcome === 'passed').length,
    regressions: outcomes.filter(({ is_regression }) => is_regression).length,
    finished_at: run.finished_at,
  }
}
