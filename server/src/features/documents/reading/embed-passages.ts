import type { Context } from '../../../context.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import type { JobEnd, JobHandler } from '../../../platform/jobs/worker.ts'

/** Duration of one run, in milliseconds, after which documents waiting to be read get their turn. */
const budgetMs = 10_000
/** Delay before an unavailable embedding server is tried again. */
const retryDelaySeconds = 60

/**
 * Returns the handler of the `embed_passages` job, which computes the embeddings of passages with the configured model, some at each run. Questions use
 * the previous embeddings until all are ready. Without a configured server, the job only deletes the embeddings of a previous one.
 */
export function embedPassagesHandler(context: Context): JobHandler {
  return {
    async run({ signal }): Promise<JobEnd> {
      const end = await context.retrieval.embedCorpus(context.db, { signal, budgetMs })
      if (end === 'whole') await context.retrieval.warmUp(context.db)
      else if (end === 'more') return 'turn'
      // Enqueued while this job runs, the next run stays in the queue when this one ends.
      else await enqueue(context.db, 'embed_passages', null, { delaySeconds: retryDelaySeconds })
    },
    abandon: async () => {
      context.log.error({}, 'passages could not be given their vectors')
      await enqueue(context.db, 'embed_passages', null, { delaySeconds: retryDelaySeconds })
    },
  }
}

/** Enqueues the embedding job, unless it is already queued. */
export async function queueEmbeddings(context: Context): Promise<void> {
  const queued = await context.db.selectFrom('job').where('kind', '=', 'embed_passages').select('id').executeTakeFirst()
  if (queued === undefined) await enqueue(context.db, 'embed_passages', null)
  context.worker.wake()
}

/** Enqueues the embedding job if an embedding server is configured, or if the model of a removed one is still stored. Called at start and every hour. */
export async function checkEmbeddings(context: Context): Promise<void> {
  const isConfigured = context.config.embeddings.kind === 'openai'
  const storedModel = await context.db.selectFrom('embedding_model').select('id').executeTakeFirst()
  if (isConfigured || storedModel !== undefined) await queueEmbeddings(context)
}
