import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

type ModelMessage = { role: string; content: string }

export type RecitingModel = {
  /** Value for LLM_BASE_URL. */
  baseUrl: string
  /** Messages of each request, oldest first. */
  requests: ModelMessage[][]
  close(): void
}

/** Splits a text into chunks about the size of a model's tokens: a few letters, with the preceding space. */
export const tokensOf = (text: string): string[] => text.match(/\s*\S{1,4}|\s+$/g) ?? []

/**
 * Starts a model server that streams a given answer in the protocol of real servers.
 * @param answer returns the answer to the messages of a request
 * @param rate chunks per second; unlimited by default
 * @param split splits an answer into chunks
 */
export async function startRecitingModel(answer: (messages: ModelMessage[]) => string, rate = Infinity, split = tokensOf): Promise<RecitingModel> {
  const requests: ModelMessage[][] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { messages = [] } = JSON.parse(Buffer.concat(parts).toString() || '{}') as { messages?: ModelMessage[] }
    requests.push(messages)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const began = performance.now()
    for (const [nth, content] of split(answer(messages)).entries()) {
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

/** Sentence that this model attributes to the documents although none contains it. */
export const inventedQuote = 'tout agent dispose de quarante jours de repos'

/**
 * Starts a model server that answers from the numbered extracts of its prompt. It quotes a sentence of the first extract word for word, then a sentence
 * that no extract contains. Without extracts it says so.
 */
export const startQuotingModel = (): Promise<RecitingModel> => startRecitingModel(answerTo)

function answerTo(messages: ModelMessage[]): string {
  const system = messages.find(({ role }) => role === 'system')?.content ?? ''
  const first = /^\[1\]\n(`{3,})\n.*\n\n([^]*?)\n\1$/m.exec(system)?.[2]
  if (first === undefined) return 'Voici ce que je peux dire sans document.'
  const sentence = first.split('\n').findLast((line) => line.length > 30) ?? first
  return `Les documents indiquent «\u00a0${sentence.replace(/^- /, '')}\u00a0» [1], et «\u00a0${inventedQuote}\u00a0» [1].`
}
