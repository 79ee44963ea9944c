import { abortRun } from './abort-run.ts'
import type { PlaceKeeper } from './places.ts'
import type { Run, RunsDeps } from './reply-runs.ts'
import { activeOwners, repliesToStop } from './reply-store.ts'
import { beat } from './writers.ts'

// A stop asked on another instance must reach the model within a second.
const stopCheckMs = 500
const ownerCheckMs = 2_000
// Well under the silence after which another instance closes what this one writes (reply-store).
const beatMs = 2_000

/**
 * Looks regularly at what the database says of the running replies, and tells it that this process lives.
 * @returns stops looking
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

/** Works every `ms`, never twice at once; a failure is left to the next time. */
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

/** Nothing in the database tells of a reply that is not kept, but whether its owner still may read it. */
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
