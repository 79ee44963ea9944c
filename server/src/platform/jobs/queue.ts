import { sql } from 'kysely'
import type { Db } from '../db/schema/index.ts'

export type JobKind =
  | 'index_document'
  | 'seed_documents'
  | 'embed_passages'
  | 'prepare_search'
  | 'count_former'
  | 'date_demo_documents'
  | 'test_assistant'
  | 'import_corpus'
/** Queue with a worker of its own: jobs that are short, or may be, never wait behind long ones. */
export type JobLane = 'short' | 'long'
export const jobLanes: readonly JobLane[] = ['short', 'long']
export type Job = {
  id: string
  kind: JobKind
  document_id: string | null
  /** Run of a `test_assistant` job. */
  test_run_id?: string | null
  lane: JobLane
  /** Person who waits for the job; null for maintenance. */
  person_id: string | null
  /** 1 for the first attempt. */
  attempts: number
}

/** Duration of a lease, in seconds: a worker that does not renew it loses the job. */
const leaseDurationSeconds = 20
/** Ordinary number of attempts before a job is abandoned. */
export const maxAttempts = 3

const initialLane: Record<JobKind, JobLane> = {
  index_document: 'short',
  seed_documents: 'long',
  embed_passages: 'long',
  prepare_search: 'long',
  count_former: 'long',
  date_demo_documents: 'long',
  test_assistant: 'long',
  import_corpus: 'long',
}

/** Id that stands for maintenance where jobs are grouped by person, as in the index `job_person`. */
const maintenanceId = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/** Value of `turn` for a job that sleeps until the next day; `wakeJobs` then gives it a turn. */
const sleepingTurn = -1

/** Effective turn of a job: each failed attempt, including one that killed its process, adds one. The attempt in progress does not count. */
const effectiveTurn = sql`(turn + attempts - case when leased_until >= now() then 1 else 0 end)`

/** Current turn of a lane: the lowest effective turn of its due jobs. Postponed jobs have kept an old turn, so they are ignored. */
const currentTurn = (lane: JobLane) =>
  sql`coalesce((select min(${effectiveTurn}) from job where lane = ${lane} and turn > ${sleepingTurn} and run_at <= now()), 0)`

/**
 * Turn for a new job of a person in a lane: the current turn, or the one after their last job. A newcomer is thus served soon, but cannot pass ahead of
 * the others for ever.
 */
const nextTurn = (lane: JobLane, person_id: string | null) => sql`
  greatest(
    ${currentTurn(lane)},
    coalesce((select max(turn) + 1 from job where coalesce(person_id, ${maintenanceId}) = coalesce(${person_id}::uuid, ${maintenanceId}) and lane = ${lane}), 0))`

type EnqueueOptions = {
  /** Person who waits for the job and takes turns with the others; null for maintenance. */
  person_id?: string | null
  delaySeconds?: number
  /** Test run of a `test_assistant` job. */
  test_run_id?: string
}

/**
 * Adds a job, due in `delaySeconds`. If the same job exists, its due time and attempts are reset; if it is running, its worker loses the lease, and the
 * job runs again.
 */
export async function enqueue(
  db: Db,
  kind: JobKind,
  document_id: string | null,
  { person_id = null, delaySeconds = 0, test_run_id }: EnqueueOptions = {},
): Promise<void> {
  const lane = initialLane[kind]
  await sql`
    insert into job (kind, document_id, test_run_id, run_at, lane, person_id, turn)
    values (${kind}, ${document_id}::uuid, ${test_run_id ?? null}::uuid, now() + make_interval(secs => ${delaySeconds}), ${lane}, ${person_id}::uuid, ${nextTurn(lane, person_id)})
    on conflict (kind, (coalesce(document_id, test_run_id, '00000000-0000-0000-0000-000000000000')))
    do update set run_at = excluded.run_at, attempts = 0, leased_by = null, leased_until = null, progress = null`.execute(db)
}

