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
  return {
    text: () => registry.metrics(),
    request(method: string, route: string, status: number, ms: number) {
      requests.observe({ method, route, status }, ms / 1_000)
    },
    replyEnded(status: string, code: string | null) {
      ended.inc({ status, code: code ?? '' })
    },
    watch(replies: { running(): number }) {
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
    },
  } satisfies Metrics & Record<string, unknown>
}
