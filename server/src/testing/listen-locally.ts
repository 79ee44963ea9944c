import { randomInt } from 'node:crypto'
import { createServer, type AddressInfo, type Server } from 'node:net'

/** Opens a server on a free port of this machine. @returns the port */
export async function listenLocally(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/**
 * Finds a free port for a server whose address is told to others before it listens. The port lies below the range from which Linux
 * takes the ports of outgoing connections (32768 and above): no connection of another process takes it meanwhile.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_000)
  const probe = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return freePort()
  await new Promise((resolve) => probe.close(resolve))
  return port
}
