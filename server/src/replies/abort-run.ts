import type { Run } from './reply-runs.ts'

/** Aborts the model call of a running reply and records why. Does nothing if the reply has ended or is already being stopped. */
export function abortRun(run: Run, why: NonNullable<Run['stopping']>): void {
  if (run.endedAt !== null || run.stopping !== null) return
  run.stopping = why
  run.controller.abort()
}
