import dgram from 'node:dgram'
import dns from 'node:dns'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import os from 'node:os'
import v8 from 'node:v8'

/**
 * Takes away from this process, for good, what the permission model of Node 24 leaves: sockets of every kind, signals to
 * other processes, the priority of others, whether a file exists. Nothing the parsers do needs it; a document that names an
 * address must not make us call it (FIC-07). The native classes under Node's own modules are disarmed too, so that another
 * way to the same socket (`http2`, `tls`, an agent, a handle found on a stream) meets the same refusal.
 * Standard input and output stay as they are. @throws when a class to disarm is not found: nothing is then read.
 */
export function confine(): void {
  // Opened now: their descriptors cannot be any more once pipes are disarmed.
  void process.stdin
  void process.stdout
  disarmNativeClasses()

  for (const [target, names] of [
    [net.Socket.prototype, ['connect']],
    [net.Server.prototype, ['listen']],
    [dgram.Socket.prototype, ['addMembership', 'bind', 'connect', 'send', 'sendto']],
    [dgram, ['createSocket', '_createSocketHandle']],
    [dns, functionsOf(dns)],
    [dns.promises, functionsOf(dns.promises)],
    [dns.Resolver.prototype, functionsOf(dns.Resolver.prototype)],
    [dns.promises.Resolver.prototype, functionsOf(dns.promises.Resolver.prototype)],
    [process, ['kill', '_kill', '_debugProcess', '_debugEnd', 'binding', '_linkedBinding', 'dlopen', 'execve']],
    [os, ['setPriority']],
    [v8, ['setFlagsFromString']],
    [globalThis, ['fetch', 'WebSocket', 'EventSource']],
  ] as const)
    for (const name of names) refuseAt(target, name)
  hideForeignPaths()
  syncBuiltinESMExports()
}

const refuse = (): never => {
  throw new Error('interdit au lecteur de documents')
}

function refuseAt(target: object, name: string): void {
  if (!(name in target)) return
  // A function, so that it can also be called with `new`.
  const refused = function refused() {
    refuse()
  }
  Object.defineProperty(target, name, { value: refused, writable: false, configurable: false })
}

/** The names of the functions of an object, its constructor left out. */
function functionsOf(target: object): string[] {
  // By their descriptor: an accessor of a prototype must not be called.
  return Object.getOwnPropertyNames(target).filter(
    (name) => name !== 'constructor' && typeof Object.getOwnPropertyDescriptor(target, name)!.value === 'function',
  )
}

/** The classes of libuv and c-ares that open something, taken from objects that hold one and are closed at once. */
function disarmNativeClasses(): void {
  const socket = new net.Socket().on('error', () => {})
  socket.connect(9, '127.0.0.1')
  const tcp = handleOf(socket)
  // Before the next tick, which is when it would have left.
  socket.destroy()
  const datagram = dgram.createSocket('udp4')
  const state = Object.getOwnPropertySymbols(datagram)
    .map((symbol) => Reflect.get(datagram, symbol) as unknown)
    .find((value) => typeof value === 'object' && value !== null && 'handle' in value)
  const udp = (state as { handle: object } | undefined)?.handle
  datagram.close()
  const handles = [tcp, handleOf(process.stdin), udp, handleOf(new dns.Resolver())]
  for (const handle of handles) {
    if (!handle) throw new Error('cette version de Node ne se laisse pas confiner')
    const prototype = Object.getPrototypeOf(handle) as object
    for (const name of functionsOf(prototype)) refuseAt(prototype, name)
  }
}

function handleOf(holder: object): object | undefined {
  return (holder as { _handle?: object | null })._handle ?? undefined
}

/** `fs.realpath` written in JavaScript tells, of any path, whether it is there. */
function hideForeignPaths(): void {
  const { realpath, realpathSync } = fs
  const check = (path: unknown) => process.permission.has('fs.read', String(path)) || refuse()
  const sync = (path: fs.PathLike, options?: object) => check(path) && realpathSync(path, options)
  const callback = (path: fs.PathLike, ...rest: [never]) => check(path) && realpath(path, ...rest)
  Object.defineProperty(fs, 'realpathSync', { value: Object.assign(sync, { native: realpathSync.native }), writable: false, configurable: false })
  Object.defineProperty(fs, 'realpath', { value: Object.assign(callback, { native: realpath.native }), writable: false, configurable: false })
}
