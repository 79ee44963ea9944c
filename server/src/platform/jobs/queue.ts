import { sql } from 'kysely'
import type { Db } from '../db/schema/index.ts'

export type JobKind = 'index_document' | 'seed_documents' | 'embed_passages' | 'count_former' | 'date_demo_documents'
/** Two queues with a worker each: what is short, or may be, never waits behind what is long. */
export type Lane = 'short' | 'long'
export const lanes: readonly Lane[] = ['short', 'long']
export type Job = {
  id: string
  kind: JobKind
  document_id: string | null
  lane: Lane
  /** Who waits for it; null for the upkeep of the instance. */
  person_id: string | null
  /** 1 for the first try. */
  attempts: number
}

/** How long a job stays with a worker that gives no sign of life, in seconds. */
const leaseSeconds = 20
/** Tries before a job is given up. */
export const maxAttempts = 3

const firstLane: Record<JobKind, Lane> = {
  index_document: 'short',
  seed_documents: 'long',
  embed_passages: 'long',
  count_former: 'long',
  date_demo_documents: 'long',
}

/** Stands for the upkeep of the instance among people, as in the index `job_person`. */
const nobody = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/** Stands for the turn of a job that sleeps until the next day: it takes its place among the others when it wakes. */
const asleep = -1

/** The turn at which a job is taken: each try that failed, or that killed its process, has cost it one. The try under way has not. */
const place = sql`(turn + attempts - case when leased_until >= now() then 1 else 0 end)`

/** The present turn of a lane: the lowest of what is due. What is put off has stayed behind, and says nothing of it. */
const presentTurn = (lane: Lane) => sql`coalesce((select min(${place}) from job where lane = ${lane} and turn > ${asleep} and run_at <= now()), 0)`

/**
 * The turn of one more job of a person in a lane: the present one, or the one after their last. Somebody who comes late is
 * thus read at once, and cannot pass for ever before those who wait.
 */
const nextTurn = (lane: Lane, person_id: string | null) => sql`
  greatest(
    ${presentTurn(lane)},
    coalesce((select max(turn) + 1 from job where coalesce(person_id, ${nobody}) = coalesce(${person_id}::uuid, ${nobody}) and lane = ${lane}), 0))`

type EnqueueOptions = {
  /** Who waits for it, and takes turns with the others; nobody for upkeep. */
  person_id?: string | null
  delaySeconds?: number
}

/**
 * Puts work in the queue, due in `delaySeconds`. Work that already waits becomes due then; work under way will be done again
 * after it.
 */
export async function enqueue(db: Db, kind: JobKind, document_id: string | null, { person_id = null, delaySeconds = 0 }: EnqueueOptions = {}): Promise<void> {
  const lane = firstLane[kind]
  await sql`
    insert into job (kind, document_id, run_at, lane, person_id, turn)
    values (${kind}, ${document_id}::uuid, now() + make_interval(secs => ${delaySeconds}), ${lane}, ${person_id}::uuid, ${nextTurn(lane, person_id)})
    on conflict (kind, (coalesce(document_id, '00000000-0000-0000-0000-000000000000')))
    do update set run_at = excluded.run_at, attempts = 0, leased_by = null, leased_until = null, progress = null`.execute(db)
}

/**
 * Takes a job of a lane that is due and nobody's, or whose worker is dead: the first by turns, where a failed try counts as
 * one, then the most tried, which has paid for it, then the oldest. The try is counted at once, so that a job that kills its
 * process is not tried for ever. What falls due after the waking has no place yet: it waits for the next call.
 */
export async function claimJob(db: Db, worker_id: string, lane: Lane): Promise<Job | null> {
  if (lane === 'long') await wakeJobs(db)
  const { rows } = await sql<Job>`
    update job set attempts = attempts + 1, leased_by = ${worker_id}::uuid, leased_until = now() + make_interval(secs => ${leaseSeconds})
    where id = (
      select id from job where lane = ${lane} and turn > ${asleep} and run_at <= now() and (leased_until is null or leased_until < now())
      order by (turn + attempts), attempts desc, run_at, created_at limit 1 for update skip locked)
    returning id, kind, document_id, lane, person_id, attempts`.execute(db)
  return rows[0] ?? null
}

/** Gives what slept until this day its place: each person's jobs one turn after the other, from the present one on. */
async function wakeJobs(db: Db): Promise<void> {
  await sql`
    update job set turn = placed.turn
    from (
      select due.id, greatest(${presentTurn('long')}, coalesce((
          select max(other.turn) + 1 from job other
          where other.lane = 'long' and coalesce(other.person_id, ${nobody}) = coalesce(due.person_id, ${nobody})), 0))
        + row_number() over (partition by due.person_id order by due.created_at) - 1 as turn
      from job due
      where due.lane = 'long' and due.turn = ${asleep} and due.run_at <= now()
    ) placed
    where job.id = placed.id and job.turn = ${asleep}`.execute(db)
}

/**
 * Finds whether jobs of other people are due in the lane of a job. `new`: one of them has not run in this lane yet, so that
 * it may be short. `begun`: all of them have. Null: none is due.
 */
