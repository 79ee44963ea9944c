import type { Kysely } from 'kysely'
import type { Log } from '../context.ts'
import type { Schema } from '../db/schema/index.ts'
import { claimJob, finishJob, freeJobs, keepJob, maxAttempts, postponeJob, returnJob, untilNextJob } from './queue.ts'
import type { Job, JobKind } from './queue.ts'

export type JobRun = {
  job: Job
  /** Aborted when the job is somebody else's, or its subject deleted, or the process stops. */
  signal: AbortSignal
  /** Percentage done, shown to people. */
  report(percent: number): void
}

export type JobHandler = {
  /** Throwing means: try again later. */
  run(run: JobRun): Promise<void>
  /** Called instead of another try once the job has used them all. */
  giveUp(job: Job): Promise<void>
}

export type Worker = {
  /** Begins to work in the background. `exclusive`: no other process shares the base. */
  start(exclusive: boolean): Promise<void>
  /** There is something new in the queue. */
  wake(): void
  /** Works until no job is due, then settles: for tests and tools. Only while not started. */
  drain(): Promise<void>
  /** Interrupts the present job, which goes back to the queue. */
  stop(): Promise<void>
}

/** Told of each try of a job: its kind, whether it succeeded, and the time that it took in milliseconds. */
export type JobEnded = (kind: JobKind, done: boolean, ms: number) => void

/** `isFull`: no room is left to write; jobs then wait. */
export type WorkerDeps = { db: Kysely<Schema>; log: Log; worker_id: string; handlers: Record<JobKind, JobHandler>; ended?: JobEnded; isFull?: () => boolean }

const heartbeatMs = 2_000
/** Without being woken, how long the queue is left alone; shorter where another process may have filled it. */
const longestSleepMs = { alone: 15_000, shared: 2_000 }
const fullSleepMs = 1_000
const retryDelaySeconds = [5, 30]

/** Works through the queue, one job at a time: what it runs is heavy, and a person's request always comes first. */
export function createWorker(deps: WorkerDeps): Worker {
  const { db, log, worker_id, handlers } = deps
  let stopping = false
  let current: AbortController | null = null
  let loop: Promise<void> | null = null
  let rouse: () => void = () => {}
  let isAwake = false
  let longestSleep = longestSleepMs.shared

  const runJob = async (job: Job): Promise<void> => {
    const controller = new AbortController()
    current = controller
    let progress: number | null = null
    const begin = performance.now()
    let done = false
    const heartbeat = setInterval(() => {
      keepJob(db, worker_id, job.id, progress).then(
        (kept) => kept || controller.abort(new Error('the job was taken away')),
        // A base that does not answer takes the lease away by itself.
        () => {},
      )
    }, heartbeatMs)
    try {
      const handler = handlers[job.kind]
      if (job.attempts > maxAttempts) await handler.giveUp(job)
      else await handler.run({ job, signal: controller.signal, report: (percent) => void (progress = Math.round(percent)) })
      await finishJob(db, worker_id, job.id)
      done = job.attempts <= maxAttempts
    } catch (error) {
      await failed(job, error, controller.signal)
    } finally {
      clearInterval(heartbeat)
      deps.ended?.(job.kind, done, performance.now() - begin)
      current = null
    }
  }

  const failed = async (job: Job, error: unknown, signal: AbortSignal): Promise<void> => {
    if (stopping) return returnJob(db, worker_id, job.id)
    if (signal.aborted) return
    log.warn({ job: job.kind, attempt: job.attempts, err: describe(error) }, 'job failed')
    if (job.attempts < maxAttempts) return postponeJob(db, worker_id, job.id, retryDelaySeconds[job.attempts - 1] ?? 60)
    await handlers[job.kind].giveUp(job)
    await finishJob(db, worker_id, job.id)
  }

  const workUntilIdle = async (): Promise<void> => {
    while (!stopping && deps.isFull?.() !== true) {
      const job = await claimJob(db, worker_id)
      if (job === null) return
      await runJob(job)
    }
  }

  const sleep = async (): Promise<void> => {
    const due = await untilNextJob(db)
    if (isAwake || stopping) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, (deps.isFull?.() === true ? fullSleepMs : Math.min(due ?? longestSleep, longestSleep)) + 5)
    rouse = resolve
    await promise
    clearTimeout(timer)
  }

  const work = async (): Promise<void> => {
    while (!stopping) {
      isAwake = false
      try {
        await workUntilIdle()
        await sleep()
      } catch (error) {
        log.warn({ err: describe(error) }, 'the queue did not answer')
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      }
    }
  }

  return {
    async start(exclusive) {
      if (exclusive) {
        longestSleep = longestSleepMs.alone
        await freeJobs(db, worker_id)
      }
      loop ??= work()
    },
    wake() {
      isAwake = true
      rouse()
    },
    drain: workUntilIdle,
    async stop() {
      stopping = true
      current?.abort(new Error('the process stops'))
      rouse()
      await loop
    },
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? `${error.name} ${code}` : error.name
}
