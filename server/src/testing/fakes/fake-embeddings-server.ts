import { createServer, type IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenLocally } from '../listen-locally.ts'

type EmbeddingsRequest = { path: string; headers: IncomingHttpHeaders; model: string; input: string[] }

/** Behaviour of the server for the next requests. */
type EmbeddingsConduct =
  | { kind: 'normal' }
  | { kind: 'status'; status: number; headers?: Record<string, string> }
  | { kind: 'slow'; ms: number }
  /** Answers `after` more requests, then none. */
  | { kind: 'stuck'; after: number }
  | { kind: 'reset' }
  /** Responds with this body and status 200. */
  | { kind: 'body'; body: string }
  /** Refuses requests with a text longer than `longest` characters. */
  | { kind: 'short'; longest: number }

export type FakeEmbeddingsServer = {
  /** Value of EMBEDDINGS_BASE_URL. */
  baseUrl: string
  requests: EmbeddingsRequest[]
  conduct: (next: EmbeddingsConduct) => void
  /** Changes the number of dimensions of the embeddings. */
  resize: (dimension: number) => void
  close: () => Promise<void>
}

/** Groups of synonyms without letters in common, which distinguish semantic search from word search. */
export const meanings = [
  ['chien', 'toutou', 'canin'],
  ['argent', 'finances', 'pécuniaire'],
  ['piscine', 'baignade', 'natation'],
  ['cimetière', 'sépulture', 'tombe'],
] as const

const vectorOf = (text: string, dimension: number): number[] => {
  const lower = text.toLowerCase()
  const vector = Array.from({ length: dimension }, (_, j) => 0.05 + 0.02 * Math.sin(j + text.length))
  for (const [axis, words] of meanings.entries()) if (words.some((word) => lower.includes(word))) vector[axis]! += 1
  return vector
}

/** Starts an HTTP server that speaks the OpenAI embeddings protocol, correctly or with faults. Words of one group of `meanings` get close embeddings. */
export const startFakeEmbeddingsServer = async (dimension = 8): Promise<FakeEmbeddingsServer> => {
  const requests: EmbeddingsRequest[] = []
  let conduct: EmbeddingsConduct = { kind: 'normal' }
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const { model, input } = JSON.parse(Buffer.concat(parts).toString()) as { model: string; input: string[] }
      requests.push({ path: request.url ?? '', headers: request.headers, model, input })
      const json = (status: number, body: unknown, headers = {}): void =>
        void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(typeof body === 'string' ? body : JSON.stringify(body))
      if (conduct.kind === 'status') return json(conduct.status, { error: 'secret de la maison' }, conduct.headers)
      if (conduct.kind === 'reset') return void response.socket?.resetAndDestroy()
      if (conduct.kind === 'body') return json(200, conduct.body)
      if (conduct.kind === 'slow') await sleep(conduct.ms)
      if (conduct.kind === 'stuck' && conduct.after-- === 0) return
      if (conduct.kind === 'short' && input.some((text) => text.length > (conduct as { longest: number }).longest)) return json(413, {})
      // The order is free: `index` identifies each embedding.
      const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, dimension) })).toReversed()
      json(200, { object: 'list', model, data })
    }
    answer().catch(() => response.destroy())
  })
  const port = await listenLocally(server)
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    conduct: (next) => void (conduct = next),
    resize: (next) => void (dimension = next),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
