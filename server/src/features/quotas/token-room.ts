import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../context.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { dayInParis, formatFrenchDate, nextMonthInParis } from '../../platform/paris.ts'
import { isSerializationFailure } from '../../platform/db/errors.ts'
import { withRetries } from '../../platform/db/retry-transaction.ts'
import { type ReplySlot, maxReservedPerCall, writerSilenceSeconds } from '../../replies/usage.ts'

/**
 * State of a person's token limits. `free`: no limit applies. `room`: tokens are left. `busy`: replies being written may use all that is left. `spent`:
 * nothing is left.
 */
export type TokenVerdict = 'free' | 'room' | 'busy' | 'spent'

/** Arguments of the SQL functions: default limit, today in Paris, this process, and the silence in seconds after which another process counts as dead. */
const sqlArguments = (context: Context) => sql`${context.config.tokensPerMonth}::bigint, ${dayInParis(context.now())}::date,
  ${context.instanceId}::uuid, ${writerSilenceSeconds}::integer`

/** SQL table of the limits that apply to a person (see the migration of `token_allowances`). */
export const allowancesSql = (context: Context, user_id: string) => sql`token_allowances(${user_id}::uuid, ${sqlArguments(context)})`

/**
 * SQL common table expression `room`, to embed in a larger statement: one row telling whether a person may send a message, or none if `condition` is
 * false. `condition` must have acquired their slot, so that a concurrent request on another instance waits and then counts this one.
 */
export const tokenRoomSql = (context: Context, user_id: string, condition: RawBuilder<unknown>) => sql`room as materialized (
  select * from token_room(${user_id}::uuid, ${sqlArguments(context)}) where ${condition})`

/**
 * SQL common table expression that inserts the running usage of a reply, if the table `room` allows it. `from` selects `assistant_id`, `assistant_name`
 * and `message_id`. Until it ends, the reply reserves the maximum of one model call: concurrent replies see it, so together they exceed a limit by one
 * reply at most. For a limit shared by a team, the database checks this at commit and may reject the statement, which must then be run again
 * (`runAgainOnTakenTokens`).
 */
export const reserveTokensSql = (context: Context, user_id: string, { entry }: ReplySlot, from: RawBuilder<unknown>) => sql`holding as (
  insert into usage_running (place, writer_id, user_id, team_id, team_name, assistant_id, assistant_name, message_id, day, held)
  select ${entry}::text, ${context.instanceId}::uuid, ${user_id}::uuid, room.team_id, room.team_name, asked.assistant_id, asked.assistant_name,
    asked.message_id, ${dayInParis(context.now())}::date, ${Math.min(context.models.expect({ level: 1 }).contextTokens(), maxReservedPerCall)}::bigint
  from room cross join (${from}) asked where ${hasTokensSql})`

/** SQL condition on the table `room`. */
export const hasTokensSql = sql`room.verdict in ('free', 'room')`

/**
 * Runs a statement that starts a reply, again when a concurrent reply used the rest of a shared limit.
 * @throws {AppError} `quota.busy` when every attempt is rejected
 */
export async function runAgainOnTakenTokens<T>(statement: () => Promise<T>): Promise<T> {
  try {
    return await withRetries(statement)
  } catch (error) {
    throw isSerializationFailure(error) ? tokensBusy(error) : error
  }
}

const tokensBusy = (cause?: unknown) => new AppError('quota.busy', { retryAfterSeconds: 5 }, { cause })

/** Returns the error for this verdict; null when a message may be sent. */
export function tokenRefusal(context: Context, verdict: TokenVerdict | null): AppError | null {
  if (verdict === 'busy') return tokensBusy()
  if (verdict !== 'spent') return null
  const renews = nextMonthInParis(context.now())
  const sentence = `Il n’y a plus de jetons ce mois-ci, pour vous ou pour votre service. Vous pourrez de nouveau envoyer des messages à partir du ${formatFrenchDate(renews)}\u00a0; rien de ce que vous avez écrit n’est perdu.`
  return new AppError('quota.exhausted', { sentence, renews_at: renews.toISOString() })
}
