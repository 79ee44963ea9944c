import path from 'node:path'
import { startPostgresServer } from '../../server/src/testing/databases/postgres-server.ts'
import { measuredEngines } from '../bench-app.ts'
import type { BenchReport } from '../report.ts'
import { startApplication, streamBody } from './application.ts'
import { load, type LoadTarget } from './load.ts'
import { startNginx, cpuSeconds, residentKb, startAndWait } from './processes.ts'
import { wholeText } from './tokens.ts'

type LoadLevel = { name: string; streams: number; rate: number; tokens: number; rampMs: number }

const levels: LoadLevel[] = [
  { name: '1 × 50', streams: 1, rate: 50, tokens: 400, rampMs: 0 },
  { name: '10 × 20', streams: 10, rate: 20, tokens: 300, rampMs: 1_000 },
  { name: '100 × 20', streams: 100, rate: 20, tokens: 300, rampMs: 2_000 },
  { name: '1000 × 20', streams: 1_000, rate: 20, tokens: 500, rampMs: 10_000 },
  { name: '1000 × 50', streams: 1_000, rate: 50, tokens: 1_000, rampMs: 10_000 },
  { name: '2000 × 10', streams: 2_000, rate: 10, tokens: 400, rampMs: 30_000 },
]

/** Number of accounts that share the replies. The usage counters of an account are one row: a single account would measure the wait for that row. */
const maxPeople = 100

/** Number of streams before the measured ones, enough for late reading: a server that has just started compiles its code. */
const warmUp = 200

const idleSecondsBeforeMeasuring = 16
const maxQuietWaitSeconds = 60
/** Share of a second above which the process is busy. */
const busyShare = 0.05
/** Number of streams up to which the memory use afterwards is visible, so that waiting is useful. */
const maxStreamsToWait = 100

/** Time after the last beginning and before the first end that is left out of the middle, in milliseconds. */
const marginMs = 1_000