/**
 * Leases the next due job of a lane to a worker: one that no worker holds, or whose lease has expired. Order: lowest `turn + attempts`; on a tie most
 * attempts, then earliest due, then oldest. The attempt is counted when the job is leased, so that a job that kills its process does not run for ever. In
 * the long lane, sleeping jobs get their turn first (`wakeJobs`); one that falls due after that waits for the next call.
 */
export async function claimJob(db: Db, worker_id: string, lane: JobLane): Promise<Job | null> {
  if (lane === 'long') await wakeJobs(db)
  const { rows } = await sql<Job>`
    update job set attempts = attempts + 1, leased_by = ${worker_id}::uuid, leased_until = now() + make_interval(secs => ${leaseDurationSeconds})
    where id = (
      select id from job where lane = ${lane} and turn > ${sleepingTurn} and run_at <= now() and (leased_until is null or leased_until < now())
      order by (turn + attempts), attempts desc, run_at, created_at limit 1 for update skip locked)
    returning id, kind, document_id, test_run_id, lane, person_id, attempts`.execute(db)
  return rows[0] ?? null
}

/** Gives a turn to the jobs that slept until today: each person's jobs in successive turns, from the current one on. */
async function wakeJobs(db: Db): Promise<void> {
  await sql`
    update job set turn = placed.turn
    from (
      select due.id, greatest(${currentTurn('long')}, coalesce((
          select max(other.turn) + 1 from job other
          where other.lane = 'long' and coalesce(other.person_id, ${maintenanceId}) = coalesce(due.person_id, ${maintenanceId})), 0))
        + row_number() over (partition by due.person_id order by due.created_at) - 1 as turn
      from job due
      where due.lane = 'long' and due.turn = ${sleepingTurn} and due.run_at <= now()
    ) placed
    where job.id = placed.id and job.turn = ${sleepingTurn}`.execute(db)
}

/**
 * Finds whether jobs of other people are due in the same lane. `new`: at least one has not run in this lane yet, so it may be short. `begun`: all have
 * run. Null: none is due.
 */
export async function findOtherPeopleDue(db: Db, { lane, person_id }: Pick<Job, 'lane' | 'person_id'>): Promise<'new' | 'begun' | null> {
  const due = sql`select 1 from job where lane = ${lane} and coalesce(person_id, ${maintenanceId}) <> coalesce(${person_id}::uuid, ${maintenanceId})
    and run_at <= now() and (leased_until is null or leased_until < now())`
  const {
    rows: [waiter],
  } = await sql<{ any: boolean; new: boolean }>`select exists (${due}) as any, exists (${due} and progress is null) as new`.execute(db)
  if (waiter!.new) return 'new'
  return waiter!.any ? 'begun' : null
}

/**
 * Returns the job to the queue, without counting the attempt, until the others have had a turn. All the jobs of its person move back by one turn, or to
 * the current turn if they were behind it. Does nothing when the job belongs to another worker.
 */
export async function yieldTurn(db: Db, worker_id: string, { id, lane, person_id }: Pick<Job, 'id' | 'lane' | 'person_id'>): Promise<void> {
  const isTheirs = sql`coalesce(job.person_id, ${maintenanceId}) = coalesce(${person_id}::uuid, ${maintenanceId})`
  await sql`
    with held as (
      select id, greatest(1, coalesce((
        select min(${effectiveTurn}) from job where lane = ${lane} and turn > ${sleepingTurn} and run_at <= now() and not (${isTheirs})), 0) - ${effectiveTurn}) as moves
      from job where id = ${id} and leased_by = ${worker_id}::uuid for update)
    update job set turn = turn + held.moves,
      progress = case job.id when held.id then coalesce(progress, 0) else progress end,
      attempts = case job.id when held.id then greatest(attempts - 1, 0) else attempts end,
      leased_by = case when job.id <> held.id then leased_by end,
      leased_until = case when job.id <> held.id then leased_until end
    from held where lane = ${lane} and turn > ${sleepingTurn} and ${isTheirs}`.execute(db)
}

