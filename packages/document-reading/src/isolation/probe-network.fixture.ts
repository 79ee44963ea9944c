import type { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import { connect } from 'node:net'

export type ProbeTarget = {
  /** False to see that each attempt works in an ordinary process. */
  confined: boolean
  /** Files that hold a secret, by what they are: `.json` ones are tried as modules too. */
  secrets: Record<string, string>
  /** An HTTP server, a UDP one that answers DNS, a server on a path. */
  tcpPort: number
  udpPort: number
  socketPath: string
  /** A process that may be harmed. */
  victim: number
}

export type Attempts = Record<string, () => unknown>

const require = createRequire(import.meta.url)
const host = '127.0.0.1'

/** Settles with the event that means success, or with `error`. */
const settled = (emitter: EventEmitter, success: string) =>
  new Promise((resolve, reject) => {
    emitter.once(success, resolve).on('error', reject)
  })

/** Every way to a socket that Node 24 has, each by the module that gives it. */
export function networkAttempts({ tcpPort: port, udpPort, socketPath }: ProbeTarget): Attempts {
  const net = () => process.getBuiltinModule('node:net')
  const dgram = () => process.getBuiltinModule('node:dgram')
  const dns = () => process.getBuiltinModule('node:dns')
  const url = `http://${host}:${port}/`
  const datagram = () => dgram().createSocket('udp4')
  /** The answer of the test is empty: that it came is enough. */
  const asked = async (question: Promise<unknown>) =>
    question.catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENODATA') throw error
    })
  return {
    'open a connection': () => settled(net().connect(port, host), 'connect'),
    'open a connection with a socket': () => settled(new (net().Socket)().connect(port, host), 'connect'),
    'open a connection with an imported function': () => settled(connect(port, host), 'connect'),
    'open a connection with a required module': () => settled((require('net') as { connect: typeof connect }).connect(port, host), 'connect'),
    'open a connection on a path': () => settled(net().connect(socketPath), 'connect'),
    'listen on a port': () => settled(net().createServer().listen(0, host), 'listening'),
    'listen on a path': () => settled(net().createServer().listen(`${socketPath}.mine`), 'listening'),
    'send a datagram': () =>
      new Promise((resolve, reject) => {
        datagram().send('x', udpPort, host, (error) => (error ? reject(error) : resolve(null)))
      }),
    'receive datagrams': () => settled(datagram().bind(0, host), 'listening'),
    'make a raw datagram handle': () => (dgram() as unknown as { _createSocketHandle(...parameters: unknown[]): unknown })._createSocketHandle(host, 0, 'udp4'),
    'open a connection with http': () => settled(process.getBuiltinModule('node:http').get(url), 'response'),
    'open a connection with https': async () => {
      const request = process
        .getBuiltinModule('node:https')
        .get(url.replace('http', 'https'))
        .on('error', () => {})
      const [socket] = (await process.getBuiltinModule('node:events').once(request, 'socket')) as [EventEmitter]
      return settled(socket, 'connect')
    },
    'open a connection with http2': () => settled(process.getBuiltinModule('node:http2').connect(url), 'connect'),
    'open a connection with tls': () => settled(process.getBuiltinModule('node:tls').connect(port, host), 'connect'),
    'call an address': () => fetch(url),
    'open a web socket': () => new WebSocket(url.replace('http', 'ws')),
    'look a name up': () => process.getBuiltinModule('node:dns/promises').lookup('localhost'),
    'look a name up, called back': () =>
      new Promise((resolve, reject) => {
        dns().lookup('localhost', (error) => (error ? reject(error) : resolve(null)))
      }),
    'look a service up': () => dns().promises.lookupService(host, port),
    'ask a server of names': () => {
      const resolver = new (dns().promises.Resolver)()
      resolver.setServers([`${host}:${udpPort}`])
      return asked(resolver.resolve4('exemple.fr'))
    },
    'ask a server of names, called back': () => {
      const resolver = new (dns().Resolver)()
      resolver.setServers([`${host}:${udpPort}`])
      return asked(new Promise((resolve, reject) => resolver.resolveTxt('exemple.fr', (error) => (error ? reject(error) : resolve(null)))))
    },
    'open a connection with the class of its own input': () => {
      const { constructor: Pipe } = (process.stdin as unknown as { _handle: { constructor: new (kind: number) => { listen(backlog: number): number } } })
        ._handle
      return new Pipe(1).listen(1)
    },
    'take back what is forbidden': () => {
      const { prototype } = net().Socket
      if (!Reflect.defineProperty(prototype, 'connect', { value: prototype.connect.bind(prototype) })) throw new Error('refused')
    },
  }
}
