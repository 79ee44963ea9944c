import type { Context } from '../../../context.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import type { JobEnd, JobHandler } from '../../../platform/jobs/worker.ts'

/** Duration of one run, in milliseconds, after which documents waiting to be read get their turn. */
const budgetMs = 10_000
/** Delay before a preparation that failed is tried again. */
const retryDelaySeconds = 600

/**
 * Returns the handler of the `prepare_search` job, which fills or deletes the tables of the PostgreSQL search engine, some at each run. The built-in engine
 * serves until they are ready.
 */
export function prepareSearchHandler(context: Context): JobHandler {
  return {
    async run({ signal }): Promise<JobEnd> {
      if ((await context.retrieval.prepareEngine(context.db, { signal, budgetMs })) === 'more') return 'turn'
      await context.retrieval.warmUp(context.db)
    },
    abandon: async () => {
      context.log.error({}, 'the tables of the search engine could not be prepared')
      await enqueue(context.db, 'prepare_search', null, { delaySeconds: retryDelaySeconds })
    },
  }
}

/** Enqueues the job that prepares the search engine, if it has something to do and is not already queued. Called at start and every hour. */
export async function checkSearchEngine(context: Context): Promise<void> {
  if (!(await context.retrieval.isEngineDue(context.db))) return
  const queued = await context.db.selectFrom('job').where('kind', '=', 'prepare_search').select('id').executeTakeFirst()
  if (queued === undefined) await enqueue(context.db, 'prepare_search', null)
  context.worker.wake()
}