const openAiBody = JSON.stringify({ model: 'bench', stream: true, messages: [{ role: 'user', content: 'Rédigez une note de synthèse sur la voie verte.' }] })
const percentile = (sorted: readonly number[], share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
const ascending = (a: number, b: number) => a - b
const round = (value: number, digits = 1) => Number(value.toFixed(digits))

/**
 * Measures streams through the whole application, with replies saved, next to nginx without buffering and to the model server alone, in one run. `call_*`:
 * a small call made throughout. `kb_per_stream`: growth of the process while all streams are open (median); `_at_peak`: at its maximum, endings included.
 * CPU: that of the measured process and its threads, divided by all the tokens of the level. It includes starts, but not the indexing of words after the
 * end of a reply. `middle_us_per_token`: the same while all streams are open and none begins or ends; `ends_ms_per_reply`: the rest, for each reply.
 */
export async function benchStream(only?: string, engine?: string): Promise<BenchReport> {
  const rows: Record<string, unknown>[] = []
  const engines = measuredEngines(engine)
  for (const level of levels.filter(({ name }) => only === undefined || only.split(',').includes(name.replaceAll(' ', '')))) {
    const model = await startAndWait(
      process.execPath,
      [path.join(import.meta.dirname, 'model-server.ts'), '--tokens', String(level.tokens), '--rate', String(level.rate)],
      /port (\d+)/,
    )
    const modelPort = Number(model.match[1])
    const direct = (name: string, port: number): LoadTarget => ({
      name,
      port,
      path: '/v1/chat/completions',
      headers: () => ({}),
      body: () => openAiBody,
      kind: 'sse',
    })
    rows.push(await measure(level, direct('serveur de modèle seul', modelPort), () => []))
    const nginx = await startNginx(modelPort)
    if (nginx !== null) rows.push(await measure(level, direct('nginx', nginx.port), nginx.pids))
    nginx?.stop()
    for (const name of engines) rows.push(await throughApplication(level, name, modelPort))
    model.child.kill()
  }
  return { name: 'stream', title: 'Réponses diffusées à travers toute l’application, enregistrement compris', rows }
}

async function throughApplication(level: LoadLevel, engine: 'embedded' | 'postgres', modelPort: number): Promise<Record<string, unknown>> {
  const server = engine === 'postgres' ? await startPostgresServer() : null
  const app = await startApplication({ LLM_BASE_URL: `http://127.0.0.1:${modelPort}/v1`, ...(server && { DATABASE_URL: server.url }) })
  try {
    const conversations = await app.newConversations(level.streams + warmUp, Math.min(level.streams, maxPeople))
    const targetFrom = (first: number): LoadTarget => ({
      name: engine === 'postgres' ? 'Parvis sur PostgreSQL' : 'Parvis',
      port: app.port,
      path: '/api/chat/mistral/stream',
      headers: (index) => ({ Authorization: `Bearer ${conversations[first + index]!.token}` }),
      body: (index) => streamBody(conversations[first + index]!.id),
      kind: 'text',
    })
    await load(targetFrom(level.streams), warmUp, level.tokens, 4_000)
    if (level.streams <= maxStreamsToWait) await untilQuiet(app.pid)
    const row = await measure(level, targetFrom(0), () => [app.pid])
    const expectedText = wholeText(level.tokens)
    const wrongCount = (await Promise.all(conversations.slice(0, 50).map((conversation) => app.readLastReply(conversation)))).filter(
      (text) => text !== expectedText,
    ).length
    return { ...row, saved_wrong_of_50: wrongCount }
  } finally {
    await app.stop()
    await server?.remove()
  }
}

async function measure(level: LoadLevel, target: LoadTarget, pids: () => number[]): Promise<Record<string, unknown>> {
  const restKb = residentKb(pids())
  const before = cpuSeconds(pids())
  let peakKb = restKb
  const whileAllOpen: number[] = []
  const startedAt = performance.now()
  const firstEndMs = (level.tokens / level.rate) * 1_000
  // Processor time while all streams are open, from its first to its last sample.
  const middle: { ms: number; cpu: number }[] = []
  const watch = setInterval(() => {
    const kb = residentKb(pids())
    const ms = performance.now() - startedAt
    peakKb = Math.max(peakKb, kb)
    if (ms < level.rampMs || ms > firstEndMs) return
    whileAllOpen.push(kb)
    if (ms > level.rampMs + marginMs && ms < firstEndMs - marginMs) middle.push({ ms, cpu: cpuSeconds(pids()) })
  }, 200)
  const waited = target.kind === 'text' ? probe(`http://127.0.0.1:${target.port}/api/health`) : null
  const result = await load(target, level.streams, level.tokens, level.rampMs)
  const calls = await waited?.stop()
  clearInterval(watch)
  const cpu = cpuSeconds(pids()) - before
  const [first, last] = [middle.at(0), middle.at(-1)]
  const middleUs = first && last && last.ms > first.ms ? ((last.cpu - first.cpu) * 1e9) / ((last.ms - first.ms) * level.streams * level.rate) : NaN
  const row = {
    level: level.name,
    target: target.name,
    ok: `${result.ok}/${result.streams}`,
    ...(result.refused.size > 0 && { refused: [...result.refused].map(([status, count]) => `${status} × ${count}`).join(', ') }),
    cpu_us_per_token: round((cpu * 1e6) / result.tokens),
    middle_us_per_token: round(middleUs),
    ends_ms_per_reply: round((cpu * 1e3 - (middleUs * result.tokens) / 1e3) / result.ok, 2),
    ttft_p50_ms: round(percentile(result.ttftMs, 0.5)),
    ttft_p95_ms: round(percentile(result.ttftMs, 0.95)),
    longest_gap_ms: round(result.longestGapMs, 0),
    ...(calls && { call_p95_ms: round(percentile(calls, 0.95)), call_max_ms: round(calls.at(-1) ?? NaN, 0) }),
    lost_bytes: result.lostBytes,
    rss_rest_mb: round(restKb / 1_024, 0),
    rss_peak_mb: round(peakKb / 1_024, 0),
    kb_per_stream: round((percentile(whileAllOpen.toSorted(ascending), 0.5) - restKb) / level.streams, 1),
    kb_per_stream_at_peak: round((peakKb - restKb) / level.streams, 1),
  }
  process.stderr.write(`${JSON.stringify(row)}\n`)
  return row
}

/**
 * Waits until the process has been idle for `quietSeconds`. After the end of a reply, its words are indexed within a quarter of a minute and its memory is
 * collected, which must not be counted in the next measure.
 */
async function untilQuiet(pid: number): Promise<void> {
  let before = cpuSeconds([pid])
  for (let quiet = 0, waited = 0; quiet < idleSecondsBeforeMeasuring && waited < maxQuietWaitSeconds; waited += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const now = cpuSeconds([pid])
    quiet = now - before > busyShare ? 0 : quiet + 1
    before = now
  }
}

/**
 * Makes a small call every 250 ms, to measure how long the process makes others wait. Every 50 ms, the calls would take two fifths of the processor time
 * of one stream.
 * @returns an object whose `stop` gives the times in ms, shortest first
 */
function probe(url: string): { stop(): Promise<number[]> } {
  const times: number[] = []
  let probing = true
  const completion = (async () => {
    while (probing) {
      const startedAt = performance.now()
      await (await fetch(url)).arrayBuffer()
      times.push(performance.now() - startedAt)
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  })()
  return {
    async stop() {
      probing = false
      await completion
      return times.toSorted(ascending)
    },
  }
}
