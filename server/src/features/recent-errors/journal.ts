import type { ErrorCode } from '@parvis/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema/index.ts'
import type { Log } from '../../platform/log.ts'

/** A failure that somebody was told of: no person, no address, no content. `route` is the pattern of the contract. */
export type Failure = { code: ErrorCode; status: number; method: string; route: string; request_id: string }

type ErrorJournal = {
  /** Remembers a failure; it is saved a moment later, and never makes anything fail. */
  note(failure: Failure): void
  /** Saves what waits. */
  settle(): Promise<void>
}

export const keptDays = 30
export const keptPerCode = 200

/** The ordinary life of sessions, and what somebody stopped: they would hide what is to be looked at. */
const ordinary: ReadonlySet<ErrorCode> = new Set([
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
const atMostPerSave = 100
const saidPerPurge = 400

type Deps = { db: Db; log: Log; now(): Date }

/**
 * Keeps the recent errors in the database, in groups of rows: a storm of errors costs one insert a second, and what is over the
 * bounds is dropped. Losing some is accepted, slowing or breaking an answer is not.
 */
export function createErrorJournal({ db, log, now }: Deps): ErrorJournal {
  let waiting: (Failure & { occurred_at: Date })[] = []
  let timer: NodeJS.Timeout | null = null
  let sincePurge = saidPerPurge
  let saving = Promise.resolve()

  const save = async () => {
    timer = null
    const rows = waiting
    waiting = []
    if (rows.length === 0) return
    try {
      await db.insertInto('recent_error').values(rows).execute()
      sincePurge += rows.length
      if (sincePurge < saidPerPurge) return
      sincePurge = 0
      await purgeRecentErrors(db, now())
    } catch (error) {
      log.warn({ err: error instanceof Error ? error.name : 'unknown', dropped: rows.length }, 'recent errors not saved')
    }
  }
  return {
    note(failure) {
      if (ordinary.has(failure.code) || waiting.length >= atMostPerSave) return
      waiting.push({ ...failure, occurred_at: now() })
      timer ??= setTimeout(() => void (saving = save()), saveAfterMs).unref()
    },
    async settle() {
      if (timer !== null) clearTimeout(timer)
      await saving
      await save()
    },
  }
}

/** Forgets what is older than `keptDays`, and all but the latest `keptPerCode` of each code. */
export async function purgeRecentErrors(db: Db, now: Date): Promise<void> {
  await sql`
    delete from recent_error e using (
      select id, row_number() over (partition by code order by occurred_at desc, id desc) as rank from recent_error
    ) ranked
    where ranked.id = e.id
      and (ranked.rank > ${keptPerCode}::integer or e.occurred_at < ${now}::timestamptz - make_interval(days => ${keptDays}::integer))`.execute(db)
}
