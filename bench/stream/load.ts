import { request, Agent } from 'node:http'
import { createParser } from 'eventsource-parser'
import { wholeText } from './tokens.ts'

export type LoadTarget = {
  name: string
  port: number
  path: string
  /** Headers of the i-th stream. */
  headers(index: number): Record<string, string>
  /** Body of the i-th stream. */
  body(index: number): string
  /** `sse`: OpenAI chunks; `text`: only the reply. */
  kind: 'sse' | 'text'
}

type LoadResult = {
  ok: number
  streams: number
  /** Number of refused streams, by HTTP status; they are not counted as lost bytes. */
  refused: Map<number, number>
  ttftMs: number[]
  longestGapMs: number
  /** Missing bytes of the streams that were not refused. */
  lostBytes: number
  tokens: number
  seconds: number
}

/** Opens `streams` streams spread over `rampMs`, and compares every byte with what the model server sends. */
export async function load(target: LoadTarget, streams: number, tokens: number, rampMs: number): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity })
  const expectedText = wholeText(tokens)
  const startedAt = performance.now()
  const results = await Promise.all(
    Array.from({ length: streams }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, (rampMs * index) / streams))
      return runStream(target, index, expectedText, agent)
    }),
  )
  agent.destroy()
  const result: LoadResult = {
    ok: 0,
    streams,
    refused: new Map(),
    ttftMs: [],
    longestGapMs: 0,
    lostBytes: 0,
    tokens: streams * tokens,
    seconds: (performance.now() - startedAt) / 1_000,
  }
  for (const stream of results) {
    if (stream.status !== 200) {
      result.refused.set(stream.status, (result.refused.get(stream.status) ?? 0) + 1)
      continue
    }
    if (stream.lost === 0) result.ok += 1
    result.lostBytes += stream.lost
    if (stream.ttft !== null) result.ttftMs.push(stream.ttft)
    result.longestGapMs = Math.max(result.longestGapMs, stream.gap)
  }
  result.ttftMs.sort((a, b) => a - b)
  return result
}

/** Result of one stream. `status` 0: no answer at all. */
type StreamResult = { status: number; ttft: number | null; gap: number; lost: number }

function runStream(target: LoadTarget, index: number, expectedText: string, agent: Agent): Promise<StreamResult> {
  return new Promise((resolve) => {
    const body = target.body(index)
    const start = performance.now()
    let ttft: number | null = null
    let last = 0
    let gap = 0
    let text = ''
    let status = 0
    let content = ''
    const parser = createParser({ onEvent: ({ data }) => (content += /"content":"([^"]*)"/.exec(data)?.[1] ?? '') })
    const end = () => resolve({ status, ttft, gap, lost: text === expectedText ? 0 : Math.max(1, Math.abs(expectedText.length - text.length)) })
    const call = request(
      {
        host: '127.0.0.1',
        port: target.port,
        path: target.path,
        method: 'POST',
        agent,
        headers: { ...target.headers(index), 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
      },
      (response) => {
        status = response.statusCode ?? 0
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          const piece = target.kind === 'text' ? chunk : contentOf(chunk)
          if (piece === '') return
          const now = performance.now()
          if (ttft === null) ttft = now - start
          else gap = Math.max(gap, now - last)
          last = now
          text += piece
        })
        response.on('end', end)
        response.on('error', end)
        response.on('close', end)
      },
    )
    call.on('error', end)
    call.end(body)

    function contentOf(chunk: string): string {
      content = ''
      parser.feed(chunk)
      return content
    }
  })
}
