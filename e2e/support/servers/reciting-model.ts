import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type ModelTurn = { role: string; content: string }

export type RecitingModel = {
  /** What LLM_BASE_URL takes. */
  baseUrl: string
  /** The messages of each request, oldest first. */
  requests: ModelTurn[][]
  close(): void
}

/** About the size of what a model gives at a time: a few letters, with the blank before them. */
export const tokensOf = (text: string): string[] => text.match(/\s*\S{1,4}|\s+$/g) ?? []

/**
 * A model server that says what it is told to, piece by piece, in the protocol of the real ones.
 * @param answer from the messages of a request
 * @param rate pieces per second; as fast as they go when missing
 * @param cut makes pieces of an answer
 */
export async function startRecitingModel(answer: (messages: ModelTurn[]) => string, rate = Infinity, cut = tokensOf): Promise<RecitingModel> {
  const requests: ModelTurn[][] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { messages = [] } = JSON.parse(Buffer.concat(parts).toString() || '{}') as { messages?: ModelTurn[] }
    requests.push(messages)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const began = performance.now()
    for (const [nth, content] of cut(answer(messages)).entries()) {
      const early = began + (nth * 1_000) / rate - performance.now()
      if (early > 1) await sleep(early)
      if (response.destroyed) return
      response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`)
    }
    response.end(`data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
