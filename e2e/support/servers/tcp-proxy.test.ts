import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTcpProxy, type TcpProxy } from './tcp-proxy.ts'

let target: Server
let proxy: TcpProxy
let client: Socket
let heard: string
let received: (text: string) => void

// The target answers in capitals, and says « bye » when the client has finished.
beforeEach(async () => {
  target = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('data', (chunk) => socket.write(String(chunk).toUpperCase(), () => received(String(chunk))))
    socket.on('end', () => socket.end('bye'))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  proxy = await createTcpProxy((target.address() as AddressInfo).port)
  heard = ''
  received = () => {}
  client = open()
})

afterEach(async () => {
  client.destroy()
  await proxy.close()
  await new Promise((resolve) => target.close(resolve))
})

test('passes both ways, and the end in its order', async () => {
  client.end('hello')
  await event(client, 'end')
  expect(heard).toBe('HELLObye')
})

test('cut: the client sees an error', async () => {
  await exchange('a')
  const failed = event(client, 'error')
  proxy.cut()
  expect(await failed).toMatchObject({ code: 'ECONNRESET' })
  await event(client, 'close')
  expect(proxy.connections()).toBe(0)
})

test('halfClose: the client sees a clean end and may still write', async () => {
  await exchange('a')
  const ended = event(client, 'end')
  proxy.halfClose()
  await ended
  expect(client.writable).toBe(true)
  expect(client.errored).toBeNull()
})

test('pause keeps the answer back, resume lets it go', async () => {
  await exchange('a')
  proxy.pause()
  const answer = new Promise<string>((resolve) => (received = resolve))
  client.write('b')
  expect(await answer).toBe('b')
  expect(heard).toBe('A')
  const answered = event(client, 'data')
  proxy.resume()
  await answered
  expect(heard).toBe('AB')
})

test('delay keeps the order', async () => {
  proxy.delay(30)
  client.write('a')
  await event(client, 'data')
  proxy.delay(0)
  client.end('b')
  await event(client, 'end')
  expect(heard).toBe('ABbye')
})

test('loseAfter: what a client says beyond is lost, and its end goes on', async () => {
  await exchange('a')
  proxy.loseAfter(3)
  client.write('bc')
  await event(client, 'data')
  client.end('defg')
  await event(client, 'end')
  expect([heard, proxy.lost()]).toEqual(['ABCDbye', 3])
})

test('refuse, then accept', async () => {
  await exchange('a')
  proxy.refuse()
  const refused = open()
  expect(await event(refused, 'error')).toMatchObject({ code: 'ECONNRESET' })
  proxy.accept()
  const accepted = open()
  accepted.write('x')
  expect(String(await event(accepted, 'data'))).toBe('X')
  accepted.destroy()
})

function open(): Socket {
  const socket = connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('data', (chunk) => (heard += chunk))
  return socket
}

async function exchange(text: string): Promise<void> {
  client.write(text)
  await event(client, 'data')
}

function event(socket: Socket, name: string): Promise<unknown> {
  return new Promise((resolve) => socket.once(name, resolve))
}
