import { createServer, type Socket } from 'node:net'
import { parseArgs } from 'node:util'
import { token } from './tokens.ts'

/**
 * Model server for load tests: the OpenAI streaming protocol over raw sockets, one write per token, at a fixed rate. It does as little as possible, so
 * that only what is in front of it is measured.
 */
const { values } = parseArgs({
  options: { tokens: { type: 'string', default: '300' }, rate: { type: 'string', default: '20' }, port: { type: 'string', default: '0' } },
})
const tokens = Number(values.tokens)
const intervalMs = 1_000 / Number(values.rate)

const frame = (data: string) => {
  const body = `data: ${data}\n\n`
  return `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`
}
const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n'
const frames = Array.from({ length: tokens }, (_, index) =>
  Buffer.from(
    frame(
      `{"id":"b","object":"chat.completion.chunk","created":1,"model":"bench","choices":[{"index":0,"delta":{"content":"${token(index)}"},"finish_reason":null}]}`,
    ),
  ),
)
const tail = Buffer.from(
  `${frame('{"id":"b","object":"chat.completion.chunk","created":1,"model":"bench","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}')}${frame('[DONE]')}0\r\n\r\n`,
)

type Stream = { socket: Socket; next: number; due: number }
const streams = new Set<Stream>()

setInterval(() => {
  const now = performance.now()
  for (const stream of streams) {
    while (stream.due <= now && stream.next < tokens) {
      stream.socket.write(frames[stream.next++]!)
      stream.due += intervalMs
    }
    if (stream.next >= tokens) {
      stream.socket.write(tail)
      streams.delete(stream)
    }
  }
}, 2)

const server = createServer({ noDelay: true, keepAlive: true }, (socket) => {
  let receivedText = ''
  socket.on('data', (data) => {
    receivedText += data.toString('latin1')
    const end = receivedText.indexOf('\r\n\r\n')
    if (end === -1) return
    const length = Number(/content-length: (\d+)/i.exec(receivedText.slice(0, end))?.[1] ?? 0)
    if (receivedText.length < end + 4 + length) return
    receivedText = receivedText.slice(end + 4 + length)
    socket.write(head)
    socket.write(frames[0]!)
    streams.add({ socket, next: 1, due: performance.now() + intervalMs })
  })
  const leave = () => {
    for (const stream of streams) if (stream.socket === socket) streams.delete(stream)
  }
  socket.on('close', leave)
  socket.on('error', leave)
})
server.listen({ port: Number(values.port), host: '127.0.0.1', backlog: 4_096 }, () => {
  const address = server.address()
  process.stdout.write(`port ${typeof address === 'object' ? address?.port : ''}\n`)
})
