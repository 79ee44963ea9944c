import type { Generated } from 'kysely'
import type { DefaultTimestamp, Id } from './columns.ts'

/**
 * Person, team and assistant that a reply is charged to, with the names they had, which remain after they are deleted. Nulls: no team, no assistant,
 * deleted account.
 */
interface UsageSubject {
  user_id: string | null
  team_id: string | null
  team_name: string | null
  assistant_id: string | null
  assistant_name: string | null
}

/** Tokens used by the replies of one day in Paris, for one model. The figures only increase. */
export interface UsageEntryTable extends UsageSubject {
  id: Id
  /** YYYY-MM-DD. */
  day: string
  /** `none` for replies written without a model; empty when unknown. */
  model: string
  prompt_tokens: number
  completion_tokens: number
  /** Part of `prompt_tokens` plus `completion_tokens` that was estimated, because the server gave no count. */
  estimated_tokens: number
  replies: number
  /** Number of replies with an estimate. */
  uncounted: number
  /** Duration of the model calls of the timed replies, in milliseconds. */
  model_ms: Generated<number>
  /** Number of replies with timed model calls. */
  timed_replies: Generated<number>
  /** Replies of conversations, or answers of a test run, which count against no limit. */
  kind: Generated<'reply' | 'test'>
}

/** Running reply, and the tokens reserved for it. */
export interface UsageRunningTable extends UsageSubject {
  /** `ReplySlot.entry` of the reply's slot (replies/usage). */
  place: string
  writer_id: string
  message_id: string | null
  /** YYYY-MM-DD, in Paris. */
  day: string
  held: number
  created_at: DefaultTimestamp
}

/** Monthly token limit of a person or a team. */
export interface TokenLimitTable {
  id: Id
  user_id: string | null
  team_id: string | null
  tokens: number
  /** Scope of a team's limit: each member, or all members together. */
  kind: 'each' | 'common'
  updated_at: DefaultTimestamp
}

/** Tokens charged to a team in a month (identified by its first day, YYYY-MM-DD): the sum of its entries, maintained by the database. */
export interface UsageMonthTable {
  team_id: string
  month: string
  tokens: number
}

/** Backlog of replies older than the usage ledger, still to be counted: those up to position `upto`. One row, or none. */
export interface UsageBacklogTable {
  is_here: Generated<true>
  upto: number
}

/** Reply of the backlog that was deleted before it was counted. */
export interface UsageBacklogGoneTable extends Pick<UsageSubject, 'user_id' | 'assistant_id' | 'assistant_name'> {
  position: number
  /** YYYY-MM-DD, in Paris. */
  day: string
  model: string
  prompt_tokens: number
  completion_tokens: number
  estimated_tokens: number
  is_uncounted: boolean
}
