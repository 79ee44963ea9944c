import dgram from 'node:dgram'
import dns from 'node:dns'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import os from 'node:os'
import v8 from 'node:v8'

/**
 * Removes from this process, for good, what the permission model of Node 24 still allows: sockets of every kind, signals to other processes, their
 * priority, tests of whether a file exists. The parsers need none of these, and an address in a document must never be called (FIC-07). The native classes
 * behind Node's modules are disabled too, so that `http2`, `tls`, an agent or a stream handle cannot reach them. Standard input and output still work.
 * @throws when a class to disable is not found, so that nothing is read unconfined
 */
export function confine(): void {
  // Opened first: once pipes are disabled, their descriptors cannot be opened.
  void process.stdin
  void process.stdout
  disableNativeClasses()

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
    for (const name of names) forbid(target, name)
  hideForeignPaths()
  syncBuiltinESMExports()
}

const throwForbidden = (): never => {
  throw new Error('interdit au lecteur de documents')
}

function forbid(target: object, name: string): void {
  if (!(name in target)) return
  // A `function`, so that it can also be called with `new`.
  const refused = function refused() {
    throwForbidden()
  }
  Object.defineProperty(target, name, { value: refused, writable: false, configurable: false })
}

/** Names of the methods of an object, except its constructor. */
function functionsOf(target: object): string[] {
  // Read from the descriptor: an accessor of a prototype must not be called.
  return Object.getOwnPropertyNames(target).filter(
    (name) => name !== 'constructor' && typeof Object.getOwnPropertyDescriptor(target, name)!.value === 'function',
  )
}

/** Disables the classes of libuv and c-ares that open something. They are found on objects that are closed at once. */
function disableNativeClasses(): void {
  const socket = new net.Socket().on('error', () => {})
  socket.connect(9, '127.0.0.1')
  const tcp = handleOf(socket)
  // Destroyed before the next tick, when the connection would have started.
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
    for (const name of functionsOf(prototype)) forbid(prototype, name)
  }
}

function handleOf(holder: object): object | undefined {
  return (holder as { _handle?: object | null })._handle ?? undefined
}

/** Restricts `fs.realpath` to readable paths: its JavaScript version reveals whether any path exists. */
function hideForeignPaths(): void {
  const { realpath, realpathSync } = fs
  const check = (path: unknown) => process.permission.has('fs.read', String(path)) || throwForbidden()
  const sync = (path: fs.PathLike, options?: object) => check(path) && realpathSync(path, options)
  const callback = (path: fs.PathLike, ...rest: [never]) => check(path) && realpath(path, ...rest)
  Object.defineProperty(fs, 'realpathSync', { value: Object.assign(sync, { native: realpathSync.native }), writable: false, configurable: false })
  Object.defineProperty(fs, 'realpath', { value: Object.assign(callback, { native: realpath.native }), writable: false, configurable: false })
}
