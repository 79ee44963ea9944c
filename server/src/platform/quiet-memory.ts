import { performance } from 'node:perf_hooks'

/** A thread that worked for less of the last moment has nothing under way. */
const quiet = 0.05
/** What is not worth a pause, in bytes. */
const worthwhile = 12 * 2 ** 20
const everyMs = 5_000

/** What a thread tells of itself. */
type ThreadUse = {
  /** Somebody waits for what it does, however little that is: a reply that is written takes less than a twentieth of it. */
  isAwaited(): boolean
  /** Share of the time since the last call in which it worked, of 1. */
  busy(): number
  /** Bytes that it holds for its objects, those that nothing names any more among them. */
  heap(): number
  collect(): void
}

/**
 * Collects the garbage of a thread that has nothing to do. Node does so only as more is asked for: after a start or a rush, a third of what a
 * server holds would be what nobody names, for as long as nobody comes. The pause, of a tenth of a second or two, falls where nobody waits.
 * @returns one look, to be taken every few seconds
 */
export function collectWhenQuiet({ isAwaited, busy, heap, collect }: ThreadUse): () => void {
  let kept = 0
  return () => {
    // Both tell of the time since they were last asked.
    const [awaited, share] = [isAwaited(), busy()]
    const isQuiet = !awaited && share < quiet
    kept = Math.min(kept, heap())
    if (!isQuiet || heap() < kept + worthwhile) return
    collect()
    kept = heap()
  }
}

/** Looks after this thread until it ends; does nothing where Node was started without `--expose-gc`. `isAwaited`: as of a thread's use. */
export function keepMemoryLow(isAwaited = () => false): void {
  const { gc } = globalThis
  if (gc === undefined) return
  let last = performance.eventLoopUtilization()
  const look = collectWhenQuiet({
    isAwaited,
    busy() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, last)
      last = now
      return utilization
    },
    heap: () => process.memoryUsage().heapTotal,
    // Again and again, as V8 does for want of memory: what one collection lets go of frees more.
    collect: () => void gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  })
  setInterval(look, everyMs).unref()
}
