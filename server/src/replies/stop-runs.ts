import { AppError } from '../platform/errors/app-error.ts'
import { abortRun } from './abort-run.ts'
import type { Run } from './reply-runs.ts'

/** How far the process is with its stop. `admitted`: what leads to a reply, and is not done. */
export type Stop = { admitted: number; isAsked: boolean; isCutting: boolean }

/** How long an interrupted reply has to be saved, then its readers to get its end. */
const lastTextMs = 3_000
const lastWordMs = 1_000

/** Does `work`, for which a stop waits. @throws {AppError} `server.stopping`, and what `work` does */
export async function admit<T>(stop: Stop, work: () => Promise<T>): Promise<T> {
  if (stop.isAsked) throw new AppError('server.stopping')
  stop.admitted += 1
  try {
    return await work()
  } finally {
    stop.admitted -= 1
  }
}

/** Admits nothing more, waits for what was, then interrupts what is left. */
export async function stopRuns(runs: ReadonlyMap<string, Run>, stop: Stop, timeoutMs: number): Promise<void> {
  const isIdle = () => stop.admitted === 0 && countRunning(runs) === 0
  stop.isAsked = true
  await waitUntil(isIdle, timeoutMs, 50)
  stop.isCutting = true
  for (const run of runs.values()) abortRun(run, 'cut')
  await waitUntil(isIdle, lastTextMs, 20)
  // Connections are closed next: readers first get the end of what they read. One that does not read is not waited for.
  await waitUntil(() => [...runs.values()].every((run) => run.log.listeners() === 0), lastWordMs, 20)
}

export function countRunning(runs: ReadonlyMap<string, Run>): number {
  let total = 0
  for (const run of runs.values()) if (run.endedAt === null) total += 1
  return total
}

/** Waits for `isDone`, but not longer than `longestMs`. */
async function waitUntil(isDone: () => boolean, longestMs: number, everyMs: number): Promise<void> {
  const deadline = Date.now() + longestMs
  while (!isDone() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, everyMs))
}
