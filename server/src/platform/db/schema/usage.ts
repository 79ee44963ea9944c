import type { Generated } from 'kysely'
import type { DefaultTimestamp, Id } from './columns.ts'

/** Whom a reply is counted for: by their ids and the names they had, which outlive them. Nulls: no service, no assistant, an account since deleted. */
interface CountedFor {
  user_id: string | null
  team_id: string | null
  team_name: string | null
  assistant_id: string | null
  assistant_name: string | null
}

/** What the replies of one day, in Paris, used of a model; only ever more. */
export interface UsageEntryTable extends CountedFor {
  id: Id
  /** YYYY-MM-DD. */
  day: string
  /** `none` where the reply was written without one; empty where it is not known. */
  model: string
  prompt_tokens: number
  completion_tokens: number
  /** Of both together, what no server counted. */
  estimated_tokens: number
  replies: number
  /** Those with an estimate. */
  uncounted: number
}

/** A reply that is being written, and the tokens that it may still use. */
export interface UsageRunningTable extends CountedFor {
  /** `entry` of its place (replies/places). */
  place: string
  writer_id: string
  message_id: string | null
  /** YYYY-MM-DD, in Paris. */
  day: string
  held: number
  created_at: DefaultTimestamp
}

/** What a person, or a service, may use in a month. */
export interface TokenLimitTable {
  id: Id
  user_id: string | null
  team_id: string | null
  tokens: number
  /** Of a service: for each of its members, or for all of them together. */
  kind: 'each' | 'common'
  updated_at: DefaultTimestamp
}

/** What a service paid for since the first of a month (YYYY-MM-DD): the sum of its entries, kept by the database. */
export interface UsageMonthTable {
  team_id: string
  month: string
  tokens: number
}

/** Replies of before the ledger that are still to be counted: those up to a position. One row, or none. */
export interface UsageBacklogTable {
  is_here: Generated<true>
  upto: number
}

/** One of them that was deleted first. */
export interface UsageBacklogGoneTable extends Pick<CountedFor, 'user_id' | 'assistant_id' | 'assistant_name'> {
  position: number
  /** YYYY-MM-DD, in Paris. */
  day: string
  model: string
  prompt_tokens: number
  completion_tokens: number
  estimated_tokens: number
  is_uncounted: boolean
}
