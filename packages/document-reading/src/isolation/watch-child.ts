import { readFile } from 'node:fs/promises'
import { failureOf } from '../failure.ts'
import type { ExtractionFailure } from '../port.ts'

const WATCH_MS = 50
/** Maximum ratio of elapsed time to processor time: the processor may be shared. */
const MAX_SLOWDOWN = 10
/** Time without any processor use after which a child is considered stuck. */
const STALL_MS = 60_000
/** Length of a clock tick of /proc, in milliseconds: USER_HZ is 100 on every architecture of Node. */
const TICK_MS = 10

/** A point in time: elapsed milliseconds, and processor time in milliseconds, null if the system does not report it. */
type Instant = { elapsed: number; processor: number | null }

/** Time budget of a reading. */
type TimeBudget = {
  /** Starts a new budget, in milliseconds. */
  restart(ms: number): void
  /** Whether the reading's time budget is used up. The first call after creation or `restart` sets the start. */
  isSpent(now: Instant): boolean
}

/**
 * Creates a budget of processor time, so that waiting for a shared processor does not count. Elapsed time is used if the system reports no processor time,
 * and is limited to ten times the budget. A child that uses no processor for a minute has spent its budget.
 */
export function createTimeBudget(ms: number): TimeBudget {
  let budgetMs = ms
  let start: Instant | null = null
  let lastWork: Instant | null = null
  return {
    restart(next) {
      budgetMs = next
      start = null
    },
    isSpent(now) {
      start ??= now
      if (lastWork?.processor !== now.processor || lastWork === null) lastWork = now
      const elapsed = now.elapsed - start.elapsed
      if (now.processor === null || start.processor === null) return elapsed > budgetMs
      const maxElapsed = budgetMs * MAX_SLOWDOWN
      return now.processor - start.processor > budgetMs || elapsed > maxElapsed || now.elapsed - lastWork.elapsed > Math.min(STALL_MS, maxElapsed)
    },
  }
}

/** Watches a child until `stop` aborts. Calls `onExceeded` once it exceeds its memory, in bytes, or its time. */
export async function watchChild(
  pid: number | undefined,
  stop: AbortSignal,
  residentBytes: number,
  budget: TimeBudget,
  onExceeded: (result: { ok: false; failure: ExtractionFailure }) => void,
): Promise<void> {
  while (!stop.aborted) {
    if ((await memoryOf(pid, 'VmRSS')) > residentBytes) return onExceeded({ ok: false, failure: failureOf('extraction.memory') })
    if (budget.isSpent({ elapsed: performance.now(), processor: await processorTimeOf(pid) })) {
      return onExceeded({ ok: false, failure: failureOf('extraction.time') })
    }
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS))
  }
}

/** Reads the resident memory of a process, in bytes. 0 without /proc: then only the heap limit applies. */
export async function memoryOf(pid: number | undefined, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Reads the processor time of a process, user and system, in milliseconds. Null without /proc. */
async function processorTimeOf(pid: number | undefined): Promise<number | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The program name, in parentheses, may contain spaces. User and system time are the 12th and 13th fields after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return null
  }
}