/** Moves the job to the long lane, with a new turn and no attempts. Does nothing when the job belongs to another worker. */
export async function moveToLong(db: Db, worker_id: string, { id, person_id }: Pick<Job, 'id' | 'person_id'>): Promise<void> {
  await sql`
    update job set lane = 'long', turn = ${nextTurn('long', person_id)}, attempts = 0, leased_by = null, leased_until = null, progress = null
    where id = ${id} and leased_by = ${worker_id}::uuid`.execute(db)
}

/** Postpones the job to the next day and resets its attempts. Does nothing when the job belongs to another worker. */
export async function postponeToTomorrow(db: Db, worker_id: string, id: string): Promise<void> {
  await sql`
    update job set run_at = current_date + 1, turn = ${sleepingTurn}, attempts = 0, leased_by = null, leased_until = null, progress = null
    where id = ${id} and leased_by = ${worker_id}::uuid`.execute(db)
}

/** Renews the lease; returns false when the job no longer belongs to this worker (deleted, leased by another, or added again). */
export async function renewLease(db: Db, worker_id: string, id: string, progress: number | null): Promise<boolean> {
  const { rows } = await sql`
    update job set leased_until = now() + make_interval(secs => ${leaseDurationSeconds}), progress = coalesce(${progress}::int, progress)
    where id = ${id} and leased_by = ${worker_id}::uuid returning id`.execute(db)
  return rows.length === 1
}

/** Deletes a job that is done or abandoned. A job added again meanwhile no longer belongs to this worker, and stays. */
export async function finishJob(db: Db, worker_id: string, id: string): Promise<void> {
  await db.deleteFrom('job').where('id', '=', id).where('leased_by', '=', worker_id).execute()
}

/** Returns the job to the queue for a later attempt. */
export async function postponeJob(db: Db, worker_id: string, id: string, delaySeconds: number): Promise<void> {
  await sql`
    update job set run_at = now() + make_interval(secs => ${delaySeconds}), leased_by = null, leased_until = null, progress = null
    where id = ${id} and leased_by = ${worker_id}::uuid`.execute(db)
}

/** Returns the job to the queue without counting the attempt: the process is stopping, or what the job needs does not answer. */
export async function returnJob(db: Db, worker_id: string, id: string, delaySeconds = 0): Promise<void> {
  await sql`
    update job set attempts = greatest(attempts - 1, 0), run_at = greatest(run_at, now() + make_interval(secs => ${delaySeconds})), leased_by = null, leased_until = null, progress = null
    where id = ${id} and leased_by = ${worker_id}::uuid`.execute(db)
}

/** Releases the jobs of all other workers. To be called only when no other process can be running (embedded engine, at start). */
export async function releaseOtherLeases(db: Db, worker_id: string): Promise<void> {
  await sql`update job set leased_by = null, leased_until = null where leased_by <> ${worker_id}::uuid`.execute(db)
}

/** Returns the milliseconds until a job of a lane is due; null when the lane is empty. */
export async function untilNextJob(db: Db, lane: JobLane): Promise<number | null> {
  const {
    rows: [row],
  } = await sql<{ ms: number | null }>`
    select ceil(extract(epoch from min(greatest(run_at, coalesce(leased_until, run_at))) - now()) * 1000)::float8 as ms
    from job where lane = ${lane}`.execute(db)
  return row?.ms === null || row?.ms === undefined ? null : Math.max(0, row.ms)
}

/** Counts the jobs of the whole instance by kind and state: due (`waiting`), `running`, not due yet (`postponed`). For the metrics. */
export async function countJobs(db: Db): Promise<{ kind: JobKind; state: 'waiting' | 'running' | 'postponed'; count: number }[]> {
  const { rows } = await sql<{ kind: JobKind; state: 'waiting' | 'running' | 'postponed'; count: number }>`
    select kind, case when leased_until >= now() then 'running' when run_at <= now() then 'waiting' else 'postponed' end as state, count(*)::int as count
    from job group by 1, 2`.execute(db)
  return rows
}
