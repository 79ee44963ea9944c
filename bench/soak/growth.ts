import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openFiles } from '../../e2e/support/open-files.ts'

/**
 * Resources of the process at one moment, after garbage collection. `base_files`: files of the embedded engine, one for each table and index used, which
 * it limits itself. `descriptors`: all others.
 */
export type ResourceSample = {
  minute: number
  rss_mb: number
  heap_mb: number
  external_mb: number
  descriptors: number
  sockets: number
  base_files: number
}

type Measure = Exclude<keyof ResourceSample, 'minute'>

/**
 * Maximum growth per minute after the warm-up. REL-28 sets that of the resident memory. A leaked descriptor is rarer than a byte: half of one a minute
 * already means a leak in one fault out of five.
 */
const allowedPerMinute: Record<Measure, number> = { rss_mb: 1, heap_mb: 0.5, external_mb: 0.5, descriptors: 0.5, sockets: 0.5, base_files: 2 }

type ResourceGrowth = { measure: Measure; first: number; last: number; highest: number; per_minute: number; allowed: number; isWithinLimit: boolean }

/**
 * Computes the slope of each measure over the last two thirds of the samples (least squares); the first third is the warm-up.
 * @throws {RangeError} with fewer than six samples, too few for a slope
 */
export function growthOf(samples: readonly ResourceSample[]): ResourceGrowth[] {
  if (samples.length < 6) throw new RangeError('too few samples')
  const afterWarmUp = samples.slice(Math.floor(samples.length / 3))
  return (Object.keys(allowedPerMinute) as Measure[]).map((measure) => {
    const per_minute = slope(afterWarmUp.map((sample) => [sample.minute, sample[measure]]))
    const allowed = allowedPerMinute[measure]
    const highest = Math.max(...samples.map((sample) => sample[measure]))
    return { measure, first: afterWarmUp[0]![measure], last: afterWarmUp.at(-1)![measure], highest, per_minute, allowed, isWithinLimit: per_minute <= allowed }
  })
}

function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(points.map(([index]) => index)), mean(points.map(([, value]) => value))]
  const spread = points.reduce((sum, [index]) => sum + (index - x) ** 2, 0)
  return spread === 0 ? 0 : points.reduce((sum, [index, value]) => sum + (index - x) * (value - y), 0) / spread
}

/** Reads the resources of the process at `url`, after garbage collection (`collect-on-signal.ts`). Linux only. */
export async function figuresOf(pid: number, url: string): Promise<Omit<ResourceSample, 'minute'>> {
  process.kill(pid, 'SIGUSR2')
  await sleep(500)
  const text = await (await fetch(`${url}/api/metrics`)).text()
  const mb = (name: string) => round(Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / 1_048_576)
  return {
    rss_mb: round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024),
    heap_mb: mb('nodejs_heap_size_used_bytes'),
    external_mb: mb('nodejs_external_memory_bytes'),
    ...openFiles(pid),
  }
}

const round = (value: number) => Number(value.toFixed(1))
