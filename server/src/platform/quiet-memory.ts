import { performance } from 'node:perf_hooks'

/** Share of time below which a thread counts as idle. */
const quiet = 0.05
/** Heap growth below which a collection is not worth its pause, in bytes. */
const worthwhile = 12 * 2 ** 20
const everyMs = 5_000

/** Measures and controls of one thread. */
type ThreadUse = {
  /** Whether someone is waiting for this thread, even for little work: writing a reply uses less than a twentieth of its time. */
  isAwaited(): boolean
  /** Share of the time since the last call during which the thread worked, from 0 to 1. */
  busy(): number
  /** Heap size in bytes, garbage included. */
  heap(): number
  collect(): void
}

/**
 * Collects the garbage of an idle thread. Node collects only when it needs more memory: after a start or a peak, a third of an idle server's memory would
 * remain garbage. The pause, of 0.1 to 0.2 seconds, falls when no one is waiting.
 * @returns a check, to be called every few seconds
 */
export function collectWhenQuiet({ isAwaited, busy, heap, collect }: ThreadUse): () => void {
  let kept = 0
  return () => {
    // Each of them measures the time since its last call, so call both every time.
    const [awaited, share] = [isAwaited(), busy()]
    const isQuiet = !awaited && share < quiet
    kept = Math.min(kept, heap())
    if (!isQuiet || heap() < kept + worthwhile) return
    collect()
    kept = heap()
  }
}

/**
 * Collects the garbage of this thread whenever it is idle, until it ends. Does nothing when Node was started without `--expose-gc`. @param isAwaited see
 * `ThreadUse`
 */
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
    // V8's last-resort collection repeats: what one pass frees makes more collectable.
    collect: () => void gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  })
  setInterval(look, everyMs).unref()
}
