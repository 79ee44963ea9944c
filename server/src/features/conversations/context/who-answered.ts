import { sql } from 'kysely'

/**
 * Assistants that answered in a conversation before another was chosen in it, as a table `told`: who, and from when until when. Few
 * conversations have any. Read by the time of the messages, which the indexes of those who count them hold.
 */
const toldAssistants = sql`(
  select conversation_id, after_position, former_id, former, changed_at as until,
    coalesce(lag(changed_at) over (partition by conversation_id order by after_position), '-infinity') as since
  from conversation_change where kind = 'assistant'
) told`

/** Joins `told` to a message `m`: no row where it was answered by the assistant of the conversation as it is now. */
export const whoAnswered = sql`
  left join ${toldAssistants} on told.conversation_id = m.conversation_id and m.created_at > told.since and m.created_at <= told.until`

/** Who answered, of a conversation `c` and what was told of it: an id, null once it is deleted, and the name it had. */
export const answeringId = sql`case when told.conversation_id is null then c.assistant_id else told.former_id end`
export const answeringName = sql`case when told.conversation_id is null then c.assistant_name else told.former end`

/** What administrators read in the place of the name of a person's draft. */
export const personalAssistant = sql.lit('Assistant personnel')

/** The assistants as administrators count them, as a table `a`: a person's draft that nobody was shown has no name of its own there. */
export const countedAssistants = sql`(
  select id, case when is_private_assistant(assistant) then ${personalAssistant} else name end as name from assistant
) a`
