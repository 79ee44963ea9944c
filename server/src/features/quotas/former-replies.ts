import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { runAgain } from '../../platform/db/run-again.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { JobEnd, JobHandler } from '../../platform/jobs/worker.ts'
import { addingUse } from '../../replies/reply-use.ts'

/** Messages of one statement: some tenths of a second at the most on an embedded base, for which everybody else waits. */
const batch = 2_000
/** One run, after which documents that wait to be read have their turn, in milliseconds. */
const budgetMs = 5_000
/** While replies of the former version are still being written, and after a failure. */
const laterSeconds = 5

/** Counts in the ledger the replies that ended before there was one, a few at a time, while people work. */
export function countFormerHandler(context: Context): JobHandler {
  const later = () => enqueue(context.db, 'count_former', null, { delaySeconds: laterSeconds })
  return {
    async run({ signal }): Promise<JobEnd> {
      const until = performance.now() + budgetMs
      while (performance.now() < until) {
        signal.throwIfAborted()
        const step = await countFormerReplies(context.db)
        if (step === 'done') return
        // While it runs the job is held; asked for anew, it stays in the queue after this run.
        if (step === 'later') return later()
      }
      return 'turn'
    },
    giveUp: async () => {
      context.log.error({}, 'former replies could not be counted')
      await later()
    },
  }
}

/** Once the server listens: has the replies that wait counted in the background. Nothing here can fail the start. */
export function countFormerLater(context: Context): void {
  queueFormerReplies(context).catch((error: unknown) => {
    context.log.warn({ err: error instanceof Error ? error.name : 'unknown' }, 'the count of former replies could not be queued')
  })
}

/** Queues the job where replies wait to be counted; one that waits already is left as it is. */
async function queueFormerReplies(context: Context): Promise<void> {
  if (!(await isCounting(context.db))) {
    // Of a deletion that ended after the last of them was counted.
    await context.db.deleteFrom('usage_backlog_gone').execute()
    return
  }
  const queued = await context.db.selectFrom('job').where('kind', '=', 'count_former').select('id').executeTakeFirst()
  if (queued === undefined) await enqueue(context.db, 'count_former', null)
  context.worker.wake()
}

/** Whether replies of before the ledger are still to be counted: what it tells is then less than what was used. */
export async function isCounting(db: Db): Promise<boolean> {
  return (await db.selectFrom('usage_backlog').select('upto').executeTakeFirst()) !== undefined
}

/**
 * Counts the latest of the former replies that are not counted yet, all of it in one transaction: each is counted once, wherever the process dies
 * and however many do it at once. What was deleted meanwhile is counted from what its deletion left. `later`: some are still being written.
 * @param messages how many to go through
 */
export async function countFormerReplies(db: Db, messages = batch): Promise<'more' | 'later' | 'done'> {
  return runAgain(() =>
    db.transaction().execute(async (transaction) => {
      // Whoever else counts waits here.
      const backlog = await transaction.selectFrom('usage_backlog').select('upto').forUpdate().executeTakeFirst()
      if (backlog === undefined) return 'done'
      const { upto } = backlog
      const running = await transaction.selectFrom('message').where('status', '=', 'en_cours').where('position', '<=', upto).select('id').executeTakeFirst()
      if (running !== undefined) return 'later'
      const below = transaction.selectFrom('message').where('position', '<=', upto).select('position').orderBy('position', 'desc')
      const after = (await below.offset(messages).limit(1).executeTakeFirst())?.position ?? 0
      await addUse(transaction, after, upto)
      if (after > 0) {
        await transaction.updateTable('usage_backlog').set({ upto: after }).execute()
        return 'more'
      }
      await transaction.deleteFrom('usage_backlog').execute()
      await transaction.deleteFrom('usage_backlog_gone').execute()
      return 'done'
    }),
  )
}

/** In one statement, which sees a reply or what its deletion left, and never both. */
const addUse = (db: Db, after: number, upto: number) =>
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
    )${addingUse(sql`
      select day, person.id, null::uuid, null::text, assistant_id, assistant_name, model, sum(prompt_tokens)::bigint, sum(completion_tokens)::bigint,
        sum(estimated_tokens)::bigint, count(*)::integer, sum(is_uncounted::integer)::integer
      from used left join person on person.id = used.user_id group by day, person.id, assistant_id, assistant_name, model order by person.id, day`)}`.execute(
    db,
  )
