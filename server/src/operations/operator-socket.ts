import { createHash } from 'node:crypto'
import { chmodSync, closeSync, openSync, rmSync } from 'node:fs'
import { createServer, request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { OperationError, UsageError, operatorSentence, systemSentence } from './errors.ts'

/** Operations that the running server offers to operator commands, with JSON input and output. `disconnected` is aborted when the command disconnects. */
export type OperatorOperations = Record<string, (asked: unknown, disconnected: AbortSignal) => Promise<unknown>>

const socketName = 'commandes.sock'

/**
 * Listens on a socket in the data directory for operator commands. There is no authentication: the socket has mode 0600, so only the account of the
 * process can open it. The caller holds the directory's lock, so an existing socket belongs to a dead process and is replaced.
 */
export async function listenForOperator(dataDir: string, operations: OperatorOperations): Promise<{ close(): Promise<void> }> {
  const address = socketAddress(dataDir)
  const server = createServer((message, response) => {
    const operation = operations[decodeURIComponent((message.url ?? '/').slice(1))]
    const disconnected = new AbortController()
    response.once('close', () => response.writableFinished || disconnected.abort())
    void answer(operation, message, disconnected.signal).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body))
    })
  })
  if (address.isFile) rmSync(address.path, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(address.path, resolve)
    // The socket exists as soon as `listen` returns: nobody can connect in between.
    if (address.isFile) chmodSync(address.path, 0o600)
  }).catch((error: unknown) => {
    address.dispose()
    throw error
  })
  server.unref()
  return {
    close: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      address.dispose()
    },
  }
}

type OperatorAnswer = { status: number; body: unknown }

async function answer(operation: OperatorOperations[string] | undefined, message: IncomingMessage, disconnected: AbortSignal): Promise<OperatorAnswer> {
  try {
    if (operation === undefined) return errorAnswer(404, 'Le serveur ne connaît pas cette commande\u00a0: il est d’une autre version. Redémarrez-le.')
    return { status: 200, body: await operation(await json(message), disconnected) }
  } catch (error) {
    if (error instanceof UsageError) return errorAnswer(400, error.message)
    if (error instanceof OperationError) return errorAnswer(409, error.message)
    return errorAnswer(500, operatorSentence(error) ?? 'Le serveur n’a pas pu exécuter la commande\u00a0: voyez son journal.')
  }
}

const errorAnswer = (status: number, error: string): OperatorAnswer => ({ status, body: { error } })

/**
 * Sends an operation to the server that runs on this data directory; undefined when none runs.
 * @throws {UsageError} for status 400
 * @throws {OperationError} for any other error, with the server's sentence
 */
export async function callServer(dataDir: string, operation: string, input: unknown): Promise<{ answer: unknown } | undefined> {
  const address = socketAddress(dataDir)
  try {
    const message = await send(address.path, operation, input)
    const body = await json(message)
    if (message.statusCode === 200) return { answer: body }
    const { error } = body as { error: string }
    throw message.statusCode === 400 ? new UsageError(error) : new OperationError(error)
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    if (error instanceof OperationError) throw error
    // Usually an account other than the server's: the server itself is fine.
    const sentence = systemSentence(error)
    if (sentence !== undefined) throw new OperationError(`${sentence}\u00a0: ${address.path}`, { cause: error })
    throw new OperationError('Le serveur s’est arrêté avant d’avoir répondu.', { cause: error })
  } finally {
    address.dispose()
  }
}

function send(socketPath: string, operation: string, asked: unknown): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, path: `/${encodeURIComponent(operation)}`, method: 'POST', agent: false }, resolve)
    call.once('error', reject).end(JSON.stringify(asked))
  })
}

type SocketAddress = { path: string; isFile: boolean; dispose(): void }

/**
 * Returns the path of the socket: a named pipe on Windows. A path longer than 103 bytes (the limit of Unix sockets) is replaced by one through an open
 * handle of the folder on Linux, in the temporary folder elsewhere. Same method as the database lock.
 */
function socketAddress(dataDir: string): SocketAddress {
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 32)
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\parvis-commandes-${digest}`, isFile: false, dispose: () => {} }
  const direct = path.join(dataDir, socketName)
  if (Buffer.byteLength(direct) <= 103) return { path: direct, isFile: true, dispose: () => {} }
  if (process.platform !== 'linux') return { path: path.join(tmpdir(), `parvis-commandes-${digest}.sock`), isFile: true, dispose: () => {} }
  const handle = openSync(dataDir, 'r')
  return { path: `/proc/self/fd/${handle}/${socketName}`, isFile: true, dispose: () => closeSync(handle) }
}
