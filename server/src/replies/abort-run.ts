import type { Run } from './reply-runs.ts'

/** Stops the model of a reply that is being written, once. */
export function abortRun(run: Run, why: NonNullable<Run['stopping']>): void {
  if (run.endedAt !== null || run.stopping !== null) return
  run.stopping = why
  run.controller.abort()
}
