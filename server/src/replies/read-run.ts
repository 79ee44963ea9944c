import { abortRun } from './abort-run.ts'
import type { ReplyReading, Run } from './reply-runs.ts'
import type { StreamKind } from './reply-output.ts'

const unkeptWithoutReaderMs = 5_000

/** Returns a reader, starting after event `after`, of a reply that this process writes. */
export const readRun = (run: Run, after: number): ReplyReading => ({
  stream_id: run.stream_id,
  after,
  pull: run.log.pull,
  begun: (kind, gone) => begun(run, kind, gone),
  subscribe(listener) {
    const unsubscribe = run.log.subscribe(listener)
    return () => {
      unsubscribe()
      if (run.message_id === null && run.endedAt === null) abandonUnread(run)
    }
  },
})

/** Stops an unsaved reply that has had no reader for 5 seconds: its text can reach nobody. */
function abandonUnread(run: Run): void {
  setTimeout(() => run.log.listeners() === 0 && abortRun(run, 'stopped'), unkeptWithoutReaderMs).unref()
}

function begun(run: Run, kind: StreamKind, gone?: AbortSignal): Promise<void> {
  const isBegun = () => (kind === 'events' ? run.log.lastId() > 0 : run.log.begun())
  return new Promise((resolve, reject) => {
    const settle = () => {
      if (!isBegun() && gone?.aborted !== true) return
      unsubscribe()
      gone?.removeEventListener('abort', settle)
      if (run.failedBefore === null) resolve()
      else reject(run.failedBefore)
    }
    const unsubscribe = run.log.subscribe(settle)
    gone?.addEventListener('abort', settle)
    settle()
  })
}
