import { performance } from 'node:perf_hooks'

/** Share of time below which a thread counts as idle. */
const idleShare = 0.05
/** Heap growth below which a collection is not worth its pause, in bytes. */
const minGrowthBytes = 12 * 2 ** 20
const checkIntervalMs = 5_000

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
export function createIdleCollector({ isAwaited, busy, heap, collect }: ThreadUse): () => void {
  let heapAfterCollection = 0
  return () => {
    // Each of them measures the time since its last call, so call both every time.
    const [isWorkAwaited, share] = [isAwaited(), busy()]
    const isIdle = !isWorkAwaited && share < idleShare
    heapAfterCollection = Math.min(heapAfterCollection, heap())
    if (!isIdle || heap() < heapAfterCollection + minGrowthBytes) return
    collect()
    heapAfterCollection = heap()
  }
}

/**
 * Collects the garbage of this thread whenever it is idle, until it ends. Does nothing when Node was started without `--expose-gc`. @param isAwaited see
 * `ThreadUse`
 */
export function startIdleCollection(isAwaited = () => false): void {
  const { gc } = globalThis
  if (gc === undefined) return
  let last = performance.eventLoopUtilization()
  const check = createIdleCollector({
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
  setInterval(check, checkIntervalMs).unref()
}
