import { abortRun } from './abort-run.ts'
import type { PlaceKeeper } from './places.ts'
import type { Run, RunsDeps } from './reply-runs.ts'
import { activeOwners, repliesToStop } from './reply-store.ts'
import { beat } from './writers.ts'

// A stop requested on another instance must reach the model within one second.
const stopCheckMs = 500
const ownerCheckMs = 2_000
// Well under `writerSilenceSeconds`, after which another instance closes this one's replies.
const beatMs = 2_000

/**
 * Starts the regular tasks of running replies: stop requests, disabled owners, slots to release, heartbeat.
 * @returns a function that ends them
 */
export function watchReplies(deps: RunsDeps, runs: ReadonlyMap<string, Run>, places: PlaceKeeper): () => void {
  const stops = [
    regularly(deps, stopCheckMs, () => checkKept(deps, runs), 'stop requests not read'),
    regularly(deps, ownerCheckMs, () => checkUnkept(deps, runs), 'owners of replies not read'),
    regularly(deps, ownerCheckMs, places.retry, 'places not given back yet'),
    ...(deps.exclusive ? [] : [regularly(deps, beatMs, () => beat(deps.db, deps.writer_id), 'heartbeat not written')]),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Runs `work` every `ms`, never concurrently with itself. Failures are logged; the next run is the retry. */
function regularly({ log }: RunsDeps, ms: number, work: () => Promise<void>, failure: string): () => void {
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    work()
      .catch((error: unknown) => log.warn({ err: error instanceof Error ? error.name : 'unknown' }, failure))
      .finally(() => {
        busy = false
      })
  }, ms).unref()
  return () => clearInterval(timer)
}

async function checkKept({ db, writer_id }: RunsDeps, runs: ReadonlyMap<string, Run>): Promise<void> {
  const kept = running(runs).flatMap((run) => (run.message_id === null ? [] : [[run, run.message_id] as const]))
  if (kept.length === 0) return
  const unwanted = new Set(
    await repliesToStop(
      db,
      writer_id,
      kept.map(([, message_id]) => message_id),
    ),
  )
  for (const [run, message_id] of kept) if (unwanted.has(message_id)) abortRun(run, 'stopped')
}

/** An unsaved reply has no message row to check; only its owner's account can be. */
async function checkUnkept({ db }: RunsDeps, runs: ReadonlyMap<string, Run>): Promise<void> {
  const unkept = running(runs).filter((run) => run.message_id === null)
  if (unkept.length === 0) return
  const active = await activeOwners(
    db,
    unkept.map((run) => run.owner_id),
  )
  for (const run of unkept) if (!active.has(run.owner_id)) abortRun(run, 'stopped')
}

const running = (runs: ReadonlyMap<string, Run>): Run[] => [...runs.values()].filter((run) => run.endedAt === null)
