import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../context.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { dayInParis, daySaid, nextMonthInParis } from '../../platform/paris.ts'
import { isTaken } from '../../platform/db/errors.ts'
import { runAgain } from '../../platform/db/run-again.ts'
import type { Place } from '../../replies/places.ts'
import { heldByCall } from '../../replies/reply-use.ts'
import { writerSilenceSeconds } from '../../replies/writers.ts'

/** `free`: no limit applies. `busy`: replies that are being written may take all that is left. `spent`: nothing is left. */
export type Verdict = 'free' | 'room' | 'busy' | 'spent'

/** What the functions of the database are told: the usual limit, today in Paris, this process, and when another is held for dead. */
const facts = (context: Context) => sql`${context.config.tokensPerMonth}::bigint, ${dayInParis(context.now())}::date,
  ${context.instanceId}::uuid, ${writerSilenceSeconds}::integer`

/** The limits that apply to a person, as a table `token_allowances` (its migration says of what). */
export const allowancesOf = (context: Context, user_id: string) => sql`token_allowances(${user_id}::uuid, ${facts(context)})`

/**
 * Whether a person may send, as a table `room` of one row, or of none unless `condition`; a part of a larger statement, of which `condition`
 * has taken their place: whoever sends in their name on another instance then waits, and this one is counted.
 */
export const tokenRoom = (context: Context, user_id: string, condition: RawBuilder<unknown>) => sql`room as materialized (
  select * from token_room(${user_id}::uuid, ${facts(context)}) where ${condition})`

/**
 * Notes a running reply of `from`, which gives `assistant_id`, `assistant_name`, `message_id`, and the table `room`. It holds of a limit, until it
 * ends, the most that one call may use: what others hold is taken off what is left, so that those which begin at the same instant pass a limit
 * by the last of them at most. Of a common allowance the database makes sure of it at the commit, and refuses the statement otherwise: it is to
 * be run again (`beginning`).
 */
export const holdingTokens = (context: Context, user_id: string, { entry }: Place, from: RawBuilder<unknown>) => sql`holding as (
  insert into usage_running (place, writer_id, user_id, team_id, team_name, assistant_id, assistant_name, message_id, day, held)
  select ${entry}::text, ${context.instanceId}::uuid, ${user_id}::uuid, room.team_id, room.team_name, asked.assistant_id, asked.assistant_name,
    asked.message_id, ${dayInParis(context.now())}::date, ${Math.min(context.llm.contextTokens(), heldByCall)}::bigint
  from room cross join (${from}) asked where ${hasRoom})`

/** Of the table `room`. */
export const hasRoom = sql`room.verdict in ('free', 'room')`

/**
 * Runs a statement that begins a reply; again, when others took what was left of a common allowance, which it then finds.
 * @throws {AppError} `quota.busy` when there is always somebody quicker
 */
export async function beginning<T>(statement: () => Promise<T>): Promise<T> {
  try {
    return await runAgain(statement)
  } catch (error) {
    throw isTaken(error) ? tokensBusy(error) : error
  }
}

const tokensBusy = (cause?: unknown) => new AppError('quota.busy', { retryAfterSeconds: 5 }, { cause })

/** Why nothing may be sent; null where it may. */
export function tokenRefusal(context: Context, verdict: Verdict | null): AppError | null {
  if (verdict === 'busy') return tokensBusy()
  if (verdict !== 'spent') return null
  const renews = nextMonthInParis(context.now())
  const sentence = `Il n’y a plus de jetons ce mois-ci, pour vous ou pour votre service. Vous pourrez de nouveau envoyer des messages à partir du ${daySaid(renews)}\u00a0; rien de ce que vous avez écrit n’est perdu.`
  return new AppError('quota.exhausted', { sentence, renews_at: renews.toISOString() })
}
