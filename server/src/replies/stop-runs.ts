import { AppError } from '../platform/errors/app-error.ts'
import { abortRun } from './abort-run.ts'
import type { Run } from './reply-runs.ts'

/** State of the shutdown. `admitted` counts the calls of `admit` in progress. */
export type Stop = { admitted: number; isAsked: boolean; isCutting: boolean }

/** Time given to interrupted replies to be saved, then to their readers to receive the end. */
const lastTextMs = 3_000
const lastWordMs = 1_000

/**
 * Runs `work`; shutdown waits for it.
 * @throws {AppError} `server.stopping` once shutdown has begun; any error of `work`
 */
export async function admit<T>(stop: Stop, work: () => Promise<T>): Promise<T> {
  if (stop.isAsked) throw new AppError('server.stopping')
  stop.admitted += 1
  try {
    return await work()
  } finally {
    stop.admitted -= 1
  }
}

/** Shuts down: refuses new work, waits up to `timeoutMs` for the running replies, then interrupts the rest. */
export async function stopRuns(runs: ReadonlyMap<string, Run>, stop: Stop, timeoutMs: number): Promise<void> {
  const isIdle = () => stop.admitted === 0 && countRunning(runs) === 0
  stop.isAsked = true
  await waitUntil(isIdle, timeoutMs, 50)
  stop.isCutting = true
  for (const run of runs.values()) abortRun(run, 'cut')
  await waitUntil(isIdle, lastTextMs, 20)
  // Connections are closed next: let readers receive the end first. A reader that does not read is not waited for beyond `lastWordMs`.
  await waitUntil(() => [...runs.values()].every((run) => run.log.listeners() === 0), lastWordMs, 20)
}

export function countRunning(runs: ReadonlyMap<string, Run>): number {
  let total = 0
  for (const run of runs.values()) if (run.endedAt === null) total += 1
  return total
}

async function waitUntil(isDone: () => boolean, longestMs: number, everyMs: number): Promise<void> {
  const deadline = Date.now() + longestMs
  while (!isDone() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, everyMs))
}
