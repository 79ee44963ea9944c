import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type QuotingModel = {
  /** What LLM_BASE_URL takes. */
  baseUrl: string
  /** The messages of each request, oldest first. */
  requests: { role: string; content: string }[][]
  close(): void
}

/** Beside the words of the documents, what this model claims that they say. */
export const invented = 'tout agent dispose de quarante jours de repos'

/**
 * A model server that answers from the numbered extracts of its prompt: it quotes a sentence of the first word for word, then
 * one that is in none of them. Without extracts it says so.
 */
export async function startQuotingModel(): Promise<QuotingModel> {
  const requests: QuotingModel['requests'] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { messages = [] } = JSON.parse(Buffer.concat(parts).toString() || '{}') as { messages?: QuotingModel['requests'][number] }
    requests.push(messages)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const word of answerTo(messages).split(/(?<= )/)) response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: word } }] })}\n\n`)
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

function answerTo(messages: QuotingModel['requests'][number]): string {
  const system = messages.find(({ role }) => role === 'system')?.content ?? ''
  const first = /^\[1\].*\n(`{3,})\n([^]*?)\n\1$/m.exec(system)?.[2]
  if (first === undefined) return 'Voici ce que je peux dire sans document.'
  const sentence = first.split('\n').findLast((line) => line.length > 30) ?? first
  return `Les documents indiquent «\u00a0${sentence.replace(/^- /, '')}\u00a0» [1], et «\u00a0${invented}\u00a0» [1].`
}