export async function othersWait(db: Db, { lane, person_id }: Pick<Job, 'lane' | 'person_id'>): Promise<'new' | 'begun' | null> {
  const due = sql`select 1 from job where lane = ${lane} and coalesce(person_id, ${nobody}) <> coalesce(${person_id}::uuid, ${nobody})
    and run_at <= now() and (leased_until is null or leased_until < now())`
  const {
    rows: [waiting],
  } = await sql<{ any: boolean; new: boolean }>`select exists (${due}) as any, exists (${due} and progress is null) as new`.execute(db)
  if (waiting!.new) return 'new'
  return waiting!.any ? 'begun' : null
}

/**
 * Gives the job back, uncounted, for when everybody else has had a turn: all that its person waits for moves by one, or up to
 * the present turn when it had stayed behind. Nothing moves once the job is another worker's.
 */
export async function passTurn(db: Db, worker_id: string, { id, lane, person_id }: Pick<Job, 'id' | 'lane' | 'person_id'>): Promise<void> {
  const isTheirs = sql`coalesce(job.person_id, ${nobody}) = coalesce(${person_id}::uuid, ${nobody})`
  await sql`
    with held as (
      select id, greatest(1, coalesce((
        select min(${place}) from job where lane = ${lane} and turn > ${asleep} and run_at <= now() and not (${isTheirs})), 0) - ${place}) as moves
      from job where id = ${id} and leased_by = ${worker_id}::uuid for update)
    update job set turn = turn + held.moves,
      progress = case job.id when held.id then coalesce(progress, 0) else progress end,
      attempts = case job.id when held.id then greatest(attempts - 1, 0) else attempts end,
      leased_by = case when job.id <> held.id then leased_by end,
      leased_until = case when job.id <> held.id then leased_until end
    from held where lane = ${lane} and turn > ${asleep} and ${isTheirs}`.execute(db)
}

/** Gives the job back, uncounted, to the lane of what is long. */
export async function moveToLong(db: Db, worker_id: string, { id, person_id }: Pick<Job, 'id' | 'person_id'>): Promise<void> {
  await sql`
    update job set lane = 'long', turn = ${nextTurn('long', person_id)}, attempts = 0, leased_by = null, leased_until = null, progress = null
    where id = ${id} and leased_by = ${worker_id}::uuid`.execute(db)
}

/** Gives the job back, uncounted, for the next day. */
export async function waitForTomorrow(db: Db, worker_id: string, id: string): Promise<void> {
  await sql`
    update job set run_at = current_date + 1, turn = ${asleep}, attempts = 0, leased_by = null, leased_until = null, progress = null
    where id = ${id} and leased_by = ${worker_id}::uuid`.execute(db)
}

/** Keeps the job for another while; false when it is no longer this worker's (deleted, or taken by another). */
export async function keepJob(db: Db, worker_id: string, id: string, progress: number | null): Promise<boolean> {
  const { rows } = await sql`
    update job set leased_until = now() + make_interval(secs => ${leaseSeconds}), progress = coalesce(${progress}::int, progress)
    where id = ${id} and leased_by = ${worker_id}::uuid returning id`.execute(db)
  return rows.length === 1
}

/** The job is done, or will not be tried again. Asked for anew meanwhile, it is no longer this worker's and stays. */
export async function finishJob(db: Db, worker_id: string, id: string): Promise<void> {
  await db.deleteFrom('job').where('id', '=', id).where('leased_by', '=', worker_id).execute()
}

/** Gives the job back for a later try. */
export async function postponeJob(db: Db, worker_id: string, id: string, delaySeconds: number): Promise<void> {
  await sql`
    update job set run_at = now() + make_interval(secs => ${delaySeconds}), leased_by = null, leased_until = null, progress = null
    where id = ${id} and leased_by = ${worker_id}::uuid`.execute(db)
}

/** Gives the job back as if it had not been begun: the process stops, the job is not to blame. */
export async function returnJob(db: Db, worker_id: string, id: string): Promise<void> {
  await sql`
    update job set attempts = greatest(attempts - 1, 0), leased_by = null, leased_until = null, progress = null
    where id = ${id} and leased_by = ${worker_id}::uuid`.execute(db)
}

/** Frees the jobs of every other worker: only where no other process can be alive (embedded engine, at start). */
export async function freeJobs(db: Db, worker_id: string): Promise<void> {
  await sql`update job set leased_by = null, leased_until = null where leased_by <> ${worker_id}::uuid`.execute(db)
}

/** Milliseconds until a job of a lane is due; null when none waits. */
export async function untilNextJob(db: Db, lane: Lane): Promise<number | null> {
  const {
    rows: [row],
  } = await sql<{ ms: number | null }>`
    select ceil(extract(epoch from min(greatest(run_at, coalesce(leased_until, run_at))) - now()) * 1000)::float8 as ms
    from job where lane = ${lane}`.execute(db)
  return row?.ms === null || row?.ms === undefined ? null : Math.max(0, row.ms)
}

/** Jobs of the whole instance: due and not begun, under way, put off for a later try. For the operator. */
export async function countJobs(db: Db): Promise<{ kind: JobKind; state: 'waiting' | 'running' | 'postponed'; count: number }[]> {
  const { rows } = await sql<{ kind: JobKind; state: 'waiting' | 'running' | 'postponed'; count: number }>`
    select kind, case when leased_until >= now() then 'running' when run_at <= now() then 'waiting' else 'postponed' end as state, count(*)::int as count
    from job group by 1, 2`.execute(db)
  return rows
}
