import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type RoundRobin = { url: string; close(): Promise<void> }

/**
 * Starts a reverse proxy as an operator would configure it. Each request goes to the next instance, or to the following one if it refuses the connection.
 * Responses are streamed.
 */
export async function createRoundRobin(ports: readonly number[]): Promise<RoundRobin> {
  let nextInstance = 0
  const forward = (incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, attempts: number): void => {
    const port = ports[nextInstance++ % ports.length]!
    const call = request({ port, host: '127.0.0.1', method: incoming.method, path: incoming.url, headers: incoming.headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.on('error', () => outgoing.destroy()).pipe(outgoing)
      outgoing.on('close', () => answer.destroy())
    })
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && attempts > 1) forward(incoming, body, outgoing, attempts - 1)
      else if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end()
    })
    call.end(body)
  }
  const server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    forward(incoming, Buffer.concat(parts), outgoing, ports.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
