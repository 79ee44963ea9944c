import { testLimits } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { inTransaction } from '../../../platform/db/retry-transaction.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import type { Caller, Context } from '../../../context.ts'
import { storeFirstVersions } from '../../assistants/versions.ts'
import { requireCharter } from '../../charter/acceptance.ts'
import { heldOwner } from '../../retention/kinds.ts'
import { readTestedAssistant } from '../cases.ts'
import { planRun, requireModels, type RunOptions, type RunPlan } from './plan.ts'

/**
 * Starts a run in the background and deletes the oldest ones of the assistant beyond the limit, except those of people under a legal hold.
 * @returns its id
 * @throws {AppError} `charter.not_accepted`, `assistant_tests.running`, as `planRun`
 */
export async function startRun(context: Context, caller: Caller, assistant_id: string, options: RunOptions): Promise<string> {
  await requireCharter(context, caller.id)
  try {
    const id = await inTransaction(context.db, async (trx) => {
      await storeFirstVersions(trx, assistant_id)
      const plan = await planRun(context, trx, caller, assistant_id, options)
      const id = await insertRun(trx, caller.id, plan, options, context.now())
      await deleteOldRuns(trx, assistant_id)
      await enqueue(trx, 'test_assistant', null, { person_id: caller.id, test_run_id: id })
      return id
    })
    context.worker.wake()
    return id
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError('assistant_tests.running', {}, { cause: error }) : error
  }
}

async function insertRun(
  trx: Db,
  person_id: string,
  { assistant, cases, tested, compared, answers }: RunPlan,
  options: RunOptions,
  now: Date,
): Promise<string> {
  const { id } = await trx
    .insertInto('assistant_test_run')
    .values({
      assistant_id: assistant.id,
      person_id,
      version: tested.version,
      prompt_content: tested.prompt_content,
      document_category_ids: tested.document_category_ids,
      compared_version: compared?.version ?? null,
      compared_prompt: compared?.prompt_content ?? null,
      compared_category_ids: compared?.document_category_ids ?? null,
      model_ids: [...new Set(options.model_ids)],
      repeats: options.repeats,
      judge: options.judge,
      cases: JSON.stringify(cases),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // One statement, whatever the number of answers.
  await sql`
    insert into assistant_test_answer (run_id, position, is_compared, case_id, model_id, repeat, outcome, answer, sources, checks, judgement,
      model, level, model_reason, is_reused)
    select ${id}::uuid, p.position, p.is_compared, p.case_id, p.model_id, p.repeat, coalesce(old.outcome, 'pending'), coalesce(old.answer, ''),
      coalesce(old.sources, '[]'), coalesce(old.checks, '[]'), old.judgement, old.model, old.level, old.model_reason, old.id is not null
    from unnest(
      ${answers.map((_, at) => at)}::integer[], ${answers.map(({ is_compared }) => is_compared)}::boolean[], ${answers.map(({ case_id }) => case_id)}::uuid[],
      ${answers.map(({ model_id }) => model_id)}::text[], ${answers.map(({ repeat }) => repeat)}::smallint[], ${answers.map(({ reused_id }) => reused_id)}::uuid[]
    ) as p (position, is_compared, case_id, model_id, repeat, reused_id)
    left join assistant_test_answer old on old.id = p.reused_id`.execute(trx)
  return id
}

async function deleteOldRuns(trx: Db, assistant_id: string): Promise<void> {
  await sql`
    delete from assistant_test_run r where r.assistant_id = ${assistant_id}::uuid and not ${heldOwner('r.person_id')} and r.id not in (
      select id from assistant_test_run where assistant_id = ${assistant_id}::uuid order by created_at desc, id limit ${sql.lit(testLimits.runs)})`.execute(trx)
}

/** Stops a run: the answers that it has stay. @throws {AppError} `request.not_found`, also when it has ended */
export async function stopRun(context: Context, caller: Caller, id: string): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const run = await trx.selectFrom('assistant_test_run').where('id', '=', id).select('assistant_id').executeTakeFirstOrThrow(notFound)
    await readTestedAssistant(trx, caller, run.assistant_id)
    await endRun(trx, id, 'arretee', context.now())
    // Its worker loses the lease, which aborts the calls in progress.
    await trx.deleteFrom('job').where('test_run_id', '=', id).execute()
  })
}

/**
 * Resumes a run that was stopped or interrupted, in the background: only the answers that are missing, or that the model did not give, are requested.
 * @throws {AppError} `request.not_found` for the run of another person and for one that goes on or is complete; `assistant_tests.running`,
 * `assistant_tests.model_below_level`
 */
export async function resumeRun(context: Context, caller: Caller, id: string): Promise<void> {
  try {
    await inTransaction(context.db, async (trx) => {
      const { assistant_id, model_ids } = await trx
        .updateTable('assistant_test_run')
        .set({ status: 'en_cours', finished_at: null })
        .where('id', '=', id)
        .where('person_id', '=', caller.id)
        .where('status', 'in', ['arretee', 'echouee'])
        .returning(['assistant_id', 'model_ids'])
        .executeTakeFirstOrThrow(notFound)
      requireModels(context, await readTestedAssistant(trx, caller, assistant_id), model_ids)
      await trx
        .updateTable('assistant_test_answer')
        .set({ outcome: 'pending', error_code: null })
        .where('run_id', '=', id)
        .where('outcome', '=', 'error')
        .execute()
      await enqueue(trx, 'test_assistant', null, { person_id: caller.id, test_run_id: id })
    })
    context.worker.wake()
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError('assistant_tests.running', {}, { cause: error }) : error
  }
}

/** Ends a run that is still going on. */
export async function endRun(db: Db, id: string, status: 'terminee' | 'arretee' | 'echouee', now: Date): Promise<void> {
  await db.updateTable('assistant_test_run').set({ status, finished_at: now }).where('id', '=', id).where('status', '=', 'en_cours').execute()
}
