import { syncBuiltinESMExports } from 'node:module'
import dgram from 'node:dgram'
import dns from 'node:dns'
import net from 'node:net'

/**
 * Takes the network away from this process for good: the permission model of Node 24 does not.
 * Nothing the parsers do needs it; a document that names an address must not make us call it (FIC-07).
 */
export function forbidNetwork(): void {
  const refuse = (): never => {
    throw new Error('réseau interdit')
  }
  net.Socket.prototype.connect = refuse
  dgram.createSocket = refuse
  for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6'] as const) dns[name] = refuse as never
  globalThis.fetch = async () => refuse()
  Reflect.deleteProperty(globalThis, 'WebSocket')
  Reflect.deleteProperty(globalThis, 'EventSource')
  syncBuiltinESMExports()
}
