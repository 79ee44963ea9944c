import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type TcpProxy = {
  /** Port to connect to instead of the target's. */
  port: number
  /** Resets every open connection. Both ends see an error, not a normal end. */
  cut(): void
  /** Ends the target's side of every open connection: the client sees a normal end in the middle of the data. */
  halfClose(): void
  /** Delays the target's data by this time (milliseconds); 0 to stop. */
  delay(milliseconds: number): void
  /** Holds the target's data until `resume`. The connections stay open. */
  pause(): void
  resume(): void
  /** Forwards only the next `bytes` bytes of each client. The rest is lost, as on a line that fails silently. */
  loseAfter(bytes: number): void
  /** Number of lost bytes. */
  lost(): number
  /** Refuses new connections until `accept`. */
  refuse(): void
  accept(): void
  /** Number of connections open now. */
  connections(): number
  close(): Promise<void>
}

/** Starts a proxy that simulates network failures between a client and 127.0.0.1:`targetPort`. */
export async function createTcpProxy(targetPort: number): Promise<TcpProxy> {
  const pairs = new Set<{ client: Socket; target: Socket; sentBytes: number }>()
  let limit = Infinity
  let lost = 0
  let delayMs = 0
  let paused = false
  let refusing = false

  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (refusing) return void client.resetAndDestroy()
    const target = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true })
    const pair = { client, target, sentBytes: 0 }
    pairs.add(pair)
    if (paused) target.pause()
    // One chain preserves the order of the chunks and of the end, whatever the delay.
    let forwarding = Promise.resolve()
    const inOrder = (act: () => void) => {
      const milliseconds = delayMs
      forwarding = forwarding.then(() => sleep(milliseconds)).then(act)
    }
    client.on('data', (chunk) => {
      const passed = chunk.subarray(0, Math.max(0, limit - pair.sentBytes))
      pair.sentBytes += chunk.length
      lost += chunk.length - passed.length
      target.write(passed)
    })
    client.on('end', () => target.end())
    target.on('data', (chunk) => inOrder(() => client.writable && client.write(chunk)))
    target.on('end', () => inOrder(() => client.end()))
    // When one side fails, the other is closed after the pending data is forwarded.
    client.on('error', () => target.destroy())
    target.on('error', () => inOrder(() => client.destroy()))
    client.on('close', () => {
      pairs.delete(pair)
      target.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const cut = () => {
    for (const { client, target } of pairs) {
      client.resetAndDestroy()
      target.resetAndDestroy()
    }
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    halfClose() {
      for (const { client } of pairs) client.end()
    },
    delay: (milliseconds) => void (delayMs = milliseconds),
    pause() {
      paused = true
      for (const { target } of pairs) target.pause()
    },
    resume() {
      paused = false
      for (const { target } of pairs) target.resume()
    },
    loseAfter(bytes) {
      limit = bytes
      for (const pair of pairs) pair.sentBytes = 0
    },
    lost: () => lost,
    refuse: () => void (refusing = true),
    accept: () => void (refusing = false),
    connections: () => pairs.size,
    close() {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function sleep(milliseconds: number): Promise<void> {
  return milliseconds === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, milliseconds))
}
