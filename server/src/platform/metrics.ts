import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Metrics } from '../context.ts'

/**
 * Sampling interval that disables prom-client's event loop monitor. It wakes the process a hundred times a second, two thirds of an idle server's
 * processor time, and its measures include its own ten milliseconds. The gauge `parvis_event_loop_utilization` says more at no cost.
 */
const disabledMonitorMs = 2_147_483_647

/** Sources read each time the metrics are requested. */
type GaugeSources = {
  replies: { running(): number }
  vectors(): Promise<{ documents: number; waiting: number } | null>
  searchEngine(): Promise<{ serving: string; is_filling: boolean }>
  queue(): Promise<{ kind: string; state: string; count: number }[]>
  areFilesUp(): Promise<boolean>
}

/** Creates the Prometheus metrics of one process. Labels are routes, statuses and codes: never a person nor any content. */
export function createMetrics() {
  const registry = new Registry()
  const { requests, ended, embeddings, firstToken, tokens, jobs, audit } = createCounters(registry)
  return {
    text: () => registry.metrics(),
    request(method: string, route: string, status: number, ms: number) {
      requests.observe({ method, route, status }, ms / 1_000)
    },
    replyEnded(status: string, code: string | null) {
      ended.inc({ status, code: code ?? '' })
    },
    firstToken(ms: number) {
      firstToken.observe(ms / 1_000)
    },
    tokensUsed(prompt: number, completion: number) {
      tokens.inc({ kind: 'prompt' }, prompt)
      tokens.inc({ kind: 'completion' }, completion)
    },
    jobEnded(kind: string, hasSucceeded: boolean, ms: number) {
      jobs.observe({ kind, outcome: hasSucceeded ? 'done' : 'failed' }, ms / 1_000)
    },
    auditFailed(action: string) {
      audit.inc({ act: action })
    },
    embeddingsFailed(purpose: 'question' | 'passage', code: string) {
      embeddings.inc({ purpose, code })
    },
    watch: (watched: GaugeSources) => createGauges(registry, watched),
  } satisfies Metrics & Record<string, unknown>
}

/** Creates the counters and histograms, updated as things happen. */
function createCounters(registry: Registry) {
  const registers = [registry]
  const requests = new Histogram({
    name: 'parvis_http_request_seconds',
    help: 'Duration of HTTP requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  const endedReplies = new Counter({ name: 'parvis_replies_ended_total', help: 'Replies by how they ended.', labelNames: ['status', 'code'], registers })
  const embeddings = new Counter({
    name: 'parvis_embeddings_failures_total',
    help: 'Vectors that the server did not give: questions were answered by words alone, passages wait.',
    labelNames: ['purpose', 'code'],
    registers,
  })
  const firstToken = new Histogram({
    name: 'parvis_first_token_seconds',
    help: 'From the call of the model to the first word of its answer.',
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60],
    registers,
  })
  const tokens = new Counter({
    name: 'parvis_tokens_total',
    help: 'Tokens as the servers of the models count them; those that do not count add nothing.',
    labelNames: ['kind'],
    registers,
  })
  const jobs = new Histogram({
    name: 'parvis_job_seconds',
    help: 'Duration of each try of a background job; index_document is the indexing of one document.',
    labelNames: ['kind', 'outcome'],
    buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 1_800],
    registers,
  })
  const audit = new Counter({ name: 'parvis_audit_failures_total', help: 'Acts that could not be written in the audit trail.', labelNames: ['act'], registers })
  return { requests, ended: endedReplies, embeddings, firstToken, tokens, jobs, audit }
}

/** Creates the gauges, read each time the metrics are requested: the process, its replies, the job queue, the embeddings. */
function createGauges(registry: Registry, { replies, vectors, searchEngine, queue, areFilesUp }: GaugeSources): void {
  const registers = [registry]
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: disabledMonitorMs })
  for (const part of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99']) registry.removeSingleMetric(`nodejs_eventloop_lag_${part}_seconds`)
  let previous = performance.eventLoopUtilization()
  // eslint-disable-next-line no-new -- registers itself
  new Gauge({
    name: 'parvis_event_loop_utilization',
    help: 'Share of the time since the last look in which this process was busy, from 0 to 1.',
    registers,
    collect() {
      const now = performance.eventLoopUtilization()
      this.set(performance.eventLoopUtilization(now, previous).utilization)
      previous = now
    },
  })
  // eslint-disable-next-line no-new -- registers itself
  new Gauge({
    name: 'parvis_replies_running',
    help: 'Replies being written by this process.',
    registers,
    collect() {
      this.set(replies.running())
    },
  })
  // eslint-disable-next-line no-new -- registers itself
  new Gauge({
    name: 'parvis_jobs',
    help: 'Background jobs of the whole instance, by kind and state (waiting, running, postponed).',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      // When the database is down, leave this metric out rather than lose all the others.
      const rows = await queue().catch(() => [])
      this.reset()
      for (const { kind, state, count } of rows) this.set({ kind, state }, count)
    },
  })
  // eslint-disable-next-line no-new -- registers itself
  new Gauge({
    name: 'parvis_files_up',
    help: 'Whether the file store answers: 1 or 0.',
    registers,
    async collect() {
      this.set((await areFilesUp()) ? 1 : 0)
    },
  })
  // eslint-disable-next-line no-new -- registers itself
  new Gauge({
    name: 'parvis_embeddings_documents',
    help: 'Indexed documents by whether they hold their vectors of the configured server; none without a server.',
    labelNames: ['state'],
    registers,
    async collect() {
      // As above: leave the metric out rather than report an old value.
      const state = await vectors().catch(() => null)
      this.reset()
      if (state === null) return
      this.set({ state: 'whole' }, state.documents - state.waiting)
      this.set({ state: 'waiting' }, state.waiting)
    },
  })
  // eslint-disable-next-line no-new -- registers itself
  new Gauge({
    name: 'parvis_search_engine',
    help: 'Search engine of the instance: 1 for the one that serves, 0.5 for the one being filled.',
    labelNames: ['engine'],
    registers,
    async collect() {
      const state = await searchEngine().catch(() => null)
      this.reset()
      if (state === null) return
      this.set({ engine: state.serving }, 1)
      if (state.is_filling) this.set({ engine: 'postgresql' }, 0.5)
    },
  })
}
