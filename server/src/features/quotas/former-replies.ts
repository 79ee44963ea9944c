import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { withRetries } from '../../platform/db/retry-transaction.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { JobEnd, JobHandler } from '../../platform/jobs/worker.ts'
import { addUsageSql } from '../../replies/usage.ts'

/** Messages per statement. A statement takes a few tenths of a second on an embedded database, during which other requests wait. */
const messagesPerBatch = 2_000
/** Duration of a run, in milliseconds, after which other jobs of the queue get their turn. */
const budgetMs = 5_000
/** Delay before the next attempt, while the previous version is still writing replies or after a failure. */
const retrySeconds = 5

/** Job that adds to the usage ledger, in the background and in small steps, the replies that ended before the ledger existed. */
export function countFormerRepliesHandler(context: Context): JobHandler {
  const enqueueLater = () => enqueue(context.db, 'count_former', null, { delaySeconds: retrySeconds })
  return {
    async run({ signal }): Promise<JobEnd> {
      const deadline = performance.now() + budgetMs
      while (performance.now() < deadline) {
        signal.throwIfAborted()
        const step = await countFormerReplies(context.db)
        if (step === 'done') return
        // The job is leased while it runs: enqueued again, it stays in the queue after this run.
        if (step === 'later') return enqueueLater()
      }
      return 'turn'
    },
    abandon: async () => {
      context.log.error({}, 'former replies could not be counted')
      await enqueueLater()
    },
  }
}

/** Queues the count of former replies, in the background. Called once the server listens; errors are only logged. */
export function queueFormerRepliesCount(context: Context): void {
  queueCountIfNeeded(context).catch((error: unknown) => {
    context.log.warn({ err: error instanceof Error ? error.name : 'unknown' }, 'the count of former replies could not be queued')
  })
}

/** Queues the job if replies are waiting to be counted and it is not queued already. */
async function queueCountIfNeeded(context: Context): Promise<void> {
  if (!(await hasUncountedReplies(context.db))) {
    // Left by a deletion that ended after the last reply was counted.
    await context.db.deleteFrom('usage_backlog_gone').execute()
    return
  }
  const queued = await context.db.selectFrom('job').where('kind', '=', 'count_former').select('id').executeTakeFirst()
  if (queued === undefined) await enqueue(context.db, 'count_former', null)
  context.worker.wake()
}

/** Whether some replies from before the ledger are not counted yet: the usage shown is then too low. */
export async function hasUncountedReplies(db: Db): Promise<boolean> {
  return (await db.selectFrom('usage_backlog').select('upto').executeTakeFirst()) !== undefined
}

/**
 * Counts the latest uncounted former replies in one transaction, so that each is counted once even after a crash or with concurrent calls. Replies deleted
 * meanwhile are counted from the rows that their deletion left (`usage_backlog_gone`).
 * @param messages number of messages to scan
 * @returns `later` when former replies are still being written
 */
export async function countFormerReplies(db: Db, messages = messagesPerBatch): Promise<'more' | 'later' | 'done'> {
  return withRetries(() =>
    db.transaction().execute(async (transaction) => {
      // Concurrent counts wait here.
      const backlog = await transaction.selectFrom('usage_backlog').select('upto').forUpdate().executeTakeFirst()
      if (backlog === undefined) return 'done'
      const { upto } = backlog
      const running = await transaction.selectFrom('message').where('status', '=', 'en_cours').where('position', '<=', upto).select('id').executeTakeFirst()
      if (running !== undefined) return 'later'
      const earlierMessages = transaction.selectFrom('message').where('position', '<=', upto).select('position').orderBy('position', 'desc')
      const fromPosition = (await earlierMessages.offset(messages).limit(1).executeTakeFirst())?.position ?? 0
      await addFormerUsageSql(transaction, fromPosition, upto)
      if (fromPosition > 0) {
        await transaction.updateTable('usage_backlog').set({ upto: fromPosition }).execute()
        return 'more'
      }
      await transaction.deleteFrom('usage_backlog').execute()
      await transaction.deleteFrom('usage_backlog_gone').execute()
      return 'done'
    }),
  )
}

/**
 * SQL that adds former replies to the ledger. A single statement, so that a reply concurrently deleted is seen once: as a message or as the row that its
 * deletion left.
 */
const addFormerUsageSql = (db: Db, after: number, upto: number) =>
  sql`
    with used as materialized (
      select user_id, day, assistant_id, assistant_name, model, prompt_tokens, completion_tokens, estimated_tokens, is_uncounted
      from former_use() where position > ${after} and position <= ${upto}
      union all
      select user_id, day, assistant_id, assistant_name, model, prompt_tokens, completion_tokens, estimated_tokens, is_uncounted
      from usage_backlog_gone where position > ${after} and position <= ${upto}
    ), person as materialized (
      -- Held before the ledger names them; who was erased meanwhile is not named.
      select id from app_user where id in (select user_id from used) order by id for key share
    )${addUsageSql(sql`
      select day, person.id, null::uuid, null::text, assistant_id, assistant_name, model, sum(prompt_tokens)::bigint, sum(completion_tokens)::bigint,
        sum(estimated_tokens)::bigint, count(*)::integer, sum(is_uncounted::integer)::integer, 0, 0
      from used left join person on person.id = used.user_id group by day, person.id, assistant_id, assistant_name, model order by person.id, day`)}`.execute(
    db,
  )
