import { type ErrorCode, type ErrorGroup, routes } from '@parvis/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema/index.ts'
import type { Log } from '../../platform/log.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'

/** An error that was returned to somebody, without person, address or content. `route` is the pattern in the contract. */
type RecentError = { code: ErrorCode; status: number; method: string; route: string; request_id: string }

type ErrorJournal = {
  /** Queues an error, saved within a second. Never fails. */
  note(failure: RecentError): void
  /** Saves the queued errors now. */
  settle(): Promise<void>
}

const retentionDays = 30
export const maxPerCode = 200

/** Error codes not recorded: those of ordinary sessions and of cancelled replies would hide the errors to look at. */
const ignoredCodes: ReadonlySet<ErrorCode> = new Set([
  'auth.missing',
  'auth.expired',
  'auth.invalid',
  'auth.credentials',
  'auth.must_change_password',
  'auth.second_factor_required',
  'auth.second_factor_due',
  'llm.aborted',
])

const saveAfterMs = 1_000
const maxPerSave = 100
const savedPerPurge = 400

/** Number of occurrences listed for each code. */
const shownPerCode = 10

type JournalDeps = { db: Db; log: Log; now(): Date }

/**
 * Creates the journal of recent errors, which saves them in batches: a storm of errors costs one insert per second. Errors beyond the bounds are dropped,
 * rather than slowing or failing a response.
 */
export function createErrorJournal({ db, log, now }: JournalDeps): ErrorJournal {
  let pendingErrors: (RecentError & { occurred_at: Date })[] = []
  let timer: NodeJS.Timeout | null = null
  let sincePurge = savedPerPurge
  let saving = Promise.resolve()

  const save = async () => {
    timer = null
    const rows = pendingErrors
    pendingErrors = []
    if (rows.length === 0) return
    try {
      await db.insertInto('recent_error').values(rows).execute()
      sincePurge += rows.length
      if (sincePurge < savedPerPurge) return
      sincePurge = 0
      await purgeRecentErrors(db, now())
    } catch (error) {
      log.warn({ err: error instanceof Error ? error.name : 'unknown', dropped: rows.length }, 'recent errors not saved')
    }
  }
  return {
    note(failure) {
      if (ignoredCodes.has(failure.code) || pendingErrors.length >= maxPerSave) return
      pendingErrors.push({ ...failure, occurred_at: now() })
      timer ??= setTimeout(() => void (saving = save()), saveAfterMs).unref()
    },
    async settle() {
      if (timer !== null) clearTimeout(timer)
      await saving
      await save()
    },
  }
}

/** Deletes the errors older than `retentionDays`, and all but the latest `maxPerCode` of each code. */
export async function purgeRecentErrors(db: Db, now: Date): Promise<void> {
  await sql`
    delete from recent_error e using (
      select id, row_number() over (partition by code order by occurred_at desc, id desc) as rank from recent_error
    ) ranked
    where ranked.id = e.id
      and (ranked.rank > ${maxPerCode}::integer or e.occurred_at < ${now}::timestamptz - make_interval(days => ${retentionDays}::integer))`.execute(db)
}

/**
 * Lists the recent errors by code, last seen first.
 * @param reference prefix of a request id, as somebody dictates it: case and spaces are ignored; empty matches all
 */
async function listRecentErrors(db: Db, now: Date, reference: string): Promise<ErrorGroup[]> {
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

export const recentErrorsHandlers: RouteHandler[] = [
  handle(routes.recentErrors.list, async ({ context, query }) => ({
    kept_days: retentionDays,
    kept_per_code: maxPerCode,
    groups: await listRecentErrors(context.db, context.now(), query.request_id ?? ''),
  })),
]
