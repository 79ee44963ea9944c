import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { routes } from '@parvis/contract'
import { createTestApp } from '../server/src/testing/test-app.ts'
import { openMigratedDatabase } from './bench-app.ts'

type Stalls = {
  /** Number of passages of the text. */
  passages: number
  /** Time from the upload until the document is found, in seconds. */
  indexing_s: number
  /** Longest block of the event loop, in ms: while the text is indexed, and while a starting process loads the index. */
  indexing_stall_ms: number
  start_stall_ms: number
  /** Processor time of the thread, which leaves out the time given to other programs. */
  indexing_held_ms: number
  start_held_ms: number
  /** Times of a small API call, repeated without pause while the text is indexed. */
  call_p95_ms: number
  call_max_ms: number
}

const pages = 500
const linesPerPage = 45

/** Makes a text of 500 pages without repeated sentences. */
function longText(): string {
  const subjects = ['Le conseil municipal', 'La commission des finances', 'Le service de la voirie', 'La directrice générale', 'Le bureau communautaire']
  const verbs = ['examine', 'approuve', 'reporte', 'met en œuvre', 'présente']
  const things = ['le marché public', 'la convention', 'le règlement intérieur', 'le budget annexe', 'le plan local d’urbanisme']
  const line = (i: number) =>
    `${subjects[i % 5]} ${verbs[Math.floor(i / 5) % 5]} ${things[Math.floor(i / 25) % 5]} numéro ${i}, dans les conditions prévues par l’article L. ${2100 + (i % 900)}-${i % 50}.`
  return Array.from({ length: pages }, (_, page) =>
    [`Délibération ${page + 1}`, ...Array.from({ length: linesPerPage }, (_unused, i) => line(page * linesPerPage + i))].join('\n'),
  ).join('\n\f\n')
}

/** Measures what indexing a text of 500 pages, then restarting, costs other requests, with the embedded engine on disk. */
export async function measureStalls(): Promise<Stalls> {
  const dir = mkdtempSync(path.join(tmpdir(), 'parvis-bench-stalls-'))
  const database = await openMigratedDatabase({ kind: 'embedded', dir })
  const stall = monitorEventLoopDelay({ resolution: 1 })
  const threadWatch = watchThread()
  try {
    const app = await createTestApp({ database, config: { maxUploadMb: 100 } })
    const { token } = await app.createUser()
    const url = await app.listen()
    const form = new FormData()
    form.append('file', new Blob([longText()]), 'recueil.txt')
    const startedAt = performance.now()
    const response = await fetch(`${url}/api${routes.documents.upload.path}`, { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } })
    if (response.status !== 201) throw new Error(`upload answered ${response.status}`)
    const times: number[] = []
    let indexing = true
    const calls = (async () => {
      while (indexing) {
        const index = performance.now()
        await (await fetch(`${url}/api${routes.assistants.list.path}`, { headers: { authorization: `Bearer ${token}` } })).arrayBuffer()
        times.push(performance.now() - index)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    })()
    stall.enable()
    threadWatch.restart()
    await app.context.worker.drain()
    indexing = false
    await calls
    const indexing_stall_ms = stall.max / 1e6
    const indexing_held_ms = threadWatch.longestMs()
    const indexing_s = (performance.now() - startedAt) / 1_000
    const { passages } = await database.db
      .selectFrom('passage')
      .select((query) => query.fn.countAll<number>().as('passages'))
      .executeTakeFirstOrThrow()
    const { state } = await database.db.selectFrom('document').select('state').executeTakeFirstOrThrow()
    if (state !== 'indexe') throw new Error(`the document is ${state}`)
    await app.close()
    const next = await createTestApp({ database })
    stall.reset()
    threadWatch.restart()
    await next.context.retrieval.warmUp(next.db)
    const start_stall_ms = stall.max / 1e6
    const start_held_ms = threadWatch.longestMs()
    await next.close()
    const sorted = times.toSorted((a, b) => a - b)
    return {
      passages,
      indexing_s,
      indexing_stall_ms,
      start_stall_ms,
      indexing_held_ms,
      start_held_ms,
      call_p95_ms: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
      call_max_ms: sorted.at(-1) ?? 0,
    }
  } finally {
    threadWatch.stop()
    stall.disable()
    await database.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Measures the processor time of this thread between two turns of its event loop: how long it blocked itself, however busy the machine. */
function watchThread(): { restart(): void; longestMs(): number; stop(): void } {
  let last = process.threadCpuUsage()
  let longest = 0
  const turn = () => {
    const now = process.threadCpuUsage()
    longest = Math.max(longest, now.user + now.system - last.user - last.system)
    last = now
  }
  const timer = setInterval(turn, 1)
  return {
    restart() {
      turn()
      longest = 0
    },
    longestMs: () => longest / 1_000,
    stop: () => clearInterval(timer),
  }
}
