import { readFile } from 'node:fs/promises'
import { failureOf } from '../failure.ts'
import type { ExtractionResult } from '../port.ts'

const WATCH_MS = 50
/** Elapsed time allowed for each unit of processor time: the processor may be shared by others. */
const MAX_SLOWDOWN = 10
/** Time after which a child that uses no processor is stuck. */
const STALL_MS = 60_000
/** Length of a clock tick of /proc, in milliseconds: USER_HZ is 100 on every architecture of Node. */
const TICK_MS = 10

/** A point in time: elapsed milliseconds, and milliseconds of processor time, null where the system does not give them. */
type Instant = { elapsed: number; processor: number | null }

/** The time that a reading may take. */
type TimeBudget = {
  /** Starts a new budget, in milliseconds. */
  restart(ms: number): void
  /** Whether the budget is spent at `now`. The first call after a start gives the start. */
  isSpent(now: Instant): boolean
}

/**
 * Creates a budget of processor time: a child that waits for a shared processor is not slow. Elapsed time counts where the
 * system gives no processor time, and bounds the reading at ten times the budget. A child that uses no processor for a
 * minute has spent its budget.
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

/** Watches a child until `over` aborts, and calls `condemn` once it takes more memory, in bytes, or time than it may. */
export async function watchChild(
  pid: number | undefined,
  over: AbortSignal,
  residentBytes: number,
  budget: TimeBudget,
  condemn: (result: ExtractionResult) => void,
): Promise<void> {
  while (!over.aborted) {
    if ((await memoryOf(pid, 'VmRSS')) > residentBytes) return condemn({ ok: false, failure: failureOf('extraction.memory') })
    if (budget.isSpent({ elapsed: performance.now(), processor: await processorTimeOf(pid) })) {
      return condemn({ ok: false, failure: failureOf('extraction.time') })
    }
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS))
  }
}

/** Reads the resident memory of a process, in bytes. 0 where there is no /proc: only the heap limit of the child then holds. */
export async function memoryOf(pid: number | undefined, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Reads the processor time of a process, in milliseconds, user and system together. Null where there is no /proc. */
async function processorTimeOf(pid: number | undefined): Promise<number | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may hold spaces; user and system time are the 12th and 13th fields after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return null
  }
}
