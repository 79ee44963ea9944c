import type { ErrorGroup } from '@parvis/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema/index.ts'
import { retentionDays } from './journal.ts'

/** Number of occurrences listed for each code. */
const shownPerCode = 10

/**
 * Lists the recent errors by code, last seen first.
 * @param reference prefix of a request id, as somebody dictates it: case and spaces are ignored; empty matches all
 */
export async function listRecentErrors(db: Db, now: Date, reference: string): Promise<ErrorGroup[]> {
  const beginning = reference.toLowerCase().replace(/\s/g, '')
  const { rows } = await sql<ErrorGroup>`
    with ranked as (
      select e.*, row_number() over (partition by code order by occurred_at desc, id desc) as rank from recent_error e
      where occurred_at >= ${now}::timestamptz - make_interval(days => ${retentionDays}::integer) and starts_with(request_id, ${beginning})
    )
    select code, max(status) as status, count(*)::integer as count, min(occurred_at) as first_at, max(occurred_at) as last_at,
      json_agg(json_build_object('request_id', request_id, 'method', method, 'route', route,
        'occurred_at', to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by rank)
        filter (where rank <= ${shownPerCode}::integer) as occurrences
    from ranked group by code order by max(occurred_at) desc, code`.execute(db)
  return rows
}
