import type { Context } from '../../../context.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import type { JobEnd, JobHandler } from '../../../platform/jobs/worker.ts'

/** One run, after which documents that wait to be read have their turn, in milliseconds. */
const budgetMs = 10_000
/** A server of vectors that does not answer is asked again after this. */
const laterSeconds = 60

/**
 * Gives every passage its vector by the configured model, a little at a time; questions are answered by the former vectors
 * until then. Without a configured server it only forgets the vectors of a former one.
 */
export function embedPassagesHandler(context: Context): JobHandler {
  return {
    async run({ signal }): Promise<JobEnd> {
      const end = await context.retrieval.embedCorpus(context.db, { signal, budgetMs })
      if (end === 'whole') await context.retrieval.warmUp(context.db)
      else if (end === 'more') return 'turn'
      // While it runs the job is held; asked for anew, it stays in the queue after this run.
      else await enqueue(context.db, 'embed_passages', null, { delaySeconds: laterSeconds })
    },
    giveUp: async () => {
      context.log.error({}, 'passages could not be given their vectors')
      await enqueue(context.db, 'embed_passages', null, { delaySeconds: laterSeconds })
    },
  }
}

/** Queues the vectors that passages lack; work that waits already is left as it is. */
export async function queueVectors(context: Context): Promise<void> {
  const queued = await context.db.selectFrom('job').where('kind', '=', 'embed_passages').select('id').executeTakeFirst()
  if (queued === undefined) await enqueue(context.db, 'embed_passages', null)
  context.worker.wake()
}

/** At start and from time to time: looks at what the server of vectors is, or forgets the vectors of one that is configured no more. */
export async function checkVectors(context: Context): Promise<void> {
  const isConfigured = context.config.embeddings.kind === 'openai'
  const known = await context.db.selectFrom('embedding_model').select('id').executeTakeFirst()
  if (isConfigured || known !== undefined) await queueVectors(context)
}
