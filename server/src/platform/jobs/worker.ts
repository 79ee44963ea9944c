import type { Db } from '../db/schema/index.ts'
import { isFilesUnavailable } from '../errors/app-error.ts'
import type { Log } from '../log.ts'
import {
  claimJob,
  finishJob,
  releaseOtherLeases,
  renewLease,
  jobLanes,
  maxAttempts,
  moveToLong,
  yieldTurn,
  postponeJob,
  returnJob,
  untilNextJob,
  postponeToTomorrow,
  type Job,
  type JobKind,
  type JobLane,
} from './queue.ts'

export type JobRun = {
  job: Job
  /** Aborted when the job is deleted or no longer belongs to this worker, or when the process stops. */
  signal: AbortSignal
  /** Reports the percentage done, shown to people. */
  report(percent: number): void
}

/**
 * Outcome of an attempt that did not finish the job. `long`: move it to the long lane; `turn`: let other people's jobs go first; `tomorrow`: its person
 * has used their daily share. Undefined: done.
 */
export type JobEnd = 'long' | 'turn' | 'tomorrow' | void

export type JobHandler = {
  /** Runs the job once. An error means a later attempt; `files.unavailable` is waited out, however long it lasts. */
  run(run: JobRun): Promise<JobEnd>
  /** Called in place of another attempt, when all have been used. */
  abandon(job: Job): Promise<void>
}

export type JobWorker = {
  /** Starts working in the background. @param exclusive no other process shares the database */
  start(exclusive: boolean): Promise<void>
  /** Signals new jobs in the queue. */
  wake(): void
  /** Works until no job is due, for tests and tools. Not to be called once started. */
  drain(): Promise<void>
  /** Aborts the running jobs, which return to the queue. */
  stop(): Promise<void>
}

/** Called after each attempt that ended the job or failed, with its duration in milliseconds. */
type OnAttemptEnd = (kind: JobKind, hasSucceeded: boolean, ms: number) => void

export type JobWorkerDeps = {
  db: Db
  log: Log
  worker_id: string
  handlers: Record<JobKind, JobHandler>
  /** Charges the database time of a job to its person (db/fair-queue.ts). */
  inBackgroundFor<T>(person: string, work: () => T): T
  onAttemptEnd?: OnAttemptEnd
  /** True when the disk is full; jobs then wait. */
  isFull?: () => boolean
}

const heartbeatMs = 2_000
/** Maximum time between two looks at the queue, in milliseconds; shorter when other processes may add jobs, which they also run. */
const maxSleepMs = { alone: 15_000, shared: 5_000 }
const fullSleepMs = 1_000
/** Delay before a job that needs a file is run again, in seconds, while the file store does not answer: the attempt is not counted. */
const storeDelaySeconds = 30
const retryDelaySeconds = [5, 30]
/**
 * Delays before the late attempts, in seconds, of a job whose process died at each ordinary attempt. It may only be unlucky (power cuts, a server killed
 * repeatedly); the delays grow since it may also be the cause.
 */
const lateRetrySeconds = [60, 120, 240, 480]

/** Decides what to do on the nth claim of a job. Beyond `maxAttempts`, each late attempt uses two claims: one that postpones the job, one that runs it. */
function nextStep(attempts: number): 'run' | 'giveUp' | { waitSeconds: number } {
  const late = attempts - maxAttempts - 1
  if (late < 0) return 'run'
  const waitSeconds = lateRetrySeconds[Math.floor(late / 2)]
  if (waitSeconds === undefined) return 'giveUp'
  return late % 2 === 0 ? { waitSeconds } : 'run'
}

/** Creates the worker of the job queue. It runs one job at a time in each lane, as jobs are heavy and requests come first. The lanes run in parallel. */
export function createWorker(deps: JobWorkerDeps): JobWorker {
  const { db, worker_id } = deps
  const wakeAll = () => {
    for (const lane of all) lane.wake()
  }
  const all = jobLanes.map((lane) => createLane(deps, lane, wakeAll))
  let loops: Promise<void>[] | null = null

  return {
    async start(exclusive) {
      if (exclusive) await releaseOtherLeases(db, worker_id)
      loops ??= all.map((lane) => lane.work(exclusive ? maxSleepMs.alone : maxSleepMs.shared))
    },
    wake: wakeAll,
    async drain() {
      // A job may move from one lane to the other.
      while ((await Promise.all(all.map((lane) => lane.workUntilIdle()))).some((hasWorked) => hasWorked));
    },
    async stop() {
      for (const lane of all) lane.stop()
      await Promise.all(loops ?? [])
    },
  }
}

