import { routes, type RouteAnswer, type FeedbackReason } from '@parvis/contract'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema/index.ts'
import { answeringIdSql, answeringNameSql, countedAssistantsSql, answeringJoinSql } from '../conversations/context/changes.ts'

export const feedbackHandlers: RouteHandler[] = [
  handle(routes.feedback.counts, ({ context }) => countFeedback(context.db)),
  handle(routes.feedback.comments, ({ context }) => readComments(context.db)),
]

/** Maximum number of comments returned. Older ones count in the totals but can no longer be read. */
const maxComments = 200

/**
 * Counts all feedback by answering assistant, most criticised first. Deleted assistants keep their name, and superseded answers count. Reveals nothing of
 * conversations or their owners.
 */
export async function countFeedback(db: Db): Promise<RouteAnswer<typeof routes.feedback.counts>> {
  const { rows } = await sql<{
    assistant_id: string | null
    assistant_name: string | null
    positive: number
    negative: number
    comments: number
    reasons: Partial<Record<FeedbackReason, number>>
  }>`
    with given as (
      select ${answeringIdSql} as assistant_id, coalesce(a.name, ${answeringNameSql}) as assistant_name, m.feedback, m.feedback_reasons, m.feedback_comment
      from message m join conversation c on c.id = m.conversation_id ${answeringJoinSql} left join ${countedAssistantsSql} on a.id = ${answeringIdSql}
      where m.feedback is not null
    ), by_reason as (
      select assistant_id, assistant_name, reason, count(*) as count from given, unnest(feedback_reasons) reason group by 1, 2, 3
    )
    select g.assistant_id, g.assistant_name,
      count(*) filter (where g.feedback = 'positive') as positive,
      count(*) filter (where g.feedback = 'negative') as negative,
      count(g.feedback_comment) as comments,
      (select coalesce(jsonb_object_agg(r.reason, r.count), '{}') from by_reason r
        where r.assistant_id is not distinct from g.assistant_id and r.assistant_name is not distinct from g.assistant_name) as reasons
    from given g
    group by 1, 2 order by negative desc, positive desc, assistant_name`.execute(db)
  return rows
}

/**
 * Lists people's comments to administrators, latest first, without author, conversation or time of day. `assistant_id` is set only for the organisation's
 * assistants, since administrators may not read personal ones.
 */
async function readComments(db: Db): Promise<RouteAnswer<typeof routes.feedback.comments>> {
  const { rows } = await sql<{
    assistant_id: string | null
    assistant_name: string | null
    comment: string
    reasons: FeedbackReason[]
    given_on: string
  }>`
    select (select o.id from assistant o where o.id = ${answeringIdSql} and o.owner_id is null) as assistant_id,
      coalesce(a.name, ${answeringNameSql}) as assistant_name, m.feedback_comment as comment,
      m.feedback_reasons as reasons, to_char(m.feedback_at at time zone 'Europe/Paris', 'YYYY-MM-DD') as given_on
    from message m join conversation c on c.id = m.conversation_id ${answeringJoinSql} left join ${countedAssistantsSql} on a.id = ${answeringIdSql}
    where m.feedback_comment is not null order by m.feedback_at desc limit ${maxComments}`.execute(db)
  return rows
}
