import { readdirSync, readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BenchReport } from './report.ts'
import { serverEnv, serverOptions, serverScript } from '../tools/launch/server.mjs'
import { cpuSeconds, residentKb, startAndWait } from './stream/processes.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Measures the time until the server says that it is ready (first start on an empty directory, then warm starts), and its memory at rest. */
export async function benchStart(): Promise<BenchReport> {
  const dir = mkdtempSync(path.join(tmpdir(), 'parvis-bench-start-'))
  const rows: Record<string, unknown>[] = []
  for (const start of ['premier démarrage', 'démarrage suivant', 'démarrage suivant', 'démarrage suivant']) {
    const startedAt = performance.now()
    const { child } = await startAndWait(process.execPath, [...serverOptions, path.join(root, serverScript)], /Parvis est prêt/, {
      ...serverEnv,
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      // Same compile cache as in real starts (tools/launch.mjs, the unit, the image): empty at the first one.
      NODE_COMPILE_CACHE: path.join(dir, 'compiled'),
      PORT: '0',
      PARVIS_DATA_DIR: path.join(dir, 'data'),
      LOG_LEVEL: 'warn',
    })
    const ready = performance.now() - startedAt
    const rest_s = await untilAtRest(child.pid!)
    rows.push({ start, ready_ms: Math.round(ready), rest_s, cpu_s: cpuSeconds([child.pid!]), rss_mb_at_rest: Math.round(residentKb([child.pid!]) / 1_024) })
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('exit', resolve))
  }
  rmSync(dir, { recursive: true, force: true })
  return { name: 'start', title: 'Démarrage et mémoire au repos', rows, note: `Pages : ${webWeight()}.` }
}

const restingShare = 0.02
const restingSeconds = 5
const maxWaitSeconds = 120

/**
 * Waits until the process has used at most 2 % of a processor for 5 s. The work done after the start takes longer on a slow machine.
 * @returns the seconds waited
 */
async function untilAtRest(pid: number): Promise<number> {
  let waited = 0
  for (let spent = Infinity; spent > restingShare * restingSeconds && waited < maxWaitSeconds; waited += restingSeconds) {
    const before = cpuSeconds([pid])
    await new Promise((resolve) => setTimeout(resolve, restingSeconds * 1_000))
    spent = cpuSeconds([pid]) - before
  }
  return waited
}

/** Size of the JavaScript of the built application: gzip, by file, largest first. */
function webWeight(): string {
  const assets = path.join(root, 'web/dist/assets')
  const scripts = readdirSync(assets)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, kb: gzipSync(readFileSync(path.join(assets, name))).length / 1_000 }))
  const total = scripts.reduce((sum, { kb }) => sum + kb, 0)
  const largest = scripts
    .sort((a, b) => b.kb - a.kb)
    .slice(0, 5)
    .map(({ name, kb }) => `${name} ${kb.toFixed(1)} ko`)
  return `${scripts.length} scripts, ${total.toFixed(0)} ko gzip en tout ; les plus lourds : ${largest.join(', ')}`
}