type LaneLoop = {
  work(longestSleep: number): Promise<void>
  /** Returns whether there was a job. */
  workUntilIdle(): Promise<boolean>
  wake(): void
  stop(): void
}

function createLane(deps: JobWorkerDeps, lane: JobLane, onMoved: () => void): LaneLoop {
  const { db, log, worker_id } = deps
  let isStopping = false
  let current: AbortController | null = null
  let wakeUp: () => void = () => {}
  let isAwake = false

  const workUntilIdle = async (): Promise<boolean> => {
    for (let hasWorked = false; ; hasWorked = true) {
      if (isStopping || deps.isFull?.() === true) return hasWorked
      const job = await claimJob(db, worker_id, lane)
      if (job === null) return hasWorked
      // Stopped meanwhile: `stop` can no longer abort this job.
      if (isStopping) {
        await returnJob(db, worker_id, job.id)
        return hasWorked
      }
      current = new AbortController()
      const end = await runJob(deps, job, current, () => isStopping)
      current = null
      // The job is now in the other lane.
      if (end === 'long') onMoved()
    }
  }

  const sleep = async (longestSleep: number): Promise<void> => {
    const due = await untilNextJob(db, lane)
    if (isAwake || isStopping) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, (deps.isFull?.() === true ? fullSleepMs : Math.min(due ?? longestSleep, longestSleep)) + 5)
    wakeUp = resolve
    await promise
    clearTimeout(timer)
  }

  return {
    async work(longestSleep) {
      while (!isStopping) {
        isAwake = false
        try {
          await workUntilIdle()
          await sleep(longestSleep)
        } catch (error) {
          log.warn({ err: describe(error) }, 'the queue did not answer')
          await new Promise((resolve) => setTimeout(resolve, 1_000))
        }
      }
    },
    workUntilIdle,
    wake() {
      isAwake = true
      wakeUp()
    },
    stop() {
      isStopping = true
      current?.abort(new Error('the process stops'))
      wakeUp()
    },
  }
}

/** Runs one attempt of a job, and records its outcome in the queue. */
async function runJob(deps: JobWorkerDeps, job: Job, controller: AbortController, isStopping: () => boolean): Promise<JobEnd> {
  const { db, worker_id, handlers, inBackgroundFor } = deps
  const due = nextStep(job.attempts)
  if (typeof due === 'object') {
    await postponeJob(db, worker_id, job.id, due.waitSeconds)
    return undefined
  }
  const run = () => handlers[job.kind].run({ job, signal: controller.signal, report: (percent) => void (progress = Math.round(percent)) })
  let progress: number | null = null
  const startedAt = performance.now()
  let hasSucceeded = false
  let end = undefined as JobEnd
  const heartbeat = setInterval(() => {
    renewLease(db, worker_id, job.id, progress).then(
      (isRenewed) => isRenewed || controller.abort(new Error('the job was taken away')),
      // Without an answer from the database, the lease expires by itself.
      () => {},
    )
  }, heartbeatMs)
  try {
    if (due === 'giveUp') await handlers[job.kind].abandon(job)
    else end = await (job.person_id === null ? run() : inBackgroundFor(job.person_id, run))
    if (end === 'long') await moveToLong(db, worker_id, job)
    else if (end === 'turn') await yieldTurn(db, worker_id, job)
    else if (end === 'tomorrow') await postponeToTomorrow(db, worker_id, job.id)
    else await finishJob(db, worker_id, job.id)
    hasSucceeded = due === 'run'
  } catch (error) {
    await markFailed(deps, job, error, { wasTaken: controller.signal.aborted, isStopping: isStopping() })
  } finally {
    clearInterval(heartbeat)
    if (end === undefined) deps.onAttemptEnd?.(job.kind, hasSucceeded, performance.now() - startedAt)
  }
  return end
}

async function markFailed(
  { db, log, worker_id, handlers }: JobWorkerDeps,
  job: Job,
  error: unknown,
  { wasTaken, isStopping }: { wasTaken: boolean; isStopping: boolean },
): Promise<void> {
  if (isStopping) return returnJob(db, worker_id, job.id)
  if (wasTaken) return
  log.warn({ job: job.kind, attempt: job.attempts, err: describe(error) }, 'job failed')
  if (isFilesUnavailable(error)) return returnJob(db, worker_id, job.id, storeDelaySeconds)
  if (job.attempts < maxAttempts) return postponeJob(db, worker_id, job.id, retryDelaySeconds[job.attempts - 1] ?? 60)
  await handlers[job.kind].abandon(job)
  await finishJob(db, worker_id, job.id)
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? `${error.name} ${code}` : error.name
}
