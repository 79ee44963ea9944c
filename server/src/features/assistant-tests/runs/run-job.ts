import type { Context } from '../../../context.ts'
import type { AssistantTestAnswerTable, RunCase } from '../../../platform/db/schema/assistant-tests.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { findOtherPeopleDue } from '../../../platform/jobs/queue.ts'
import type { JobEnd, JobHandler } from '../../../platform/jobs/worker.ts'
import { isAssistantTestableBy } from '../../../authorization/assistants.ts'
import { readAssistantFileIds } from '../../assistants/files.ts'
import type { ConversationGround } from '../../chat/grounding.ts'
import { createPatternThread } from '../checks/pattern-thread.ts'
import { obtainAnswer, type RunningTest } from './obtain-answer.ts'
import { endRun } from './start.ts'

/** Answers obtained at once: model servers have other requests to serve. */
const concurrentAnswers = 4
/** Duration after which other people's jobs get their turn, in milliseconds. */
const turnMs = 15_000
/** Consecutive failures after which the run ends: the model does not answer, or refuses everything. */
const maxFailures = 12
const stopCheckMs = 1_000

/** Job that asks the cases of a test run. After a killed process, the next one asks what was not written, and nothing else. */
export function testAssistantHandler(context: Context, ground: ConversationGround): JobHandler {
  return {
    async run({ job, signal, report }): Promise<JobEnd> {
      const test = await readRunningTest(context.db, job.test_run_id!)
      if (test === null) return
      const patterns = createPatternThread()
      const stopped = watchStop(context.db, test.id)
      try {
        const end = await askPending(context, { ...test, ground: ground(context, null), patterns }, AbortSignal.any([signal, stopped.signal]), {
          report,
          mustYield: async () => (await findOtherPeopleDue(context.db, job)) !== null,
        })
        if (end === 'turn') return 'turn'
        await endRun(context.db, test.id, end, context.now())
      } catch (error) {
        // A stopped run is over: its job is already deleted.
        if (!stopped.signal.aborted || signal.aborted) throw error
      } finally {
        stopped.close()
        await patterns.close()
      }
    },
    abandon: ({ test_run_id }) => endRun(context.db, test_run_id!, 'echouee', context.now()),
  }
}

type PendingAnswer = Pick<AssistantTestAnswerTable, 'is_compared' | 'case_id' | 'model_id' | 'repeat'> & { id: string; is_compared: boolean }

/** Reads a run that goes on. Null when it has ended, or its person may not test the assistant any more: it is then stopped. */
async function readRunningTest(db: Db, id: string): Promise<Omit<RunningTest, 'ground' | 'patterns'> | null> {
  const run = await db
    .selectFrom('assistant_test_run as r')
    .innerJoin('assistant', 'assistant.id', 'r.assistant_id')
    .innerJoin('app_user as u', 'u.id', 'r.person_id')
    .where('r.id', '=', id)
    .where('r.status', '=', 'en_cours')
    .select(['r.id', 'r.person_id', 'r.prompt_content', 'r.document_category_ids', 'r.compared_prompt', 'r.compared_category_ids', 'r.judge', 'r.cases'])
    .select([
      'assistant.id as assistant_id',
      'assistant.name as assistant_name',
      'assistant.min_level',
      'assistant.masking',
      'assistant.owner_id',
      'u.is_active',
      'u.is_admin',
    ])
    .executeTakeFirst()
  if (run === undefined) return null
  const reader = { id: run.person_id, is_admin: run.is_admin }
  const isAllowed = await db
    .selectFrom('assistant')
    .where('assistant.id', '=', run.assistant_id)
    .where(isAssistantTestableBy(reader))
    .select('id')
    .executeTakeFirst()
  if (!run.is_active || isAllowed === undefined) {
    await endRun(db, id, 'arretee', new Date())
    return null
  }
  const { cases, masking, owner_id, ...facts } = run
  return {
    ...facts,
    assistant_masking: { masking, is_personal: owner_id !== null },
    cases: new Map(cases.map(({ id: case_id, content }: RunCase) => [case_id, content])),
    assistant_files: await readAssistantFileIds(db, run.assistant_id, run.person_id),
  }
}

/** Obtains the answers that are still missing, a few at once. @returns the status of the run, or `turn` when other people wait */
async function askPending(
  context: Context,
  test: RunningTest,
  signal: AbortSignal,
  { report, mustYield }: { report(percent: number): void; mustYield(): Promise<boolean> },
): Promise<'terminee' | 'echouee' | 'turn'> {
  const { pending, total } = await readPending(context.db, test.id)
  const startedAt = performance.now()
  let failures = 0
  let isYielding = false
  let done = total - pending.length
  const work = async () => {
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      signal.throwIfAborted()
      failures = (await obtainAnswer(context, test, next, signal)) === 'error' ? failures + 1 : 0
      done += 1
      report((done / total) * 100)
      if (performance.now() - startedAt > turnMs && !isYielding) isYielding = await mustYield()
      if (isYielding || failures >= maxFailures) return
    }
  }
  const results = await Promise.allSettled(Array.from({ length: concurrentAnswers }, work))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  if (failures >= maxFailures) return 'echouee'
  return pending.length > 0 ? 'turn' : 'terminee'
}

async function readPending(db: Db, run_id: string): Promise<{ pending: PendingAnswer[]; total: number }> {
  const pending = await db
    .selectFrom('assistant_test_answer')
    .where('run_id', '=', run_id)
    .where('outcome', '=', 'pending')
    .select(['id', 'is_compared', 'case_id', 'model_id', 'repeat'])
    .orderBy('position')
    .execute()
  const { total } = await db
    .selectFrom('assistant_test_answer')
    .where('run_id', '=', run_id)
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { pending, total: Number(total) }
}

/** Aborts its signal once the run is stopped, on whichever instance. */
function watchStop(db: Db, run_id: string): { signal: AbortSignal; close(): void } {
  const controller = new AbortController()
  const timer = setInterval(() => {
    db.selectFrom('assistant_test_run')
      .where('id', '=', run_id)
      .select('status')
      .executeTakeFirst()
      .then(
        (run) => run?.status === 'en_cours' || controller.abort(new Error('the run was stopped')),
        () => {},
      )
  }, stopCheckMs)
  return { signal: controller.signal, close: () => clearInterval(timer) }
}
