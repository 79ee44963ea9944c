import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Metrics } from './context.ts'

/** Prometheus metrics of one process. Labels are routes, statuses and codes: never a person nor a content. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'parvis_http_request_seconds',
    help: 'Duration of HTTP requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  const ended = new Counter({ name: 'parvis_replies_ended_total', help: 'Replies by how they ended.', labelNames: ['status', 'code'], registers })
  const embeddings = new Counter({
    name: 'parvis_embeddings_failures_total',
    help: 'Vectors that the server did not give: questions were answered by words alone, passages wait.',
    labelNames: ['purpose', 'code'],
    registers,
  })
  return {
    text: () => registry.metrics(),
    request(method: string, route: string, status: number, ms: number) {
      requests.observe({ method, route, status }, ms / 1_000)
    },
    replyEnded(status: string, code: string | null) {
      ended.inc({ status, code: code ?? '' })
    },
    embeddingsFailed(purpose: 'question' | 'passage', code: string) {
      embeddings.inc({ purpose, code })
    },
    watch(replies: { running(): number }, vectors: () => Promise<{ documents: number; waiting: number } | null>) {
      collectDefaultMetrics({ register: registry })
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
        name: 'parvis_embeddings_documents',
        help: 'Indexed documents by whether they hold their vectors of the configured server; none without a server.',
        labelNames: ['state'],
        registers,
        async collect() {
          const state = await vectors()
          if (state === null) return
          this.set({ state: 'whole' }, state.documents - state.waiting)
          this.set({ state: 'waiting' }, state.waiting)
        },
      })
    },
  } satisfies Metrics & Record<string, unknown>
}
