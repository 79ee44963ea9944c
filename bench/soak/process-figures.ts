import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openFiles } from '../../e2e/support/open-files.ts'
import type { ResourceSample } from './growth.ts'

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
