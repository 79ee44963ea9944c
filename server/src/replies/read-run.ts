import { abortRun } from './abort-run.ts'
import type { ReplyReading, Run } from './reply-runs.ts'
import type { StreamKind } from './reply-output.ts'

const unkeptWithoutReaderMs = 5_000

/** A reader's view, from its place, of a reply that this process writes. */
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

/** A reply that nobody keeps and nobody reads any more would cost the model for nothing. */
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
